import { micros, type RowOf, table, text } from '../../base/db/table.ts';

const address = {
  key: {
    user_id: text(),
    board_id: text(),
  },
  own: {
    token_hash: text(),
    created_at: micros(),
  },
};

/** An address at which calendar programs read a board, with this user's permissions. */
export const calendars = table('calendars', address);

/** An address at which feed readers see what happened on a board, with this user's permissions. */
export const feeds = table('feeds', address);

declare module '../../base/db/tables.ts' {
  interface Tables {
    calendars: RowOf<typeof calendars>;
    feeds: RowOf<typeof feeds>;
  }
}
