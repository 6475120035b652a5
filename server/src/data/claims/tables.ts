import { flag, integer, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** Who works on a card, until when. One that has expired stays until a job has told of it. */
export const cardClaims = table('card_claims', {
  key: {
    workspace_id: text(),
    card_id: text(),
  },
  own: {
    /** The board of the card; kept by a trigger. */
    board_id: text(),
    member_id: text(),
    /** The API key by which it was made; null for a session. */
    key_id: nullable(integer()),
    key_name: nullable(text()),
    /** Whether it has put its holder on the card. */
    assigned: flag(),
    claimed_at: micros(),
    expires_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    card_claims: RowOf<typeof cardClaims>;
  }
}
