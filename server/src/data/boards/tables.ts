import { later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** Who has access to a board: everyone in the workspace, or only the board's own members. */
export type BoardAccess = 'workspace' | 'members';

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
    access: text<BoardAccess>(),
    created_by: text(),
    created_at: micros(),
    /** A color, `#rrggbb`. */
    background: nullable(text()),
    archived_at: later(micros()),
    /** Since when search engines may list its public page. */
    indexed_at: later(micros()),
    deleted_at: nullable(micros()),
    deleted_by: nullable(text()),
  },
});

/** A member of the workspace with a role on one board. */
export const boardMembers = table('board_members', {
  key: {
    workspace_id: text(),
    board_id: text(),
    member_id: text(),
  },
  own: {
    role_id: text(),
    created_at: micros(),
  },
});

/** The picture behind the lists of a board. */
export const boardPictures = table('board_pictures', {
  key: {
    workspace_id: text(),
    board_id: text(),
  },
  own: {
    /** Another one for each picture. */
    id: text(),
    /** A WebP in base64. */
    content: text(),
  },
});

/** A former slug of a board in a workspace, which the board may have left. No other board there can take it until `free_at`. */
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

declare module '../../base/db/tables.ts' {
  interface Tables {
    boards: RowOf<typeof boards>;
    board_members: RowOf<typeof boardMembers>;
    board_pictures: RowOf<typeof boardPictures>;
    old_board_slugs: RowOf<typeof oldBoardSlugs>;
    favourites: RowOf<typeof favourites>;
  }
}
