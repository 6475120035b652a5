import { type RawBuilder, sql } from 'kysely';
import type { Calendar } from '../../../../contract/filter/ranges.ts';
import type { Functions } from '../../base/db/functions.ts';

/*
 * A condition on card `x` of a workspace. All values are bound. The SQL follows from the shape alone, under which compiled
 * statements are kept: two conditions with the same shape have the same SQL. None is ever null, because what is excluded would
 * then be null as well.
 */

/** What a condition is made of: how it is written, the values that it binds, and the SQL with their placeholders. */
export interface Condition {
  shape: string;
  values: readonly unknown[];
  sql: (to: To, values: readonly unknown[]) => RawBuilder<unknown>;
  /** It reads many rows of a card, so it is answered once for a card, however often a filter has it. */
  isDear?: true;
  /** It is a number, with which terms compare, and not true or false. */
  isNumber?: true;
}

/** What a statement has for its conditions. */
export interface To {
  fn: Functions;
  workspaceId: string;
}

/** The days of a reader, and what they are called by in the database. */
export interface ReaderOf extends Calendar {
  /** Microseconds. */
  now: number;
  timeZone: string | null;
  userId: string;
  /** The only boards that the reader's credential opens; null for all. */
  openBoards: string | null;
  /** The members that the reader is. */
  me: readonly string[];
}

export const never: Condition = { shape: '0', values: [], sql: () => sql`1 = 0` };

export const plain = (shape: string, condition: (to: To) => RawBuilder<unknown>): Condition => ({
  shape,
  values: [],
  sql: condition,
});
