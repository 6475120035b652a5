import type { Line, Part } from './told.ts';

/*
 * How each service marks up text. Whatever people wrote is escaped, so that it can neither mention anybody, nor look like a
 * link of ours, nor end one.
 */

/** Writes a line with a service's own links. */
export const marked =
  (escape: (text: string) => string, link: (text: string, url: string) => string) =>
  (line: Line): string =>
    line
      .map((part) => (typeof part === 'string' ? escape(part) : link(escape(part.text), part.url)))
      .join('');

/** As text without markup: a link shows its text only. */
export const textOf = (part: Part): string => (typeof part === 'string' ? part : part.text);
export const plainText = (line: Line): string => line.map(textOf).join('');

/** Slack: only these three have a meaning to it; `<!channel>` and `<url|text>` need them. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
export const slackLine = marked(slackText, (text, url) => `<${url}|${text}>`);

/** For Matrix and for the cards of Google Chat. */
const htmlText = (text: string): string => slackText(text).replaceAll('"', '&quot;');
export const htmlLine = marked(htmlText, (text, url) => `<a href="${htmlText(url)}">${text}</a>`);

/** Discord takes a backslash before anything that is neither a letter, a digit nor a space. */
const discordText = (text: string): string => text.replace(/[\\*_~`|>#+\-[\](){}<@:!.]/g, '\\$&');
export const discordLine = marked(discordText, (text, url) => `[${text}](${url})`);

/** Follows an `@` or a `~`, so that it begins no mention. */
const joiner = '\u200b';

/** Where every `@name` of a message is a mention, whatever stands around it. */
export const unmentioned = (text: string): string => text.replaceAll('@', `@${joiner}`);

const mattermostText = (text: string): string =>
  text.replace(/[\\`*{}[\]()#+\-.!_>~|@]/g, (each) =>
    each === '@' ? `@${joiner}` : each === '~' ? `\\~${joiner}` : `\\${each}`,
  );
export const mattermostLine = marked(mattermostText, (text, url) => `[${text}](${url})`);
