export const plural = new Intl.PluralRules('en');

const written = new Intl.NumberFormat('en');

/** A count as it is written; what is small is written alike everywhere in English. */
export const number = (count: number): string => (count < 1000 ? String(count) : written.format(count));

export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${plural.select(count) === 'one' ? one : many}`;
