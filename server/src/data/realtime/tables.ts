import { flag, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** What tabs said last of what they show; forgotten within a minute. */
export const presences = table('presences', {
  key: {
    workspace_id: text(),
    board_id: text(),
    user_id: text(),
    /** Chosen by the client; empty where it has one only. */
    tab_id: text(),
  },
  own: {
    /** The card that is open over the board. */
    card_id: nullable(text()),
    editing: flag(),
    said_at: micros(),
    /** Until when it counts; not after `said_at` where somebody left. */
    expires_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    presences: RowOf<typeof presences>;
  }
}
