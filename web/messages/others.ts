import type { IssueTexts } from '../../contract/issues.ts';
import type { Language } from '../../contract/languages.ts';
import type { Texts, TextsOfBoards, TextsOfPages } from './language.ts';

/** The texts of a language from its three parts, which are loaded at once. */
async function whole(
  ...parts: [
    boards: Promise<{ texts: TextsOfBoards }>,
    pages: Promise<{ texts: TextsOfPages }>,
    issues: Promise<{ issues: IssueTexts }>,
  ]
): Promise<Texts> {
  const [boards, pages, { issues }] = await Promise.all(parts);
  return { ...boards.texts, ...pages.texts, issues };
}

/** The languages other than English: the tag of each, and how to load its texts. */
export const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  de: () => whole(import('./de/of-boards.ts'), import('./de/of-pages.ts'), import('./de/issues.ts')),
  fr: () => whole(import('./fr/of-boards.ts'), import('./fr/of-pages.ts'), import('./fr/issues.ts')),
  es: () => whole(import('./es/of-boards.ts'), import('./es/of-pages.ts'), import('./es/issues.ts')),
  he: () => whole(import('./he/of-boards.ts'), import('./he/of-pages.ts'), import('./he/issues.ts')),
};
