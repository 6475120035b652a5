/** A card that a text mentions. */
export interface CardAround {
  id: string;
  title: string;
  /** Says that it is done; undefined for an open card. */
  done: string | undefined;
}

/** What a text can refer to: files, cards and members. */
export interface Around {
  /** The current address of a file of the card; undefined if the card has no file with this id. */
  fileOf: (id: string) => { url: string; isPicture: boolean } | undefined;
  /** The prefix of card keys in the workspace, before `-` and the number. */
  prefix: string;
  /** The card of the board with this number. */
  cardOf: (number: number) => CardAround | undefined;
  /** Others of the workspace with some numbers, as far as the user may view them. */
  cardsElsewhere?: (numbers: readonly number[]) => Promise<ReadonlyMap<number, CardAround>>;
  /** The names that can follow `@`. */
  members: readonly string[];
  /** The present name of a member. */
  nameOf: (member: string) => string | undefined;
}

export const nothingAround: Around = {
  fileOf: () => undefined,
  prefix: '',
  cardOf: () => undefined,
  members: [],
  nameOf: () => undefined,
};

/** The stable address of a card's file, as used in texts; it does not depend on signatures or users. */
export const addressOfFile = (id: string): string => `/api/v1/attachments/${id}/content`;
