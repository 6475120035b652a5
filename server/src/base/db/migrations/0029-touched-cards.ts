import type { Migration } from './migration.ts';

/*
 * When a card was last changed follows from its newest activity, but for what has none: a checklist that moved, and a card
 * whose past is older than itself, because it was imported.
 */
export const touchedCards: Migration = {
  name: '0029-touched-cards',
  shared: 'alter table cards add column touched_at $integer;',
};
