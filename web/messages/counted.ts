export const plural = new Intl.PluralRules('en');

/** A count as it is written. */
export const number = (count: number): string => count.toLocaleString('en');

export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${plural.select(count) === 'one' ? one : many}`;
