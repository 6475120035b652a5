import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { local } from '../sync/local.ts';

/* Which lists are folded to a narrow strip: stored per board in this browser only. */

const boards = new Map<string, Signal<ReadonlySet<string>>>();

const nameOf = (boardId: string): string => `folded lists of ${boardId}`;

export function folded(boardId: string): ReadonlySignal<ReadonlySet<string>> {
  return keptOf(boardId);
}

export function fold(boardId: string, listId: string, isFolded: boolean): void {
  const kept = keptOf(boardId);
  if (kept.peek().has(listId) === isFolded) return;
  const next = new Set(kept.peek());
  if (isFolded) next.add(listId);
  else next.delete(listId);
  kept.value = next;
  local.set(nameOf(boardId), JSON.stringify([...next]));
}

function keptOf(boardId: string): Signal<ReadonlySet<string>> {
  const known = boards.get(boardId) ?? signal(read(boardId));
  boards.set(boardId, known);
  return known;
}

function read(boardId: string): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(local.get(nameOf(boardId)) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.map(String) : []);
  } catch {
    return new Set();
  }
}
