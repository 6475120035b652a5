import type { Migration } from './migration.ts';

/**
 * Since when a list is archived. It keeps its order key, still unique among the lists of its board that are not in the
 * trash, so restoring puts it back exactly where it was, and the position index still serves boards.
 */
export const archivedLists: Migration = {
  name: '0030-archived-lists',
  shared: `
alter table lists add column archived_at $integer;
`,
};
