import { type Language, markOf } from '../../../../contract/languages.ts';
import { chatWords } from './words/words.ts';

/* What a chat is told, before it is written in the form of its service. */

/** A piece of a line: text, or a link. Texts are whatever people wrote: each service escapes them in its own way. */
export type Part = string | { readonly text: string; readonly url: string };

export type Line = readonly Part[];

/** What happened on a board since the last message. */
export interface Told {
  readonly language: Language;
  readonly board: { readonly name: string; readonly url: string };
  /** One for each change, oldest first. */
  readonly lines: readonly Line[];
  /** Where to look: at the card if there is one change, otherwise at the board. */
  readonly url: string;
}

/** Max changes that one message lists; it counts the others. */
const maxListed = 10;

/** The longest that a text in a line may be; shorter ones are tried where the lines have no room. */
const lengths = [300, 100, 30] as const;

/** A character that shows nothing, or changes the direction of what follows. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu;

/** A text as one line of at most `most` characters. */
export function cut(text: string, most: number): string {
  const line = text.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const shortened = (line: Line, most: number): Line =>
  line.map((part) => (typeof part === 'string' ? part : { ...part, text: cut(part.text, most) }));

/** A sentence with what stands in its braces filled in. */
export const filled = (sentence: string, values: Readonly<Record<string, Part>>): Line =>
  sentence.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 0 ? piece : (values[piece] ?? '')));

/** How a service writes a line, and how much of its room that takes. */
export interface Writing<T> {
  readonly write: (line: Line) => T;
  readonly sizeOf: (written: T) => number;
  /** For all lines. */
  readonly room: number;
}

/** The lines of a message, as many as there is room for; at least one. */
export function written<T>({ board, lines, language }: Told, writing: Writing<T>): T[] {
  const { sizeOf, room } = writing;
  const words = chatWords[language];
  const write = (line: Line) => writing.write([markOf(language), ...line]);
  const head = { text: cut(board.name, 100), url: board.url };
  const [first = [], ...others] = lines;
  if (others.length === 0) {
    const tries = lengths.map((most) => write([...shortened(first, most), ' · ', head]));
    return [tries.find((each) => sizeOf(each) <= room) ?? write(filled(words.oneChange, { board: head }))];
  }
  const title = write(filled(words.changes(lines.length), { board: head }));
  const listed = lines.slice(0, maxListed).map((line) => write(['• ', ...shortened(line, 100)]));
  const most = (count: number) => write([words.more(count)]);
  let left = room - sizeOf(title) - sizeOf(most(lines.length));
  const fitting = listed.filter((line) => {
    left -= sizeOf(line);
    return left >= 0;
  });
  const more = lines.length - fitting.length;
  return [title, ...fitting, ...(more > 0 ? [most(more)] : [])];
}
