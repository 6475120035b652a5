import type { Migration } from './migration.ts';

/** Until when a board is held, because it is being carried to another workspace; `changes/hold.ts` says what that means. */
export const heldBoards: Migration = {
  name: '0011-held-boards',
  shared: `
alter table versions add column held_until $integer;
`,
};
