import type { ListLimit } from '../../../../contract/lists.ts';

/** A limit of a list as other services have it: none if it is not a positive number. */
export const limitOf = (cards: number, mode: ListLimit['mode']): ListLimit | null =>
  cards >= 1 ? { cards: Math.min(Math.trunc(cards), 10_000), mode } : null;
