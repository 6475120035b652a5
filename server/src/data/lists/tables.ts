import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

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
    /** As `#rrggbb`. */
    colour: nullable(text()),
    card_limit: nullable(integer()),
    /** Whether no card is put there once it has as many as its limit. */
    limit_refuses: flag(),
    /** Whether no card with open acceptance checks is put there. */
    refuses_open_checks: flag(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    lists: RowOf<typeof lists>;
  }
}
