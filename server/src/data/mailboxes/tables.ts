import { later, micros, type RowOf, table, text } from '../../base/db/table.ts';

/** An address at which mails of this user become cards of a board. */
export const mailboxes = table('mailboxes', {
  key: {
    user_id: text(),
    board_id: text(),
  },
  own: {
    /** Another one makes another address. */
    id: text(),
    created_at: micros(),
    /** Where mails become cards; null for the first list of the board, which also stands in for one that is gone. */
    list_id: later(text()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    mailboxes: RowOf<typeof mailboxes>;
  }
}
