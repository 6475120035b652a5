import { flag, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const lists = table('lists', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    created_at: micros(),
    archived_at: nullable(micros()),
    deleted_at: later(micros()),
    deleted_by: later(text()),
  },
  content: {
    name: text(),
    position: text(),
    /** Whether cards put there become done. */
    completes: flag(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    lists: RowOf<typeof lists>;
  }
}
