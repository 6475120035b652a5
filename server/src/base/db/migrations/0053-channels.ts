import type { Migration } from './migration.ts';

/**
 * Chat channels of boards: webhooks that speak the language of a chat service. Their address, with their token, is sealed
 * where the secret of a webhook is; `url` has its origin only.
 */
export const channels: Migration = {
  name: '0053-channels',
  shared: `
alter table webhooks add column kind text;
alter table webhooks add column board_id $key;
alter table webhooks add column filter text;
create index webhooks_board on webhooks (workspace_id, board_id) where board_id is not null;
`,
};
