import { type RawBuilder, sql } from 'kysely';
import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Functions } from '../base/db/functions.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { query } from '../base/db/query.ts';
import { NotFound } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import { liveBoard } from '../data/boards/fragments.ts';
import { type TilesRead, tileColumns, tilesIn, tileTables } from '../data/cards/fragments.ts';
import { boardLabelsJson } from '../data/labels/fragments.ts';
import { liveList } from '../data/lists/fragments.ts';
import { liveMembersJson, membersShown } from '../data/members/fragments.ts';
import type { Sources } from './details.ts';
import { type CardCursor, outlineSize, slice } from './outline.ts';
import { cut } from './slices.ts';

/*
 * A snapshot: the initial state of a live board page. It contains each entity once; the contents of a card are read when a
 * user opens it. Most boards are read by one statement, as for `boards.read`; larger ones are read in further slices. A client
 * that follows the event stream from the snapshot's position receives every move made while slices were read.
 */

interface OfCards extends CardCursor {
  workspaceId: string;
  boardId: string;
  limit: number;
}

interface OfSnapshot extends OfCards {
  showLists: boolean;
  showMembers: boolean;
  showAllMembers: boolean;
}

/** Some live cards, in order, with their tiles if they fit in one read. */
interface CardsRead extends TilesRead {
  /** Keys: the order key of the list, that of the card, its id, the bytes of its title. */
  places: string;
  /** 1 if the tiles are included. */
  whole: number;
}

interface SnapshotRead extends CardsRead {
  workspace: string;
  board: string;
  lists: string;
  labels: string;
  members: string;
}

const cardTables = (fn: Functions, p: OfCards): RawBuilder<unknown> => sql`
  placed as materialized (
    select w.* from (
      select k.list_position, x.position, x.id, octet_length(x.title) as size ${fn.lookUp({
        table: 'cards',
        workspaceId: p.workspaceId,
        column: 'list_id',
        values: sql`(
          select l.id, l.position as list_position from lists l
          where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null and l.archived_at is null
            and l.position >= ${p.afterList}
        )`,
        only: sql`archived_at is null and deleted_at is null
          and position > case when k.list_position = ${p.afterList} then ${p.afterCard} else '' end`,
        first: { by: 'position', limit: p.limit },
      })}
      order by k.list_position, x.position
      limit ${p.limit}
    ) w
  ),
  whole as materialized (
    select 1 as yes from (select count(*) as cards, coalesce(sum(size), 0) as bytes from placed) found
    where cards <= ${sql.lit(slice.cards)} and bytes <= ${sql.lit(slice.bytes)}
  ),
  ids as materialized (select id from placed where exists (select 1 from whole)),
  ${tileTables(fn, p)}`;

const cardColumns = (fn: Functions, p: OfCards): RawBuilder<CardsRead> => sql`
  ${fn.keys(['list_position', 'position', 'id', 'size'], sql`from placed`)} as places,
  (select count(*) from whole) as whole,
  ${tileColumns(fn, p)}`;

const snapshotRead = query(
  'boards.snapshot',
  (_db, p: OfSnapshot, fn) => sql<SnapshotRead>`
  with ${cardTables(fn, p)}
  select
    ${fn.object({ publicId: 'w.id', cardPrefix: 'w.card_prefix' })} as workspace,
    ${liveBoard(fn, 'b')} as board,
    ${fn.list(
      liveList(fn, 'l'),
      sql`from lists l where l.workspace_id = ${p.workspaceId} and l.board_id = b.id and l.deleted_at is null
        and l.archived_at is null and v.show_lists = 1`,
      'l.position',
    )} as lists,
    ${boardLabelsJson(fn, p.workspaceId, 'b')} as labels,
    ${liveMembersJson(fn, p.workspaceId, membersShown(p.workspaceId))} as members,
    ${cardColumns(fn, p)}
  from boards b
  join workspaces w on w.id = ${p.workspaceId}
  cross join (
    select cast(${p.showMembers} as bigint) as show_members, cast(${p.showLists} as bigint) as show_lists,
      cast(${p.showAllMembers} as bigint) as show_all_members
  ) v
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}`,
);

/** The cards after a cursor. */
const moreCards = query(
  'boards.snapshotPart',
  (_db, p: OfCards, fn) => sql<CardsRead>`with ${cardTables(fn, p)} select ${cardColumns(fn, p)}`,
);

/** Reads tiles by the ids of their cards. */
const tilesById = query(
  'boards.snapshotSlice',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<TilesRead>`
  with ids as materialized (select each.id from ${fn.ids(p.ids)} each), ${tileTables(fn, p)}
  select ${tileColumns(fn, p)}`,
);

interface Shown extends Pick<OfSnapshot, 'showLists' | 'showMembers' | 'showAllMembers'> {
  showCards: boolean;
}

type Reply = ReplyOf<typeof boards.snapshot>;

/** Renders the snapshot of a located board as its reader may see it: as one text if it fits in one read. */
export async function renderSnapshot(
  { db, turns }: Sources,
  { workspaceId, id: boardId }: { workspaceId: string; id: string },
  { showCards, ...shown }: Shown,
): Promise<Json<Reply> | JsonStream<Reply>> {
  const limit = showCards ? outlineSize : 0;
  const p = { ...shown, workspaceId, boardId, afterList: '', afterCard: '', limit };
  const read = await turns(() => db.first(snapshotRead, p));
  if (!read) throw new NotFound();
  const { workspace, board, lists, labels, members } = read;
  const head =
    `{"workspace":${workspace},"board":${board},"lists":${lists},"labels":${labels},"members":${members},` +
    '"cards":[';
  const pieces = written(head, slicesOf({ db, turns }, p, read));
  if (read.whole !== 1) return new JsonStream(pieces);
  let text = '';
  for await (const piece of pieces) text += piece;
  return new Json(text);
}

async function* written(head: string, slices: AsyncIterable<string>): AsyncGenerator<string, void> {
  let before = head;
  for await (const tiles of slices) {
    if (tiles === '') continue;
    yield before + tiles;
    before = ',';
  }
  yield before === head ? `${head}]}` : ']}';
}

/** The tiles of a board, slice by slice; a card that is moved meanwhile is sent once at most. */
async function* slicesOf(
  { db, turns }: Sources,
  p: OfSnapshot,
  first: CardsRead,
): AsyncGenerator<string, void, undefined> {
  const sent = new Set<string>();
  const tiles = (read: TilesRead, cards: readonly Placed[]): string => {
    const found = tilesIn(p.showMembers ? read : { ...read, tileMembers: '' });
    let text = '';
    for (const { id } of cards) {
      const tile = sent.has(id) ? undefined : found.get(id);
      if (tile === undefined) continue;
      text += text === '' ? tile : `,${tile}`;
      sent.add(id);
    }
    return text;
  };
  for (let read = first; ; ) {
    const cards = placedIn(read);
    if (read.whole === 1) yield tiles(read, cards);
    else
      for (const some of cut(cards)) {
        const ids = some.map(({ id }) => id);
        yield tiles(await turns(() => rowOf(db.first(tilesById, { workspaceId: p.workspaceId, ids }))), some);
      }
    const last = cards.length < p.limit ? undefined : cards.at(-1);
    if (!last) return;
    const after = { ...p, afterList: last.listPosition, afterCard: last.position };
    read = await turns(() => rowOf(db.first(moreCards, after)));
  }
}

/** These statements always return a row. */
async function rowOf<R>(read: Promise<R | undefined>): Promise<R> {
  const row = await read;
  if (!row) throw new Error('cards were not read');
  return row;
}

interface Placed {
  listPosition: string;
  position: string;
  id: string;
  size: number;
}

const placedIn = ({ places }: CardsRead): Placed[] =>
  rowsFrom<[string, string, string, string]>(places, 4).map(([listPosition, position, id, size]) => ({
    listPosition,
    position,
    id,
    size: Number(size),
  }));
