import { directionOf, type Language } from '../../../../contract/languages.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { he } from './texts/he.ts';

/* What the pages of public boards say around what people wrote: in the language of the reader's browser. */

/** A text for each plural form of a language, with `{}` for the number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The texts in one language. */
export interface Texts {
  viewOnly: string;
  open: string;
  filter: string;
  noCards: string;
  noLists: string;
  allLists: string;
  showMore: string;
  /** After `showMore`, for screen readers. */
  moreOf: (list: string) => string;
  cards: Forms;
  comments: Forms;
  files: Forms;
  description: string;
  due: string;
  itemsDone: string;
  isDone: string;
  isOpen: string;
  tooLong: string;
  hidden: (what: string) => string;
  back: string;
  nothing: { title: string; heading: string; hint: string; signIn: string };
  /** What the script says. */
  later: {
    overdue: string;
    soon: string;
    /** Of the count of cards that the filter leaves: `{0}` of `{1}`. */
    of: string;
    found: Forms;
  };
}

/** The texts of a language, with what they need to be said. */
export interface Spoken extends Texts {
  language: Language;
  direction: 'ltr' | 'rtl';
  counted: (count: number, forms: Forms) => string;
  list: (all: readonly string[]) => string;
  /** A day in UTC; the script writes it as the reader's browser does. */
  day: (date: string) => string;
}

function spoken(language: Language, texts: Texts): Spoken {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const lists = new Intl.ListFormat(language);
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...texts,
    language,
    direction: directionOf(language),
    counted: (count, forms) =>
      (forms[plurals.select(count)] ?? forms.other).replace('{}', numbers.format(count)),
    list: (all) => lists.format(all),
    day: (date) => days.format(new Date(date)),
  };
}

export const spokenIn: Readonly<Record<Language, Spoken>> = {
  en: spoken('en', en),
  de: spoken('de', de),
  fr: spoken('fr', fr),
  es: spoken('es', es),
  he: spoken('he', he),
};
