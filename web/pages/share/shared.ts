/* What other apps share, as the title and the description of a card. */

export interface Shared {
  title: string;
  description: string;
}

/** A single line, as the title of a card is. */
const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Many apps put a link into the text instead of the field for links, or repeat the title there. */
export function sharedWith(query: URLSearchParams): Shared {
  const of = (name: string) => (query.get(name) ?? '').trim();
  const [title, text, url] = [lineOf(of('title')), of('text'), of('url')];
  const lines = text.split('\n');
  const known = title || lineOf(lines[0] ?? '') || url;
  const rest = title ? text : lines.slice(1).join('\n').trim();
  const isRepeated = rest === known || lineOf(rest) === known;
  const parts = [isRepeated ? '' : rest, url !== known && !text.includes(url) ? url : ''];
  return { title: known.slice(0, 2000), description: parts.filter(Boolean).join('\n\n') };
}
