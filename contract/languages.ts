/* The languages of the page, of mails and of pushes. */

/** By the tag of each, its name in itself. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  he: 'עברית',
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as Language[];

/** The language of a tag of BCP 47; undefined if there are no texts in it. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const [given] = (tag ?? '').toLowerCase().split('-');
  // What Hebrew was called before 1989, and still is by some phones.
  const first = given === 'iw' ? 'he' : given;
  return languages.find((each) => each === first);
}

/** Hebrew is written from right to left: pages and mails are mirrored. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'he' ? 'rtl' : 'ltr');

/**
 * Begins a line of text without markup: programs that show one go by its first letter, which may be of a name in other letters. It
 * shows nothing, and is empty where lines are read from left to right.
 */
export const markOf = (language: Language): string => (directionOf(language) === 'rtl' ? '\u200f' : '');
