import type { Migration } from './migration.ts';

/** Until when a board is held because it is moving to another workspace; see `changes/hold.ts`. */
export const heldBoards: Migration = {
  name: '0011-held-boards',
  shared: `
alter table versions add column held_until $integer;
`,
};
