import type { Migration } from './migration.ts';

/** When the daily summary of somebody who wants one is due, and which cards of a board were completed in a time. */
export const summaries: Migration = {
  name: '0066-summaries',
  shared: `
alter table notification_settings add column summary_at $integer;
create index notification_settings_summaries on notification_settings (summary_at) where summary_at is not null;
create index cards_completed on cards (workspace_id, board_id, completed_at) where completed_at is not null;
`,
};
