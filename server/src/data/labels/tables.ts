import { later, micros, type RowOf, table, text } from '../../base/db/table.ts';

export const labels = table('labels', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    created_at: micros(),
    /** Set if an import has added it and it is still hidden. */
    deleted_at: later(micros()),
    /** The import. */
    deleted_by: later(text()),
  },
  content: {
    name: text(),
    colour_code: text(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    labels: RowOf<typeof labels>;
  }
}
