import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseForTiles } from '../../../contract/filter/on-tiles.ts';
import { seesBoard } from '../base/access/board-permissions.ts';
import type { AskedOfCard, JudgeCards } from '../base/changes/card-filter.ts';
import type { Writing } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { FieldNames } from '../reading/filter/field-names.ts';
import {
  inTransaction,
  type Tile,
  type TileReader,
  TilesOfBoard,
  type TimeToJudge,
} from '../reading/filter/tiles.ts';
import { parseTiles, type TilesRead, tileForm } from '../reading/tiles.ts';

/*
 * Which cards pass the filters of webhooks and channels, at the end of the change that is told. A filter is read as the person
 * who made the webhook reads it: nobody learns by it what they may not see.
 */

/** Tiles of cards, including those in the trash: their deletion is told as well. */
const tilesById = query(
  'webhooks.tiles',
  (_db, p: { workspaceId: string; boardId: string; ids: readonly string[] }, fn) => sql<TilesRead>`
  with ids as materialized (select each.id from ${fn.ids(p.ids)} each), ${tileForm.tables(fn, p, sql`1 = 0`)}
  select ${tileForm.columns(
    fn,
    p,
    fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: sql`ids` }),
  )}`,
);

interface Maker {
  id: string;
  timeZone: string | null;
  memberId: string | null;
  seesMembers: 0 | 1;
}

/** Who made webhooks, and whether they may know who is on the cards of a board. */
const makersOf = query(
  'webhooks.makers',
  (_db, p: { workspaceId: string; boardId: string; ids: readonly string[] }, fn) => sql<Maker>`
  select h.id as id, u.time_zone as "timeZone", m.id as "memberId", case when exists (
      select 1 from boards b where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
        and ${seesBoard('b', p.workspaceId, 'member:view')}
    ) then 1 else 0 end as "seesMembers"
  from webhooks h
  left join users u on u.id = h.created_by
  left join members m on m.workspace_id = ${p.workspaceId} and m.user_id = h.created_by and m.status = 'active'
  left join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where h.workspace_id = ${p.workspaceId} and ${fn.isIn('h.id', fn.each(p.ids))}`,
);

/** Cards that are read at a time, and filters for which they are judged before others get a turn. */
const slice = 50;
const perTurn = 8;

/**
 * Milliseconds in which the filters of a change are judged, while other changes wait. A card for which no time is left does
 * not pass: what a filter keeps from a chat must not get there because the filter is dear.
 */
const mostTime = 400;

export const judgeWithin =
  (milliseconds: number): JudgeCards =>
  async (tx, asked, now) => {
    const passing = new Set<string>();
    const time = { left: milliseconds };
    const boards = Map.groupBy(asked, ({ workspaceId, boardId }) => `${workspaceId} ${boardId}`);
    for (const each of boards.values()) await judgeOnBoard(tx, each, now, { passing, time });
    return (webhookId, cardId) => passing.has(`${webhookId} ${cardId}`);
  };

export const judgeCards = judgeWithin(mostTime);

async function judgeOnBoard(
  tx: Writing,
  asked: readonly AskedOfCard[],
  now: number,
  { passing, time }: { passing: Set<string>; time: TimeToJudge },
): Promise<void> {
  const [first] = asked;
  if (!first) return;
  const { workspaceId, boardId } = first;
  const texts = new Map(asked.map(({ webhookId, text }) => [webhookId, text]));
  const makers = await tx.all(makersOf, { workspaceId, boardId, ids: [...texts.keys()] });
  const filters = alike(texts, makers, now);
  const sources = inTransaction(tx);
  const fields = new FieldNames(sources);
  const ids = [...new Set(asked.map(({ cardId }) => cardId))];
  for (let from = 0; from < ids.length; from += slice) {
    if (from > 0) await turn();
    const some = { workspaceId, boardId, ids: ids.slice(from, from + slice) };
    const tiles = new TilesOfBoard(sources, some, await readTiles(tx, some), fields);
    for (const [index, { filter, reader, webhooks }] of filters.entries()) {
      if (index % perTurn === perTurn - 1) await turn();
      const { ids: passed } = await tiles.passing(filter, reader, time);
      for (const cardId of passed) for (const id of webhooks) passing.add(`${id} ${cardId}`);
    }
  }
}

/**
 * The filters, each once for all webhooks with the same text and for which the same is read. One that this version cannot read
 * passes nothing.
 */
function alike(texts: ReadonlyMap<string, string>, makers: readonly Maker[], now: number) {
  const groups = Map.groupBy(makers, ({ id, ...reads }) => JSON.stringify([texts.get(id), reads]));
  return [...groups.values()].flatMap((group) => {
    const [maker] = group;
    const { filter } = parseForTiles((maker && texts.get(maker.id)) ?? '');
    if (!maker || !filter) return [];
    return { filter, reader: readerOf(maker, now), webhooks: group.map(({ id }) => id) };
  });
}

const readerOf = ({ timeZone, memberId, seesMembers }: Maker, now: number): TileReader => ({
  now,
  timeZone,
  me: memberId === null ? [] : [memberId],
  showMembers: seesMembers === 1,
});

async function readTiles(
  tx: Writing,
  p: { workspaceId: string; boardId: string; ids: readonly string[] },
): Promise<Tile[]> {
  const read = await tx.first(tilesById, p);
  return read ? [...parseTiles(read).values()].map((json) => JSON.parse(json) as Tile) : [];
}
