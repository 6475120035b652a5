import { languageOf } from '../../contract/languages.ts';
import { language } from '../messages/tag.ts';
import { local } from '../sync/local.ts';

/* The language that the user has chosen. It is part of their account, and kept in this browser for the pages before sign-in. */

const stored = 'language';

/** Null for that of the browser. */
export const chosenLanguage = (): string | null => local.get(stored);

/** Keeps the language of an account. Returns whether the page is in another one: it is loaded again to change. */
export function keepLanguage(locale: string | null): boolean {
  const wanted = languageOf(locale);
  if (wanted === undefined) return false;
  local.set(stored, wanted);
  return wanted !== language;
}
