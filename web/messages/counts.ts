/** A text for each plural form of a language; `other` for those without one of their own. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** How a language writes numbers, percentages, sizes and lists, and which form of a text goes with a count. */
export function countsIn(language: string) {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const lists = new Intl.ListFormat(language);
  return {
    number: (count: number): string => numbers.format(count),
    percent: (share: number): string => share.toLocaleString(language, { style: 'percent' }),
    size: (bytes: number): string => {
      const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
      return (bytes / 1000 ** step).toLocaleString(language, {
        style: 'unit',
        unit: sizes[step] ?? 'byte',
        // “13 bytes”, but “62.2 kB”.
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      });
    },
    list: (all: readonly string[]): string => lists.format(all),
    textOf: (count: number, forms: Forms): string => forms[plurals.select(count)] ?? forms.other,
  };
}

/** The same for a language that has a singular and a plural, with the words that go with a count. */
export function wordsIn(language: string) {
  const counts = countsIn(language);
  const word = (count: number, one: string, other: string): string => counts.textOf(count, { one, other });
  return {
    ...counts,
    word,
    counted: (count: number, one: string, other: string): string =>
      `${counts.number(count)} ${word(count, one, other)}`,
  };
}

/** The same for a language in which there are “a million of cards”. */
export function wordsOfMillions(language: 'fr' | 'es') {
  const words = wordsIn(language);
  const plurals = new Intl.PluralRules(language);
  return {
    ...words,
    counted: (count: number, one: string, other: string): string =>
      plurals.select(count) === 'many'
        ? `${words.number(count)} ${language === 'fr' && /^[aeiouéêh]/i.test(other) ? 'd’' : 'de '}${other}`
        : words.counted(count, one, other),
  };
}
