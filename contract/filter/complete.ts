import { quotedValue } from './card-test.ts';
import { fold } from './fold.ts';
import { keys, type Offered, sorts, termOf } from './terms.ts';

/* What can be written at a place of a filter. */

/** A part of a text that a completion replaces. */
export interface Completions {
  from: number;
  to: number;
  /** What is offered: what is written instead, and what is shown. */
  options: readonly { text: string; name: string }[];
}

const most = 8;

/** The term that is being written: what follows the last space or parenthesis outside of quotation marks. */
function termBefore(text: string, caret: number): { from: number; word: string } {
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at++) {
    const char = text.charAt(at);
    if (isQuoted && char === '\\') at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (/[\s()]/.test(char) || (char === '-' && at === from))) from = at + 1;
  }
  return { from, word: text.slice(from, caret) };
}

/** A name as a value. */
export const written = (name: string): string =>
  /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) && !/^(?:none|any|me|or)$/i.test(name)
    ? name
    : quotedValue(name);

/** Completions of what stands before the caret; `namesOf` returns the names of a kind of things on the board. */
export function completionsAt(
  text: string,
  caret: number,
  namesOf: (of: Exclude<Offered, readonly string[]>) => readonly string[],
): Completions {
  const { from, word } = termBefore(text, caret);
  const colon = word.indexOf(':');
  if (colon < 0 && !word.startsWith('@')) {
    const offered = keys.map((key) => ({ text: `${key}:`, name: `${key}:` }));
    const me = word === '' ? [{ text: '@me ', name: '@me' }] : [];
    return { from, to: caret, options: [...me, ...fitting(offered, word)] };
  }
  const key = word.startsWith('@') ? 'member' : word.slice(0, colon).toLowerCase();
  const begins = valueBegins(word, word.startsWith('@') ? 1 : colon + 1);
  const value = word.slice(begins).replace(/^"/, '');
  const own = key === 'sort' ? sorts : (termOf(key)?.offers ?? []);
  const names = typeof own === 'string' ? namesOf(own) : own;
  const more = own === 'member' ? ['me'] : own === 'label' ? ['none'] : [];
  const options = [
    ...more.map((each) => ({ text: `${each} `, name: each })),
    ...names.map((name) => ({ text: `${typeof own === 'string' ? written(name) : name} `, name })),
  ];
  return { from: from + begins, to: caret, options: fitting(options, value) };
}

/** Where the last value of a term begins. */
function valueBegins(word: string, first: number): number {
  let begins = first;
  let isQuoted = false;
  for (let at = first; at < word.length; at++) {
    if (word.charAt(at) === '"') isQuoted = !isQuoted;
    if (word.charAt(at) === ',' && !isQuoted) begins = at + 1;
  }
  return begins;
}

/** Those that begin with what is written come first, then those that contain it. */
function fitting(options: Completions['options'], part: string): { text: string; name: string }[] {
  const wanted = fold(part);
  const begin = options.filter(({ name }) => fold(name).startsWith(wanted));
  const contain = options.filter(
    ({ name }) => !begin.some((each) => each.name === name) && fold(name).includes(wanted),
  );
  return [...begin, ...contain].slice(0, most);
}
