import type { Language } from '../../../../contract/languages.ts';
import { type Html, html } from '../../base/html.ts';
import { colours, mailButton, mailPage } from '../../base/mail/layout.ts';
import type { NewsTexts } from '../../base/mail/texts/en-news.ts';
import { newsTextsIn } from '../../base/mail/texts/news.ts';

/* How a mail with news looks, as text and as HTML. */

/** Something that somebody wrote. */
export interface Quote {
  by: string;
  text: string;
}

/** What happened to one card, or something else that has a page. */
export interface Part {
  title: string;
  link: string;
  lines: string[];
  quotes: Quote[];
  /** Answers to choose from. */
  answers?: { text: string; link: string }[];
}

/** Parts that belong together; without a heading if that says nothing. */
export interface Section {
  heading: string | null;
  parts: Part[];
  /** How many parts are left out. */
  more?: string;
}

/** What a mail says. */
export interface Content {
  language: Language;
  subject: string;
  sections: Section[];
  /** What is left out, in words. */
  more?: string | undefined;
  /** Where all of it is. */
  open: { text: string; link: string };
  /** Why it is sent. */
  why: string;
  links: { settings: string; unsubscribe: string };
  /** The card that all of it is about. */
  cardId?: string | undefined;
  /** Where answers become comments on that card; undefined if they do not. */
  reply?: string | undefined;
}

export function documentOf(content: Content): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) };
}

function textOf({ language, sections, more, open, why, links, cardId, reply }: Content): string {
  const t = newsTextsIn[language];
  const blocks = sections.flatMap(({ heading, parts, more: left }) => [
    ...(cardId === undefined && heading !== null ? [heading.toUpperCase()] : []),
    ...parts.map((part) => partText(part)),
    ...(left ? [left] : []),
  ]);
  const foot = [why, `${t.settings}: ${links.settings}`, `${t.unsubscribe}: ${links.unsubscribe}`];
  return [
    ...(reply === undefined ? [] : [t.replyAbove]),
    ...blocks,
    ...(cardId === undefined ? [`${more ?? open.text}\n${open.link}`] : []),
    `-- \n${foot.join('\n')}`,
    '',
  ].join('\n\n');
}

const partText = ({ title, lines, quotes, link, answers = [] }: Part): string =>
  [
    ...(lines.some((line) => line.includes(title)) ? [] : [title]),
    ...lines,
    ...quotes.map(quoteText),
    ...answers.map((each) => `${each.text}: ${each.link}`),
    link,
  ].join('\n');

const quoteText = ({ by, text }: Quote): string => `\n${by}:\n${text.replace(/^/gm, '> ')}\n`;

const htmlOf = ({ language, subject, sections, more, open, why, links, cardId, reply }: Content): string => {
  const t = newsTextsIn[language];
  const preview = sections[0]?.parts[0];
  return mailPage(
    { language, subject, preview: preview?.lines[0] ?? preview?.title ?? '' },
    html`${reply !== undefined && html`<p class="soft" style="margin: 0 0 16px; color: ${colours.soft}; font-size: 13px">${t.replyAbove}</p>`}
${sections.map((section) => sectionHtml(section, cardId !== undefined, t))}
${more !== undefined && html`<p style="margin: 0 0 24px">${more}</p>`}
${mailButton(open.text, open.link)}
<p class="soft line" style="margin: 0; padding-top: 16px; border-top: 1px solid ${colours.line}; color: ${colours.soft}; font-size: 13px">${why}<br>
<a class="link" href="${links.settings}" style="color: ${colours.accent}">${t.settings}</a> · <a class="link" href="${links.unsubscribe}" style="color: ${colours.accent}">${t.unsubscribe}</a></p>`,
  );
};

const sectionHtml = ({ heading, parts, more }: Section, isOfCard: boolean, t: NewsTexts): Html => html`
${heading !== null && html`<p class="soft" style="margin: ${isOfCard ? '0 0 4px' : '8px 0 12px'}; color: ${colours.soft}; font-size: 13px; font-weight: 600">${heading}</p>`}
${parts.map((part) => partHtml(part, t))}
${more && html`<p class="soft" style="margin: 0 0 24px; color: ${colours.soft}">${more}</p>`}`;

const partHtml = ({ title, link, lines, quotes, answers = [] }: Part, t: NewsTexts): Html => html`
<h2 style="margin: 0 0 4px; font-size: 17px; line-height: 1.35"><a class="link" href="${link}" dir="auto" style="color: ${colours.accent}; text-decoration: none">${title}</a></h2>
${lines.map((line) => html`<p style="margin: 0 0 4px">${belowTitle(line, title, t)}</p>`)}
${quotes.map(quoteHtml)}
${answers.length > 0 && html`<p style="margin: 12px 0 0">${answers.map(answerHtml)}</p>`}
<div style="height: 20px"></div>`;

/** A sentence that names a card, below the title of that card. */
function belowTitle(line: string, title: string, { thisCard }: NewsTexts): string {
  if (title !== '' && line.startsWith(`${title} `)) return `${thisCard.start}${line.slice(title.length)}`;
  if (line.endsWith(`: ${title}`)) return line.slice(0, -title.length - 2);
  if (line.endsWith(` ${title}`)) return `${line.slice(0, -title.length)}${thisCard.within}`;
  const parts = line.split(` ${title} `);
  return parts.length === 2 ? parts.join(` ${thisCard.within} `) : line;
}

const quoteHtml = ({ by, text }: Quote): Html => html`
<div class="line" style="margin: 12px 0 0; padding-block: 2px; padding-inline: 14px 0; border-inline-start: 3px solid ${colours.line}">
<p class="soft" style="margin: 0; color: ${colours.soft}; font-size: 13px">${by}</p>
<p dir="auto" style="margin: 0; white-space: pre-wrap; overflow-wrap: anywhere">${text}</p>
</div>`;

const answerHtml = ({ text, link }: { text: string; link: string }): Html =>
  html`<a class="link line" href="${link}" style="display: inline-block; margin: 0; margin-block-end: 8px; margin-inline-end: 8px; padding: 6px 14px; border: 1px solid ${colours.line}; border-radius: 8px; color: ${colours.accent}; font-weight: 600; text-decoration: none">${text}</a>`;
