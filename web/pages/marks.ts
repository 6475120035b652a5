/* Marks search matches in a text, by the same rules as the service's search: case and accents do not matter. */

/** A text without case and accents, and the original index of each of its characters. */
function folded(text: string): { plain: string; from: number[] } {
  let plain = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (let n = 0; n < bare.length; n++) from.push(at);
    plain += bare;
    at += letter.length;
  }
  from.push(text.length);
  return { plain, from };
}

const wordsOf = (wanted: string): string[] => folded(wanted).plain.split(/\s+/).filter(Boolean);

export interface Part {
  part: string;
  isFound: boolean;
}

/** Splits a text into matches and the pieces between them. */
export function marked(text: string, wanted: string): Part[] {
  const { plain, from } = folded(text);
  const isFound = Array.from({ length: text.length }, () => false);
  for (const word of wordsOf(wanted)) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length))
      isFound.fill(true, from[at], from[at + word.length]);
  }
  const parts: Part[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = parts.at(-1);
    if (last && last.isFound === isFound[at]) last.part += text[at];
    else parts.push({ part: text[at] ?? '', isFound: isFound[at] ?? false });
  }
  return parts;
}

/** Max characters of a description shown, and how many of those come before the match. */
const length = 160;
const before = 40;

/** A text without Markdown marks. */
const unmarked = (text: string): string =>
  text
    .replace(/^[ \t]*(?:[-*+>]|#{1,6}|\d{1,9}\.)[ \t]+/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*|`+/g, '');

/** The part of a long text around the first match; empty if there is none. */
export function snippetOf(text: string, wanted: string): string {
  const line = unmarked(text).replace(/\s+/g, ' ').trim();
  const { plain, from } = folded(line);
  const places = wordsOf(wanted).flatMap((word) => {
    const at = plain.indexOf(word);
    return at < 0 ? [] : [from[at] ?? 0];
  });
  if (places.length === 0) return '';
  const start = Math.max(0, Math.min(...places) - before);
  const end = start + length;
  return `${start > 0 ? '… ' : ''}${line.slice(start, end)}${end < line.length ? ' …' : ''}`;
}
