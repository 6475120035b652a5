import { integer, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** Saved views of boards. */
export const views = table('views', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    /** Whose it is; null if it is shared by all who see the board. */
    user_id: nullable(text()),
    created_by: text(),
    created_at: micros(),
  },
  content: {
    name: text(),
    kind: text(),
    /** What it shows, as JSON. */
    settings: text(),
    /** They are ordered by this, and then by age. */
    place: integer(),
  },
});

/** Views of a person over all boards that they see. */
export const userViews = table('user_views', {
  key: {
    user_id: text(),
    id: text(),
  },
  own: {
    name: text(),
    kind: text(),
    /** As in `views`. */
    settings: text(),
    place: integer(),
    created_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    views: RowOf<typeof views>;
    user_views: RowOf<typeof userViews>;
  }
}
