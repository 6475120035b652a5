import type { Migration } from './migration.ts';

/*
 * SQLite's full-text index rewrote parts of itself as soon as a tenth of them was deleted, all at once and not counted by
 * its limit on such work: half a second when a board with 3000 cards was purged. Deleted entries now leave the index with
 * the other merges, which run in small steps as texts are added.
 */
export const searchDeletions: Migration = {
  name: '0007-search-deletions',
  shared: '',
  own: {
    sqlite: [`insert into search_index (search_index, rank) values ('deletemerge', 0)`],
    postgres: [],
  },
};
