import { me } from '../app/session.ts';
import { local } from '../sync/local.ts';

/* The boards that the user has opened in this browser, the latest first. */

export interface Recent {
  id: string;
  /** How many cards each list had when the board was last seen, as far as it is known. */
  lists?: readonly number[];
}

const most = 8;
/** Max number of lists that are remembered: as many as a tile can draw. */
const mostLists = 8;

const key = (): string => `recent boards of ${me.peek()?.id ?? ''}`;

export function recentBoards(): readonly Recent[] {
  const stored: unknown = JSON.parse(local.get(key()) ?? '[]');
  if (!Array.isArray(stored)) return [];
  return stored.map((each: Recent | string) => (typeof each === 'string' ? { id: each } : each));
}

/** Puts a board first, with what is on it if that is known by now. */
export function remember(id: string, lists?: readonly number[]): void {
  const all = recentBoards();
  const known = lists?.slice(0, mostLists) ?? all.find((each) => each.id === id)?.lists;
  const now: Recent = known ? { id, lists: known } : { id };
  const others = all.filter((each) => each.id !== id);
  local.set(key(), JSON.stringify([now, ...others].slice(0, most)));
}
