export const plural = new Intl.PluralRules('en');

const written = new Intl.NumberFormat('en');

/** A formatted count; numbers below 1000 look the same in all English locales. */
export const number = (count: number): string => (count < 1000 ? String(count) : written.format(count));

export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${plural.select(count) === 'one' ? one : many}`;
