import { Invalid } from '../errors.ts';

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
const newest: Cursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

export const cursorText = ({ at, id }: Cursor): string => `${at}.${id}`;

/** Throws `Invalid` for what `cursorText` did not write; `newest` where none is given. */
export function cursorFrom(text: string | undefined): Cursor {
  if (text === undefined) return newest;
  const [, at, id] = /^(\d{1,16})\.([0-9a-z]{16})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw new Invalid('query/cursor is no nextCursor of this list');
  return { at: Number(at), id };
}
