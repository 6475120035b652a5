import { flag, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** The last reported presence of browser tabs; deleted within a minute. */
export const presences = table('presences', {
  key: {
    workspace_id: text(),
    board_id: text(),
    user_id: text(),
    /** Chosen by the client; empty if it has only one. */
    tab_id: text(),
  },
  own: {
    /** The card that is open over the board. */
    card_id: nullable(text()),
    editing: flag(),
    said_at: micros(),
    /** When it expires; not after `said_at` if the user left. */
    expires_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    presences: RowOf<typeof presences>;
  }
}
