import { sql } from 'kysely';
import type { Action } from '../../../../contract/rule-shapes.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import { type CardOperation, changeCards } from '../../cards/actions/bulk.ts';
import { readFilter } from '../../reading/filter/filter.ts';
import { scopeOf } from '../../reading/filter/names.ts';
import { compareKeys } from '../../reading/filter/order.ts';
import type { OfBoard } from '../queries.ts';

/* Lists are sorted by as few moves as are needed: those who follow the board are told of each. */

/** Cards of a list that is sorted. */
const longestList = 2000;

/** Moves of one run, as many as a request for many changes may have; what is left is moved by the next run. */
const mostMoves = 200;

const inOrder = query(
  'rules.listInOrder',
  (_db, p: { workspaceId: string; listId: string; limit: number }) => sql<{ id: string }>`
  select c.id as id from cards c
  where c.workspace_id = ${p.workspaceId} and c.list_id = ${p.listId} and c.archived_at is null and c.deleted_at is null
  order by c.position limit ${p.limit}`,
);

const listsIn = (actions: readonly Action[]): string[] => [
  ...new Set(actions.flatMap(({ type, listPublicId = '' }) => (type === 'sort-list' ? [listPublicId] : []))),
];

/** The cards of the lists that actions sort, so that they can be locked before the lists. */
export async function cardsToSort(
  { tx }: Pick<Work, 'tx'>,
  workspaceId: string,
  actions: readonly Action[],
): Promise<string[]> {
  const found: string[] = [];
  for (const listId of listsIn(actions)) {
    const cards = await tx.all(inOrder, { workspaceId, listId, limit: longestList + 1 });
    if (cards.length > longestList) throw new Invalid('list-too-long-to-sort', { max: longestList });
    found.push(...cards.map(({ id }) => id));
  }
  return found;
}

/** Sorts lists, one action after another. Moves no card but those that are `held`, which the work has locked. */
export async function sortLists(
  work: Work,
  { boardId }: OfBoard,
  actions: readonly Action[],
  held: ReadonlySet<string>,
): Promise<void> {
  let left = mostMoves;
  for (const { type, listPublicId: listId = '', by = '' } of actions) {
    if (type !== 'sort-list') continue;
    const list = await fromBody('listPublicId', locate(work.tx, work.actor, 'list', listId, 'card:edit'));
    if (list.boardId !== boardId) throw new Invalid('not-found', { field: 'body/listPublicId' });
    const { workspaceId } = list;
    const found = await work.tx.all(inOrder, { workspaceId, listId, limit: 2 * longestList });
    const ids = found.map(({ id }) => id).filter((id) => held.has(id));
    const moves = movesTo(ids, await sorted(work, list, ids, by)).slice(0, left);
    left -= moves.length;
    if (moves.length > 0) await changeCards(work, moves);
  }
}

/** The cards in an order; those that it does not tell apart stay as they are. */
async function sorted(
  { tx, actor, now }: Work,
  list: Located<'list'>,
  ids: readonly string[],
  by: string,
): Promise<string[]> {
  const scope = scopeOf(list, [list.boardId], actor);
  const filter = await readFilter(
    { db: tx, turns: (step) => step() },
    `sort:${by}`,
    scope,
    { now, timeZone: actor.timeZone },
    'body/by',
  );
  if (!filter) return [...ids];
  const keys = await filter.passing(ids);
  return ids.toSorted((a, b) => compareKeys(filter.sort, keys.get(a) ?? [], keys.get(b) ?? []));
}

/** The moves that make one order of cards another: as many stay where they are as can. */
function movesTo(before: readonly string[], after: readonly string[]): CardOperation[] {
  const place = new Map(before.map((id, index) => [id, index]));
  const staying = longestRising(after.map((id) => place.get(id) ?? 0));
  const bounds = [...after.keys()].filter((index) => staying.has(index));
  return [...bounds, after.length].flatMap((end, at) => movesBetween(after, bounds[at - 1] ?? -1, end));
}

/**
 * The moves of what belongs between two cards that are in order. The middle one goes first: if all went into one gap one by one, it
 * would soon have no room.
 */
function movesBetween(after: readonly string[], start: number, end: number): CardOperation[] {
  const middle = (start + end) >> 1;
  const cardPublicId = after[middle];
  if (middle <= start || cardPublicId === undefined) return [];
  const previous = after[start];
  const spot = previous === undefined ? { index: 0 } : { afterPublicId: previous };
  return [
    { type: 'move', cardPublicId, ...spot },
    ...movesBetween(after, start, middle),
    ...movesBetween(after, middle, end),
  ];
}

/** The indexes of a longest rising part of different numbers. */
function longestRising(numbers: readonly number[]): Set<number> {
  // Of each length, the index at which a part ends with the lowest number; and what comes before each.
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) found.add(index);
  return found;
}
