import { later, micros, nullable, type RowOf, table, text } from '../db/table.ts';

export const boards = table('boards', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    name: text(),
    slug: text(),
    type: text<'regular' | 'template'>(),
    visibility: text<'private' | 'public'>(),
    created_by: text(),
    created_at: micros(),
    archived_at: later(micros()),
    deleted_at: nullable(micros()),
    deleted_by: nullable(text()),
  },
});

/** A slug that a board had in a workspace, be it elsewhere by now: no other board's there until it is free. */
export const oldBoardSlugs = table('old_board_slugs', {
  key: {
    workspace_id: text(),
    slug: text(),
  },
  own: {
    board_id: text(),
    free_at: micros(),
  },
});

export const favourites = table('favourites', {
  key: {
    workspace_id: text(),
    board_id: text(),
    user_id: text(),
  },
});

declare module '../db/tables.ts' {
  interface Tables {
    boards: RowOf<typeof boards>;
    old_board_slugs: RowOf<typeof oldBoardSlugs>;
    favourites: RowOf<typeof favourites>;
  }
}
