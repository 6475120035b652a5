import type { Migration } from './migration.ts';

/** When a card was completed. */
export const completedCards: Migration = {
  name: '0043-completed-cards',
  shared: `
alter table cards add column completed_at $integer;
`,
};
