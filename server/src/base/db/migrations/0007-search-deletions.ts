import type { Migration } from './migration.ts';

/*
 * SQLite's index of words wrote parts of itself anew as soon as a tenth of them was deleted, in one go that its own bound
 * on such work does not count: half a second where a board with 3000 cards is deleted for good. What was deleted now
 * leaves the index with the other merges, which come in small steps as texts are added.
 */
export const searchDeletions: Migration = {
  name: '0007-search-deletions',
  shared: '',
  own: {
    sqlite: [`insert into search_index (search_index, rank) values ('deletemerge', 0)`],
    postgres: [],
  },
};
