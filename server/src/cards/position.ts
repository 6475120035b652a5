import { type Kysely, sql } from 'kysely';
import type { Reading, Writing } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRows } from '../base/db/statements.ts';
import type { Tables } from '../base/db/tables.ts';
import { Invalid } from '../base/errors.ts';
import { orderOf, positionsAfter } from '../base/ordering/order.ts';
import { neighbourOf, type Spot } from '../base/ordering/spot.ts';
import { cardBlocks } from '../data/cards/tables.ts';

/*
 * The place of a card: its `index` is the number of live cards before it in the list, its `position` the order key behind
 * that. The order of a list changes only under the lock of the list, so recorded indexes are correct. Cards are counted in
 * blocks (`db/migrations/0002-card-blocks.ts`), so a long list costs as much as a short one.
 */

interface InList {
  workspaceId: string;
  listId: string;
}

const order = orderOf({
  table: 'cards',
  parent: 'list_id',
  live: 'archived_at is null and deleted_at is null',
  away: '(archived_at is not null or deleted_at is not null)',
  async hold(tx, { workspaceId, parentId }, ids) {
    await tx.lock('cards', workspaceId, ids);
    await tx.lock('lists', workspaceId, [parentId]);
  },
  boardFrom: (p) => sql`from lists where workspace_id = ${p.workspaceId} and id = ${p.parentId}`,
});

/** Max live cards of a block; if one has more, the list is cut into blocks of half that size. */
const largestBlock = 256;

const blocks = query('cards.blocks', (db, p: InList) =>
  db
    .selectFrom('card_blocks')
    .select(['starts', 'cards'])
    .where('workspace_id', '=', p.workspaceId)
    .where('list_id', '=', p.listId)
    .orderBy('starts'),
);

const liveCards = (db: Kysely<Tables>, p: InList) =>
  db
    .selectFrom('cards')
    .where('workspace_id', '=', p.workspaceId)
    .where('list_id', '=', p.listId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null);

/** The order keys of two neighbours, `skip` cards after the start of a block. */
const neighbours = query('cards.neighbours', (db, p: InList & { starts: string; skip: number }) =>
  liveCards(db, p)
    .select('position')
    .where('position', '>=', p.starts)
    .orderBy('position')
    .limit(2)
    .offset(p.skip),
);

const last = query('cards.last', (db, p: InList) =>
  liveCards(db, p).select('position').orderBy('position', 'desc').limit(1),
);

/** The greatest order key of the live cards of some lists; null for one without. */
const ends = query(
  'cards.ends',
  (_db, p: { workspaceId: string; listIds: readonly string[] }, fn) => sql<{
    listId: string;
    position: string | null;
  }>`
  select r.id as "listId", (
    select c.position from cards c
    where c.workspace_id = ${p.workspaceId} and c.list_id = r.id and c.archived_at is null and c.deleted_at is null
    order by c.position desc limit 1
  ) as position
  from ${fn.ids(p.listIds)} r`,
);

const before = query('cards.before', (db, p: InList & { starts: string; position: string }) =>
  liveCards(db, p)
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('position', '>=', p.starts)
    .where('position', '<', p.position),
);

/** A card of the board that a list is on, in any of its lists, live or not. */
const onBoard = query(
  'cards.onBoard',
  (_db, p: InList & { id: string }) => sql<{ listId: string; position: string; isLive: 0 | 1 }>`
  select c.list_id as "listId", c.position as position,
    case when c.archived_at is null and c.deleted_at is null then 1 else 0 end as "isLive"
  from lists l
  join cards c on c.workspace_id = ${p.workspaceId} and c.board_id = l.board_id and c.id = ${p.id}
  where l.workspace_id = ${p.workspaceId} and l.id = ${p.listId}`,
);

const dropBlocks = deleteRows('cards.dropBlocks', cardBlocks, ['workspace_id', 'list_id']);

const makeBlocks = command(
  'cards.makeBlocks',
  (_db, p: InList & { size: number }) => sql`
  insert into card_blocks (workspace_id, list_id, starts, cards)
  select ${p.workspaceId}, ${p.listId}, case when block = 0 then '' else min(position) end, count(position)
  from (
    select 0 as block, cast(null as text) as position
    union all
    select (row_number() over (order by position) - 1) / cast(${p.size} as bigint), position from cards
    where workspace_id = ${p.workspaceId} and list_id = ${p.listId}
      and archived_at is null and deleted_at is null
  ) placed
  group by block`,
);

interface Block {
  starts: string;
  cards: number;
  /** The number of live cards of the list before it. */
  before: number;
}

/** The blocks of a list, in order. */
async function blocksOf(tx: Reading, list: InList): Promise<Block[]> {
  let sum = 0;
  return (await tx.all(blocks, list)).map((block) => {
    const placed = { ...block, before: sum };
    sum += block.cards;
    return placed;
  });
}

/** The blocks of a list whose row is locked; if one of those found has grown too large, all are rebuilt. */
async function smallBlocks(tx: Writing, list: InList, found: Block[]): Promise<Block[]> {
  if (!found.some(({ cards }) => cards > largestBlock)) return found;
  await tx.run(dropBlocks, list);
  await tx.run(makeBlocks, { ...list, size: largestBlock / 2 });
  return blocksOf(tx, list);
}

/** A place in a list: its order key, and the number of live cards before it. */
export interface Place {
  position: string;
  index: number;
}

/** Resolves a spot to a place in a list whose row is locked. Throws as `slotIn`. */
export async function placeAt(tx: Writing, list: InList, spot: Spot): Promise<Place> {
  const all = await smallBlocks(tx, list, await blocksOf(tx, list));
  const index = await slotIn(tx, list, all, spot);
  return { position: await positionIn(tx, list, all, index), index };
}

/** Resolves a move of a card within its list to the old index and the new place. Locks the row of the list. Throws as `slotIn`. */
export async function moveIn(
  tx: Writing,
  list: InList,
  position: string,
  spot: Spot,
): Promise<{ fromIndex: number; to: Place }> {
  const found = await tx.lockAndRead('lists', list.workspaceId, [list.listId], () => blocksOf(tx, list));
  const all = await smallBlocks(tx, list, found);
  const fromIndex = await indexIn(tx, list, all, position);
  // The count still includes the card itself, so indexes after its own are one higher.
  const { index } = spot;
  const slot = await slotIn(
    tx,
    list,
    all,
    index !== undefined && index > fromIndex ? { ...spot, index: index + 1 } : spot,
  );
  const toIndex = slot > fromIndex ? slot - 1 : slot;
  if (toIndex === fromIndex) return { fromIndex, to: { position, index: fromIndex } };
  return { fromIndex, to: { position: await positionIn(tx, list, all, slot), index: toIndex } };
}

/** The number of live cards of the list before `position`. */
export async function indexAt(tx: Reading, list: InList, position: string): Promise<number> {
  return indexIn(tx, list, await blocksOf(tx, list), position);
}

/**
 * The number of live cards of a list before a spot; no index, or one past the end, means the end. Next to a card in the
 * archive or the trash means where it was; next to one that is now in another list means the end. Throws `Invalid` if the
 * card is not on the list's board.
 */
async function slotIn(tx: Reading, list: InList, all: Block[], spot: Spot): Promise<number> {
  const next = neighbourOf(spot);
  if (!next) return Math.min(spot.index ?? countOf(all), countOf(all));
  const found = await tx.first(onBoard, { ...list, id: next.id });
  if (!found) throw new Invalid('unknown-card-of-board', { field: `body/${next.field}` });
  if (found.listId !== list.listId) return countOf(all);
  const before = await indexIn(tx, list, all, found.position);
  return found.isLive === 1 ? before + next.offset : before;
}

async function indexIn(tx: Reading, list: InList, all: Block[], position: string): Promise<number> {
  const block = all.findLast(({ starts }) => starts <= position);
  if (!block) return 0;
  const found = await tx.first(before, { ...list, starts: block.starts, position });
  return block.before + (found?.count ?? 0);
}

const countOf = (all: Block[]): number => all.reduce((sum, { cards }) => sum + cards, 0);

/** An order key with `index` cards before it. */
async function positionIn(tx: Reading, list: InList, all: Block[], index: number): Promise<string> {
  const siblings = { workspaceId: list.workspaceId, parentId: list.listId };
  if (index === countOf(all)) {
    const end = await tx.first(last, list);
    return order.after(siblings, end?.position ?? null);
  }
  const one = index === 0 ? 0 : index - 1;
  const block = all.findLast((each) => each.before <= one);
  const { starts = '', before: sum = 0 } = block ?? {};
  const [first, second] = await tx.all(neighbours, { ...list, starts, skip: one - sum });
  if (index === 0) return order.between(siblings, null, first?.position ?? null);
  return order.between(siblings, first?.position ?? null, second?.position ?? null);
}

/** For each of some lists, whose rows are locked, order keys for so many cards at its end. */
export async function placesAtEnds(
  tx: Reading,
  workspaceId: string,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  const found = await tx.all(ends, { workspaceId, listIds: [...counts.keys()] });
  return new Map(
    found.map(({ listId, position }) => {
      const first = order.after({ workspaceId, parentId: listId }, position);
      return [listId, [first, ...positionsAfter(first, (counts.get(listId) ?? 1) - 1)]];
    }),
  );
}
