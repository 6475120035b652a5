import type { Migration } from './migration.ts';

/*
 * A card's last change follows from its newest activity, except where there is none: when a checklist moved, or for an
 * imported card whose history is older than itself.
 */
export const touchedCards: Migration = {
  name: '0029-touched-cards',
  shared: 'alter table cards add column touched_at $integer;',
};
