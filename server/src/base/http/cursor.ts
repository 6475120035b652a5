import { afterAllTime, beforeAllTime } from '../clock.ts';
import { Invalid } from '../errors.ts';
import { Json } from './bind.ts';

/** The end of a page of a list ordered by time. Two nodes may write rows in the same microsecond, so the id breaks ties. */
export interface Cursor {
  /** Microseconds. */
  at: number;
  id: string;
}

/** The cursor before the first page of a newest-first list. */
const newest: Cursor = { at: afterAllTime, id: '' };

export const cursorText = ({ at, id }: Cursor): string => `${at}.${id}`;

/** The cursor before the first page of an oldest-first list. */
export const oldest: Cursor = { at: beforeAllTime, id: '' };

/** Parses a cursor; returns `first` if there is none. Throws `Invalid` for text that `cursorText` did not write. */
export function cursorFrom(text: string | undefined, first = newest): Cursor {
  if (text === undefined) return first;
  const [, time, id] = /^(-?\d{1,17})\.([0-9a-z]{16})$/.exec(text) ?? [];
  const at = Number(time);
  // Also true for NaN.
  if (id === undefined || !(at >= beforeAllTime && at <= afterAllTime)) {
    throw new Invalid('wrong-cursor', { field: 'query/cursor' });
  }
  return { at, id };
}

/** The id that a cursor names, of a list ordered by ids; empty before the first page. Throws `Invalid` for what is no id. */
export function idFrom(cursor = ''): string {
  if (/^([0-9a-z]{16})?$/.test(cursor)) return cursor;
  throw new Invalid('wrong-cursor', { field: 'query/cursor' });
}

/** The requested page: `found` has one row more than `limit` if there is a further page. */
export function pageOf<R extends Cursor>(
  found: readonly R[],
  limit: number,
): { shown: R[]; hasMore: boolean; nextCursor: string | null } {
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = shown.at(-1);
  return { shown, hasMore, nextCursor: hasMore && last ? cursorText(last) : null };
}

/** A page whose entries the database has written as JSON; `key` is the name of the list in the reply. */
export const pageJson = <T>(
  key: string,
  shown: readonly { json: string }[],
  nextCursor: string | null,
): Json<T> => {
  const list = shown.map(({ json }) => json).join(',');
  return new Json(
    `{"${key}":[${list}],"hasMore":${nextCursor !== null},"nextCursor":${JSON.stringify(nextCursor)}}`,
  );
};
