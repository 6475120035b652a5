import { type Language, languageOf } from '../../../../contract/languages.ts';
import { html } from '../html.ts';
import { shortened } from '../texts.ts';
import { mailButton, mailPage } from './layout.ts';
import type { Mail } from './mail.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { he } from './texts/he.ts';

/* Every mail is made here: one sentence and one link, as plain text and as HTML, in the language of its reader. */

type Kind = keyof typeof en;

type Values<K extends Kind> = Parameters<(typeof en)[K]['sentence']>;

/** The mails in one language. */
export type MailTexts = {
  readonly [K in Kind]: { subject: string; sentence: (...values: Values<K>) => string; action: string };
};

const languages: Readonly<Record<Language, MailTexts>> = { en, de, fr, es, he };

export interface Reader {
  /** The email address. */
  to: string;
  /** English if it is not known. */
  language?: Language | undefined;
}

/** The language of an account, or else the one that a browser likes best; undefined if neither has texts. */
export function languageFor(locale: string | null, accepted = ''): Language | undefined {
  const own = languageOf(locale);
  if (own) return own;
  const asked = accepted.split(',', 20).map((each) => {
    const [tag, weight] = each.split(';').map((part) => part.trim());
    return { language: languageOf(tag), weight: Number(/^q=([\d.]+)$/i.exec(weight ?? '')?.[1] ?? 1) };
  });
  const known = asked.filter(({ language, weight }) => language && weight > 0);
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.language;
}

/** A mail with a link and the values of its sentence. Texts of users are quoted. */
export function mailOf<K extends Kind>(
  { to, language = 'en' }: Reader,
  kind: K,
  link: string,
  ...values: Values<K>
): Mail {
  const texts = languages[language];
  const { subject, sentence, action } = texts[kind];
  const said = sentence(...values);
  return {
    to,
    subject,
    text: `${said}\n\n${link}\n`,
    html: htmlOf({ language, subject, said, link, action }),
  };
}

/** The address of a page with a code. Browsers do not send what follows `#`, so it is never logged. */
export const linkWithCode = (publicUrl: string, page: string, code: string): string =>
  `${publicUrl}/${page}#${code}`;

type Parts = Record<'subject' | 'said' | 'link' | 'action', string> & { language: Language };

const htmlOf = ({ said, link, action, ...page }: Parts): string =>
  mailPage(page, html`<p style="margin: 0 0 24px; max-width: 36em">${said}</p>\n${mailButton(action, link)}`);

/** Max characters of a user's text quoted in our own mails. */
const most = 100;

/**
 * Quotes a user's text for our own mails: shortened, in quotation marks, and without anything that mail programs turn into a
 * link.
 */
export function quoted(text: string): string {
  return `"${shortened(text, most)
    .replaceAll('"', "'")
    .replace(/([.:/@])(?=\S)/g, '$1 ')}"`;
}
