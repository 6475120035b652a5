import { sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { Conflict, Invalid } from '../base/errors.ts';
import { workIn } from '../data/cards/fragments.ts';
import type { TargetList } from './lookups.ts';

const cardsIn = query(
  'cards.countInList',
  (_db, p: { workspaceId: string; listId: string }) => sql<{ cards: number }>`
  select ${workIn(p.workspaceId, 'l.id')} as cards from lists l
  where l.workspace_id = ${p.workspaceId} and l.id = ${p.listId}`,
);

/** Whether a card more is too many for a list, which the work has locked. */
async function isFull(tx: Reading, workspaceId: string, { id, limit }: TargetList): Promise<boolean> {
  if (limit === null) return false;
  const found = await tx.first(cardsIn, { workspaceId, listId: id });
  return (found?.cards ?? 0) >= limit;
}

/** Throws `Conflict` if a list refuses a further card. */
export async function requireRoomIn(tx: Reading, workspaceId: string, list: TargetList): Promise<void> {
  if (await isFull(tx, workspaceId, list)) throw new Conflict('list-full', { max: list.limit ?? 0 });
}

/** The same for operations whose specification lists no 409: throws `Invalid`. */
export async function requireRoomForCopy(tx: Reading, workspaceId: string, list: TargetList): Promise<void> {
  if (await isFull(tx, workspaceId, list)) {
    throw new Invalid('list-full', { max: list.limit ?? 0 });
  }
}

const cardsInEach = query(
  'cards.countInLists',
  (_db, p: { workspaceId: string; listIds: readonly string[] }, fn) => sql<{ listId: string; cards: number }>`
  select r.id as "listId", ${workIn(p.workspaceId, 'r.id')} as cards from ${fn.ids(p.listIds)} r`,
);

/** Throws `Conflict` if one of some lists, which the work has locked, refuses so many further cards. */
export async function requireRoomForMany(
  tx: Reading,
  workspaceId: string,
  lists: readonly { id: string; limit: number | null; more: number }[],
): Promise<void> {
  const limited = lists.filter(({ limit }) => limit !== null);
  if (limited.length === 0) return;
  const found = await tx.all(cardsInEach, { workspaceId, listIds: limited.map(({ id }) => id) });
  const counts = new Map(found.map(({ listId, cards }) => [listId, cards]));
  for (const { id, limit, more } of limited)
    if ((counts.get(id) ?? 0) + more > (limit ?? 0)) throw new Conflict('list-full', { max: limit ?? 0 });
}
