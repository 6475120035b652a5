import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/**
 * Order keys: a text per row, compared by bytes, that leaves room between any two. A move writes one row, and keys
 * grow by a character only after dozens of moves to the same gap.
 */
export const positionBetween = (before: string | null, after: string | null): string =>
  generateKeyBetween(before, after);

/** The key after all others: `last` is the greatest there is, null for none. */
export const positionAfter = (last: string | null): string => generateKeyBetween(last, null);

/** The keys of `count` rows that are all there are, in order. */
export const positionsFor = (count: number): string[] => generateNKeysBetween(null, null, count);
