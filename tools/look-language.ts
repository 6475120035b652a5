import type { Language } from '../contract/languages.ts';
import { others } from '../web/messages/others.ts';
import { english, pseudo } from './planted.ts';

/* What a screen shows, which `screens.ts` says in English, in another language. */

/** Stands for what a text is made with; where a count is expected, it is no number. */
const given = '\u2042';

type Pair = [english: string, other: string];

function pairsOf(our: unknown, their: unknown): Pair[] {
  if (typeof our === 'string' && typeof their === 'string') return [[our, their]];
  if (typeof our === 'function' && typeof their === 'function') {
    return [given, 0, 1, 2].flatMap((each) => {
      const values = Array.from({ length: 4 }, () => each);
      try {
        return pairsOf(our(...values), their(...values));
      } catch {
        // It is made with something else.
        return [];
      }
    });
  }
  if (typeof our !== 'object' || our === null) return [];
  return Object.entries(our).flatMap(([name, each]) =>
    pairsOf(each, (their as Record<string, unknown>)[name]),
  );
}

const longestPart = (text: string): string =>
  text
    .split(/\u2042|NaN|\{\w*\}|\d+/)
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** Whether a text is made of an English one, with something in its place. */
const isMadeOf = (our: string, text: string): boolean =>
  our.includes(given) &&
  longestPart(our).length > 3 &&
  new RegExp(
    `^${our
      .split(given)
      .map((each) => RegExp.escape(each))
      .join('.+')}$`,
  ).test(text);

export type InLanguage = (text: string | RegExp) => string | RegExp;

/** Finds the words of a language for English ones; what is not found is a text of people, and stays. */
export async function wordsIn(language: Language | 'pseudo'): Promise<InLanguage> {
  if (language === 'en') return (text) => text;
  const texts = language === 'pseudo' ? pseudo : await others[language]();
  const pairs = pairsOf(english, texts);
  const meant = (text: string | RegExp): Pair[] => {
    if (typeof text !== 'string') return pairs.filter(([our]) => text.test(our));
    const same = pairs.filter(([our]) => our === text);
    if (same.length > 0) return same;
    const parts = pairs.filter(([our]) => our.includes(text));
    return parts.length > 0 ? parts : pairs.filter(([our]) => isMadeOf(our, text));
  };
  return (text) => {
    const words = meant(text).map(([, their]) => longestPart(their));
    const all = [...new Set(words.filter((each) => each.length > 1))];
    return all.length === 0 ? text : new RegExp(all.map((each) => RegExp.escape(each)).join('|'), 'i');
  };
}
