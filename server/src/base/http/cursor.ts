import { afterAllTime, beforeAllTime } from '../clock.ts';
import { Invalid } from '../errors.ts';
import { Json } from './bind.ts';

/**
 * Where a page of a list by time ended. Two rows may have been written in one microsecond, by two nodes, so the time
 * alone would lose one: the id goes along.
 */
export interface Cursor {
  /** Microseconds. */
  at: number;
  id: string;
}

/** Stands before the first page of a list that begins with the newest. */
const newest: Cursor = { at: afterAllTime, id: '' };

export const cursorText = ({ at, id }: Cursor): string => `${at}.${id}`;

/** Stands before the first page of a list that begins with the oldest. */
export const oldest: Cursor = { at: beforeAllTime, id: '' };

/** Throws `Invalid` for what `cursorText` did not write; `first` where none is given. */
export function cursorFrom(text: string | undefined, first = newest): Cursor {
  if (text === undefined) return first;
  const [, time, id] = /^(-?\d{1,17})\.([0-9a-z]{16})$/.exec(text) ?? [];
  const at = Number(time);
  // Also where it is no number.
  if (id === undefined || !(at >= beforeAllTime && at <= afterAllTime)) {
    throw new Invalid('query/cursor is not a nextCursor of this list');
  }
  return { at, id };
}

/** The page that was asked for: `found` has one row more than `limit` where there is a further page. */
export function pageOf<R extends Cursor>(
  found: readonly R[],
  limit: number,
): { shown: R[]; hasMore: boolean; nextCursor: string | null } {
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = shown.at(-1);
  return { shown, hasMore, nextCursor: hasMore && last ? cursorText(last) : null };
}

/** A page whose entries the database has written as JSON; `key` is what the list is called in the reply. */
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
