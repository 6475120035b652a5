import type { Migration } from './migration.ts';

/** The only boards that an API key opens; keys from before open all. */
export const keysForBoards: Migration = {
  name: '0061-keys-for-boards',
  shared: `
alter table api_keys add column board_ids text;
`,
};
