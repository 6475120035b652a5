import { micros, type RowOf, table, text } from '../../base/db/table.ts';

/** An address at which calendar programs read a board, with this user's permissions. */
export const calendars = table('calendars', {
  key: {
    user_id: text(),
    board_id: text(),
  },
  own: {
    token_hash: text(),
    created_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    calendars: RowOf<typeof calendars>;
  }
}
