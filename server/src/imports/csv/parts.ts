import type { ImportedChecklist } from '../imported-board.ts';
import type { Link } from '../reading/description.ts';
import { dateIn } from './dates.ts';
import type { Column } from './plan.ts';
import { jsonIn, partsOf } from './values.ts';

/* Values of several parts. */

/** The options of a value of several: one of each column of the same heading, or a list in one. */
export const optionsIn = (texts: readonly string[], { places }: Pick<Column, 'places'>): string[] =>
  places.length > 1 ? texts.map((text) => text.trim()) : partsOf(texts[0] ?? '');

/** Titles of pages without the addresses that follow them. */
export const withoutPages = (text: string): string => text.replace(/ \(https?:\/\/[^()\s]*\)/g, '');

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (each): each is Record<string, unknown> =>
      typeof each === 'object' && each !== null && !Array.isArray(each),
  );

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `[{"title": …, "url": …}]`, `05/Oct/25 9:12 AM;author;plan.png;https://…`, or a text with addresses in it. */
export function linksIn(text: string, heading: string): Link[] {
  const listed = objectsIn(jsonIn(text)).flatMap(({ title, url }) =>
    textIn(url) === '' ? [] : [{ name: textIn(title), address: textIn(url), kind: heading }],
  );
  if (listed.length > 0) return listed;
  const [, name = '', only] = /^[^;]*;[^;]*;([^;]+);(https?:\/\/\S+)$/.exec(text) ?? [];
  if (only !== undefined) return [{ name, address: only, kind: heading }];
  const found = text.match(/https?:\/\/[^\s,;|]+/g) ?? [];
  if (found.length === 0) return [{ name: text, address: '', kind: heading }];
  return found.map((address) => ({ name: address, address, kind: heading }));
}

/** `{"Steps": ["one", "two"]}`, or a list of such. */
export function namedLists(text: string): ImportedChecklist[] | undefined {
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  return objectsIn(value).flatMap((each) =>
    Object.entries(each).map(([name, items]) => ({
      name,
      items: (Array.isArray(items) ? items : []).map((item) => ({ title: textIn(item), completed: false })),
    })),
  );
}

/** `[{"text": …, "by": …, "date": …}]`, `05/Oct/25 9:12 AM;author;text`, or a text. */
export function commentsIn(text: string): { text: string; by: string; at: string }[] {
  const listed = objectsIn(jsonIn(text));
  if (listed.length > 0) {
    return listed.map((each) => ({
      text: textIn(each.text),
      by: textIn(each.by),
      at: typeof each.date === 'number' ? String(each.date) : textIn(each.date),
    }));
  }
  const [, at = '', by = '', said = ''] = /^([^;\n]{1,40});([^;\n]{0,100});(.*)$/s.exec(text) ?? [];
  const isSaid = dateIn(at, true) !== undefined;
  // An account is no name that says anything to people.
  return isSaid
    ? [{ text: said, by: /^[\w:-]*\d[\w:-]*$/.test(by) ? '' : by, at }]
    : [{ text, by: '', at: '' }];
}
