import { type Html, html } from '../../base/html.ts';
import { newsTexts } from '../../base/mail/texts/en-news.ts';
import type { Content, Part, Quote, Section } from './letter.ts';

/*
 * How a mail of notifications looks, as text and as HTML. Mail programs know little of CSS, and some leave out style sheets: what
 * matters is in the elements; the sheet only has the colors of dark mode.
 */

const t = newsTexts;

const colours = { text: '#25242e', soft: '#666472', line: '#dddce4', accent: '#4f46c7', paper: '#ffffff' };

const dark = `
@media (prefers-color-scheme: dark) {
  .paper { background: #1d1c24 !important; color: #eeedf3 !important }
  .soft { color: #b3b1bf !important }
  .line { border-color: #3d3b48 !important }
  .link { color: #a9a5f5 !important }
  .button { background: #a9a5f5 !important; color: #17161f !important }
}`;

const font = 'font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif';

export function documentOf(content: Content): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) };
}

function textOf({ sections, more, links, cardId, reply }: Content): string {
  const blocks = sections.flatMap(({ board, parts }) => [
    ...(cardId === undefined ? [(board ?? t.others).toUpperCase()] : []),
    ...parts.map((part) => partText(part)),
  ]);
  const foot = [whyOf(reply), `${t.settings}: ${links.settings}`, `${t.unsubscribe}: ${links.unsubscribe}`];
  return [
    ...(reply === undefined ? [] : [t.replyAbove]),
    ...blocks,
    ...(more > 0 ? [`${t.more(more)}\n${links.inbox}`] : []),
    `-- \n${foot.join('\n')}`,
    '',
  ].join('\n\n');
}

const whyOf = (reply: string | undefined): string =>
  `${t.why} ${reply === undefined ? t.noReplies : t.replies}`;

const partText = ({ title, lines, quotes, link }: Part): string =>
  [...(lines.length > 0 ? lines : [title]), ...quotes.map(quoteText), link].join('\n');

const quoteText = ({ by, text }: Quote): string => `\n${by}:\n${text.replace(/^/gm, '> ')}\n`;

const htmlOf = (content: Content): string => {
  const { subject, sections, more, links, cardId, reply } = content;
  const button = cardId === undefined ? { text: t.inbox, link: links.inbox } : undefined;
  const [only] = sections[0]?.parts ?? [];
  const open = button ?? { text: t.open, link: only?.link ?? links.inbox };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background: ${colours.paper}; color: ${colours.text}">
<div class="paper" style="max-width: 36em; margin: 0 auto; padding: 24px; ${font}">
${reply !== undefined && html`<p class="soft" style="margin: 0 0 16px; color: ${colours.soft}; font-size: 13px">${t.replyAbove}</p>`}
${sections.map((section) => sectionHtml(section, cardId !== undefined))}
${more > 0 && html`<p style="margin: 0 0 24px">${t.more(more)}</p>`}
<p style="margin: 0 0 32px"><a class="button" href="${open.link}" style="display: inline-block; padding: 9px 18px; border-radius: 8px; background: ${colours.accent}; color: ${colours.paper}; font-weight: 600; text-decoration: none">${open.text}</a></p>
<p class="soft line" style="margin: 0; padding-top: 16px; border-top: 1px solid ${colours.line}; color: ${colours.soft}; font-size: 13px">${whyOf(reply)}<br>
<a class="link" href="${links.settings}" style="color: ${colours.accent}">${t.settings}</a> · <a class="link" href="${links.unsubscribe}" style="color: ${colours.accent}">${t.unsubscribe}</a></p>
</div>
</body>
</html>
`.text;
};

const sectionHtml = ({ board, parts }: Section, isOfCard: boolean): Html => html`
<p class="soft" style="margin: 0 0 ${isOfCard ? 4 : 12}px; color: ${colours.soft}; font-size: 13px; font-weight: 600">${board ?? (isOfCard ? '' : t.others)}</p>
${parts.map((part) => partHtml(part))}`;

const partHtml = ({ title, link, lines, quotes }: Part): Html => html`
<h2 style="margin: 0 0 4px; font-size: 17px; line-height: 1.35"><a class="link" href="${link}" style="color: ${colours.accent}; text-decoration: none">${title}</a></h2>
${lines.map((line) => html`<p style="margin: 0 0 4px">${line}</p>`)}
${quotes.map(quoteHtml)}
<div style="height: 20px"></div>`;

const quoteHtml = ({ by, text }: Quote): Html => html`
<div class="line" style="margin: 12px 0 0; padding: 2px 0 2px 14px; border-left: 3px solid ${colours.line}">
<p class="soft" style="margin: 0; color: ${colours.soft}; font-size: 13px">${by}</p>
<p style="margin: 0; white-space: pre-wrap; overflow-wrap: anywhere">${text}</p>
</div>`;
