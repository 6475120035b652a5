import { quotedValue } from './card-passes.ts';
import { type FilterField, fieldsNamed, offersOf } from './fields.ts';
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

/** The name of a field as a key: in quotation marks if it is one already. */
const writtenKey = (name: string): string =>
  keys.includes(name.toLowerCase()) ? quotedValue(name) : written(name);

/** What is on the board. */
export interface OnBoard {
  namesOf: (of: Exclude<Offered, readonly string[]>) => readonly string[];
  fields: readonly FilterField[];
}

/** Completions of what stands before the caret. */
export function completionsAt(text: string, caret: number, board: OnBoard): Completions {
  const { from, word } = termBefore(text, caret);
  const colon = colonIn(word);
  if (colon < 0 && !word.startsWith('@')) return { from, to: caret, options: keysFor(word, board) };
  const key = word.startsWith('@') ? 'member' : word.slice(0, colon);
  const first = valueBegins(word, word.startsWith('@') ? 1 : colon + 1);
  const begins = key.toLowerCase() === 'sort' && word.charAt(first) === '-' ? first + 1 : first;
  const value = word.slice(begins).replace(/^"/, '');
  return { from: from + begins, to: caret, options: fitting(valuesFor(key, board), value) };
}

/** Keys, and the names of fields; within quotation marks only those. */
function keysFor(word: string, { fields }: OnBoard): Completions['options'] {
  const ofFields = fields.map(({ name }) => ({ text: `${writtenKey(name)}:`, name: `${name}:` }));
  if (word.startsWith('"')) return fitting(ofFields, word.slice(1));
  const own = keys.map((key) => ({ text: `${key}:`, name: `${key}:` }));
  const me = word === '' ? [{ text: '@me ', name: '@me' }] : [];
  return [...me, ...fitting([...own, ...ofFields], word)];
}

function valuesFor(key: string, { namesOf, fields }: OnBoard): Completions['options'] {
  const words = (of: readonly string[]) => of.map((each) => ({ text: `${each} `, name: each }));
  const named = (of: readonly string[]) => of.map((name) => ({ text: `${written(name)} `, name }));
  const lower = key.toLowerCase();
  const own = lower === 'sort' ? sorts : termOf(lower)?.offers;
  if (own === undefined) {
    const [field] = fieldsNamed(unquoted(key), fields);
    if (!field) return [];
    const { names, words: more } = offersOf(field);
    return [...named(typeof names === 'string' ? namesOf(names) : names), ...words(more)];
  }
  if (typeof own === 'string') {
    const more = own === 'member' ? ['me'] : own === 'label' ? ['none'] : [];
    return [...words(more), ...named(namesOf(own))];
  }
  const takesFields = lower === 'sort' || lower === 'has' || lower === 'no';
  return [...words(own), ...(takesFields ? named(fields.map(({ name }) => name)) : [])];
}

const unquoted = (key: string): string => key.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');

/** Where the colon after a key is; a negative number if there is none outside of quotation marks. */
function colonIn(word: string): number {
  let isQuoted = false;
  for (let at = 0; at < word.length; at++) {
    const char = word.charAt(at);
    if (isQuoted && char === '\\') at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === ':' && !isQuoted) return at;
  }
  return -1;
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
