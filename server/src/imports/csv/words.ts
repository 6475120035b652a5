import type { Language } from '../../../../contract/languages.ts';
import { de } from './words/de.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { he } from './words/he.ts';
import type { Words } from './words/words.ts';

/* What tables say in other languages than English: their headings, their yes and no, and the states of their cards. */

export type OtherLanguage = Exclude<Language, 'en'>;

export const words: Readonly<Record<OtherLanguage, Words>> = { de, fr, es, he };

export const listed = (text: string): string[] => text.split(', ').map(plainly);

/** A text without accents, vowel points, marks of direction and capitals. */
export const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[’׳]/g, "'")
    .replace(/[“”״]/g, '"')
    .trim()
    .toLowerCase();

/** A heading, however its words are written and separated. */
export const plainly = (heading: string): string =>
  unaccented(heading)
    .replace(/[\s_\p{Pd}]+/gu, ' ')
    .trim();

/** The words of a kind in all languages. */
export const ofAll = (kind: 'choices' | 'yes' | 'no' | 'done' | 'open'): string[] =>
  Object.values(words).flatMap((each) => listed(each[kind]));

/** The headings of a use in all languages. */
export const headingsOf = (use: string): string[] =>
  Object.values(words).flatMap(({ columns }: { columns: Readonly<Record<string, string>> }) => {
    const headings = columns[use];
    return headings === undefined ? [] : listed(headings);
  });

let known: (readonly [OtherLanguage, ReadonlySet<string>])[] | undefined;

/** The language of which a table has the most headings; undefined if it has none. */
export function languageOf(all: readonly string[]): OtherLanguage | undefined {
  known ??= (Object.keys(words) as OtherLanguage[]).map((language) => [
    language,
    new Set(Object.values(words[language].columns).flatMap(listed)),
  ]);
  const plain = all.map(plainly);
  const found = known.map(
    ([language, headings]) => [language, plain.filter((heading) => headings.has(heading)).length] as const,
  );
  const [best] = found.toSorted(([, a], [, b]) => b - a);
  return best && best[1] > 0 ? best[0] : undefined;
}
