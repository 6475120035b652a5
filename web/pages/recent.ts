import { me } from '../app/session.ts';

/* The boards that the user has opened in this browser, the latest first. */

const most = 8;

const key = (): string => `recent boards of ${me.peek()?.id ?? ''}`;

export function recentBoards(): readonly string[] {
  const ids: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
  return Array.isArray(ids) ? ids.map(String) : [];
}

export function remember(board: string): void {
  const others = recentBoards().filter((each) => each !== board);
  localStorage.setItem(key(), JSON.stringify([board, ...others].slice(0, most)));
}
