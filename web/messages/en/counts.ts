import { countsIn } from '../counts.ts';

/* Numbers and lists in English. */

const { number, percent, size, list, textOf } = countsIn('en');

export { list, number, percent, size };

export const word = (count: number, one: string, other: string): string => textOf(count, { one, other });

export const counted = (count: number, one: string, other: string): string =>
  `${number(count)} ${word(count, one, other)}`;
