/** What a text can refer to. */
export interface Around {
  /** Where a file of the card is now; undefined where it has none of this id. */
  fileOf: (id: string) => { url: string; isPicture: boolean } | undefined;
  /** How cards of the workspace are called, before the `-` and their number. */
  prefix: string;
  /** The card of the board with a number. */
  cardOf: (number: number) => { id: string; title: string } | undefined;
  /** The names that `@` can stand before. */
  members: readonly string[];
}

export const nothingAround: Around = {
  fileOf: () => undefined,
  prefix: '',
  cardOf: () => undefined,
  members: [],
};

/** The address of a file of a card, as texts have it: it stays, whatever is signed for whom. */
export const addressOfFile = (id: string): string => `/api/v1/attachments/${id}/content`;
