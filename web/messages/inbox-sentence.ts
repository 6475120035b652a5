/** What a notification that is not about a card says. */
interface Details {
  /** The board, or else the workspace. */
  place: string;
  isOfBoard: boolean;
  role: string;
  hasFailed: boolean;
  event: string;
  text: string;
  reason: string;
  cards: number;
  claim: string;
  /** Of what it is about, such as an agent. */
  name: string;
}

/** A sentence of the inbox about what somebody did; `count` is how often, within a short time. */
export type Sentence = (who: string, count: number, details: Details) => string;

/** The name, and what it did once or several times. */
export const times =
  (one: string, many: (count: number) => string): Sentence =>
  (who, count) =>
    `${who} ${count === 1 ? one : many(count)}`;
