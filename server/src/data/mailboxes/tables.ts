import { micros, type RowOf, table, text } from '../../base/db/table.ts';

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
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    mailboxes: RowOf<typeof mailboxes>;
  }
}
