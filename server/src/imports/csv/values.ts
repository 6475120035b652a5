import { createHash } from 'node:crypto';
import { emailAddress } from '../../base/email-address.ts';
import type { ImportedChecklist, ImportedPerson } from '../imported-board.ts';
import { dateIn } from './dates.ts';
import { ofAll, unaccented } from './words.ts';

/* Parses the values of fields. */

/** Removes the quotes that keep spreadsheets from taking a field for a formula. */
export const plainOf = (field: string): string =>
  field
    .replace(/^'(?='*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20])/, '')
    .replace(/(?<=[;|\t\r\n])'(?='*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![+-]*(?:\s|$))))/g, '');

/** `bug, urgent`, or `[bug, urgent]`. */
export const partsOf = (field: string, separator?: 'none' | ';'): string[] => {
  const listed = jsonIn(field);
  if (Array.isArray(listed)) return distinct(listed.map((each) => (typeof each === 'string' ? each : '')));
  const inner = /^\[[^[\]]*\]$/.test(field.trim()) ? field.trim().slice(1, -1) : field;
  if (separator === 'none') return distinct([inner]);
  return distinct(inner.split(separator ?? /[,;|\r\n]/));
};

const distinct = (parts: readonly string[]): string[] => [
  ...new Set(parts.map((part) => part.trim()).filter((part) => part !== '')),
];

/** The content of a field that is JSON; undefined if it is none. */
export function jsonIn(field: string): unknown {
  if (!/^\s*(?:\[\s*["{]|\{)/.test(field)) return undefined;
  try {
    return JSON.parse(field);
  } catch {
    return undefined;
  }
}

const no = new Set(['false', 'no', 'n', '0', 'unchecked', ...ofAll('no')]);
const yes = new Set(['true', 'yes', 'y', '1', 'x', 'v', '✓', '✔', 'checked', ...ofAll('yes')]);
const unset = new Set([
  '',
  ...no,
  'open',
  'opened',
  'active',
  'to do',
  'todo',
  'new',
  'not started',
  'in progress',
  'indeterminate',
  ...ofAll('open'),
]);
const set = new Set([
  ...yes,
  'archived',
  'closed',
  'done',
  'complete',
  'completed',
  'resolved',
  ...ofAll('done'),
]);

/** Longer texts are no such words. */
const longestWord = 40;

const wordOf = (field: string): string | undefined =>
  field.length > longestWord ? undefined : unaccented(field);

/** Whether a field says yes or no; undefined if it says neither. */
export function answerOf(field: string): boolean | undefined {
  const said = wordOf(field) ?? field;
  if (yes.has(said)) return true;
  return no.has(said) ? false : undefined;
}

/** Whether a mark is set, and since when if known; undefined if the field cannot be parsed. */
export function markOf(field: string, dayFirst = false): { isSet: boolean; at: number | null } | undefined {
  const said = wordOf(field) ?? field;
  if (unset.has(said)) return { isSet: false, at: null };
  if (set.has(said)) return { isSet: true, at: null };
  const at = dateIn(field, dayFirst);
  return at === undefined ? undefined : { isSet: true, at };
}

/**
 * Lines such as `[x] Buy paint` are items, other lines are names of checklists. If there are no such lines, each line is an item,
 * unless `areMarked` is set: then items always have marks. `unnamed` is the name of what has none.
 */
export function checklistsOf(field: string, areMarked: boolean, unnamed: string): ImportedChecklist[] {
  const lines = field.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const items = lines.map((line) => /^\s*(?:[-*] )?\[([ xX])\]\s+(.*)$/.exec(line));
  const hasNames = areMarked || items.some(Boolean);
  const checklists: ImportedChecklist[] = [];
  for (const [place, line] of lines.entries()) {
    const item = items[place];
    if (hasNames && !item) {
      checklists.push({ name: line.trim(), items: [] });
      continue;
    }
    if (checklists.length === 0) checklists.push({ name: unnamed, items: [] });
    const [, mark = ' ', title = line.trim()] = item ?? [];
    checklists.at(-1)?.items.push({ title, completed: mark !== ' ' });
  }
  return checklists;
}

/** `12`, or `WEB-12`; null for anything else. */
export const numberOf = (field: string): number | null =>
  Number(/^(?:[\p{L}\d]+-)?#?(\d{1,9})$/u.exec(field.trim())?.[1] ?? 0) || null;

/** `Ann Lee`, `ann@example.com`, or `Ann Lee <ann@example.com>`. */
export function personOf(text: string): ImportedPerson {
  const [, named = '', address = ''] = /^([^<]*)<([^<>\s]{1,64}@[^<>\s]{1,255})>$/.exec(text) ?? [];
  const email = emailAddress(address || text) ?? null;
  const name = address === '' ? text : named.trim() || address;
  const known = address === '' ? name : address;
  const isPlain = /^[\w. @+-]{1,60}$/.test(known);
  const digest = () => createHash('sha256').update(known.toLowerCase()).digest('hex').slice(0, 16);
  return { name, email, username: isPlain ? known : `csv-${digest()}` };
}

/** What tells people apart. */
export const personKey = (text: string): string =>
  (/<([^<>\s]{1,64}@[^<>\s]{1,255})>$/.exec(text)?.[1] ?? text).toLowerCase();
