import { countsIn } from '../counts.ts';

const { list, number, percent, size: written, textOf } = countsIn('he');

export { list, number, percent };

/** Isolated: units are written in Latin letters, before which the number would end up in a line from right to left. */
export const size = (bytes: number): string => `\u2068${written(bytes)}\u2069`;

/** Two of what has a dual of its own. */
const duals: Readonly<Record<string, string>> = {
  דקות: 'שתי דקות',
  שעות: 'שעתיים',
  ימים: 'יומיים',
  שבועות: 'שבועיים',
  חודשים: 'חודשיים',
  שנים: 'שנתיים',
};

/** A particle of one letter with its noun: it is joined to a Hebrew word, and has a hyphen before anything else. */
export const prefixed = (particle: string, noun: string): string =>
  /^[א-ת]/.test(noun) ? `${particle}${noun}` : `${particle}־${noun}`;

export const word = (count: number, one: string, other: string): string => textOf(count, { one, other });

/** A noun with its number; `one` says that it is one, in the gender of the noun. */
export const counted = (count: number, one: string, other: string): string => {
  const many = `${number(count)} ${other}`;
  return textOf(count, { one, two: duals[other] ?? many, other: many });
};
