import { directionOf, type Language } from '../../../../contract/languages.ts';
import { type Html, html } from '../html.ts';

/*
 * What all mails look like. Mail programs know little of CSS, and some leave out style sheets: what matters is in the elements; the
 * sheet only has the colors of dark mode.
 */

export const colours = {
  text: '#25242e',
  soft: '#666472',
  line: '#dddce4',
  accent: '#4f46c7',
  paper: '#ffffff',
};

const dark = `
@media (prefers-color-scheme: dark) {
  .paper { background: #1d1c24 !important; color: #eeedf3 !important }
  .soft { color: #b3b1bf !important }
  .line { border-color: #3d3b48 !important }
  .link { color: #a9a5f5 !important }
  .button { background: #a9a5f5 !important; color: #17161f !important }
}`;

const font = 'font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif';

interface Page {
  language: Language;
  subject: string;
  /** What programs show next to the subject in a list of mails. */
  preview?: string;
}

/** A mail as HTML. */
export const mailPage = ({ language, subject, preview }: Page, body: Html): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background: ${colours.paper}; color: ${colours.text}">
${preview && html`<div style="display: none; overflow: hidden; max-height: 0">${preview}</div>`}
<div class="paper" style="max-width: 36em; margin: 0 auto; padding: 24px; ${font}; overflow-wrap: anywhere">
${body}
</div>
</body>
</html>
`.text;

/** The link that a mail is about. */
export const mailButton = (text: string, link: string): Html =>
  html`<p style="margin: 0 0 32px"><a class="button" href="${link}" style="display: inline-block; padding: 9px 18px; border-radius: 8px; background: ${colours.accent}; color: ${colours.paper}; font-weight: 600; text-decoration: none">${text}</a></p>`;
