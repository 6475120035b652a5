import type { Migration } from './migration.ts';

/**
 * Since when a list is archived. It keeps its order key, which is still unique among the lists of its board that are not in
 * the trash: so it comes back to exactly where it was, and the index of places serves boards as before.
 */
export const archivedLists: Migration = {
  name: '0030-archived-lists',
  shared: `
alter table lists add column archived_at $integer;
`,
};
