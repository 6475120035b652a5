import { sql } from 'kysely';
import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { query } from '../base/db/query.ts';
import { NotFound } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import { liveBoard } from '../data/boards/fragments.ts';
import { boardFieldsJson } from '../data/fields/fragments.ts';
import { boardLabelsJson } from '../data/labels/fragments.ts';
import { liveList } from '../data/lists/fragments.ts';
import { liveMembersJson, membersShown } from '../data/members/fragments.ts';
import {
  beginning,
  maxOutline,
  type Outlined,
  type OutlineParams,
  parseOutline,
} from '../reading/outline.ts';
import { type PartRead, partColumns, partQuery, partTables, rowOf, sliceQuery } from '../reading/part.ts';
import { type CardReader, type Part, type Sources, slicesOf } from '../reading/slices.ts';
import { parseTiles, type TilesRead, tileForm } from '../reading/tiles.ts';

/*
 * A snapshot: the initial state of a live board page. It contains each entity once; the contents of a card are read when a
 * user opens it. Most boards are read by one statement, as for `boards.read`; larger ones are read in further slices. A client
 * that follows the event stream from the snapshot's position receives every move made while slices were read.
 */

interface SnapshotParams extends OutlineParams {
  showLists: boolean;
  showMembers: boolean;
  showAllMembers: boolean;
}

type SnapshotRead = Record<'workspace' | 'board' | 'lists' | 'labels' | 'fields' | 'members', string> &
  PartRead<TilesRead>;

const snapshotRead = query(
  'boards.snapshot',
  (_db, p: SnapshotParams, fn) => sql<SnapshotRead>`
  with ${partTables(fn, p, tileForm)}
  select
    ${fn.object({ publicId: 'w.id', name: 'w.name', cardPrefix: 'w.card_prefix' })} as workspace,
    ${liveBoard(fn, p.workspaceId, 'b')} as board,
    ${fn.list(
      liveList(fn, 'l'),
      sql`from lists l where l.workspace_id = ${p.workspaceId} and l.board_id = b.id and l.deleted_at is null
        and l.archived_at is null and v.show_lists = 1`,
      'l.position',
    )} as lists,
    ${boardLabelsJson(fn, p.workspaceId, 'b')} as labels,
    ${boardFieldsJson(fn, p)} as fields,
    ${liveMembersJson(fn, p.workspaceId, membersShown(p.workspaceId))} as members,
    0 as before,
    ${partColumns(fn, p, tileForm)}
  from boards b
  join workspaces w on w.id = ${p.workspaceId}
  cross join (
    select cast(${p.showMembers} as bigint) as show_members, cast(${p.showLists} as bigint) as show_lists,
      cast(${p.showAllMembers} as bigint) as show_all_members
  ) v
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}`,
);

const partOfTiles = partQuery('boards.snapshotPart', tileForm);
const tilesById = sliceQuery('cards.tiles', tileForm);

interface Shown extends Pick<SnapshotParams, 'showLists' | 'showMembers' | 'showAllMembers'> {
  showCards: boolean;
  workspacePermissions: readonly Permission[];
  boardPermissions: readonly Permission[];
}

interface Tile {
  id: string;
  json: string;
}

type Reply = ReplyOf<typeof boards.snapshot>;

/** Renders the snapshot of a located board as its reader may see it: as one text if it fits in one read. */
export async function renderSnapshot(
  { db, turns }: Sources,
  { workspaceId, id: boardId }: { workspaceId: string; id: string },
  { showCards, workspacePermissions, boardPermissions, ...shown }: Shown,
): Promise<Json<Reply> | JsonStream<Reply>> {
  const p = { ...shown, ...beginning, workspaceId, boardId, limit: showCards ? maxOutline : 0 };
  const read = await turns(() => db.first(snapshotRead, p));
  if (!read) throw new NotFound();
  const { workspace, board, lists, labels, fields, members } = read;
  const permissions = JSON.stringify({ workspacePermissions, boardPermissions }).slice(1, -1);
  const head =
    `{"workspace":${workspace},${permissions},"board":${board},"lists":${lists},"labels":${labels},` +
    `"fields":${fields},"members":${members},` +
    '"cards":[';
  const tilesOf = (tiles: TilesRead, cards: readonly Outlined[]): Tile[] => {
    const found = parseTiles(tiles, p.showMembers);
    return cards.flatMap(({ id }) => {
      const json = found.get(id);
      return json === undefined ? [] : { id, json };
    });
  };
  const partOf = (part: PartRead<TilesRead>, after: OutlineParams): Part<Tile> => {
    const outline = parseOutline(part, after);
    return { outline, cards: part.whole === 1 ? tilesOf(part, outline.cards) : undefined };
  };
  const reader: CardReader<Tile> = {
    async after(cursor) {
      const after = { ...p, ...cursor };
      return partOf(await rowOf(db, partOfTiles, after), after);
    },
    async cards(outlined) {
      const ids = outlined.map(({ id }) => id);
      return tilesOf(await rowOf(db, tilesById, { workspaceId, boardId, ids }), outlined);
    },
  };
  const first = partOf(read, p);
  if (first.cards && !first.outline.next) return new Json(`${head}${joined(first.cards)}]}`);
  return new JsonStream(written(head, slicesOf(turns, first, reader)));
}

const joined = (tiles: readonly Tile[]): string => tiles.map(({ json }) => json).join();

/** The text of a snapshot in slices; a card that is moved meanwhile is sent once at most. */
async function* written(head: string, slices: AsyncIterable<Tile[]>): AsyncGenerator<string, void> {
  const sent = new Set<string>();
  let before = head;
  for await (const tiles of slices) {
    const fresh = tiles.filter(({ id }) => !sent.has(id));
    if (fresh.length === 0) continue;
    for (const { id } of fresh) sent.add(id);
    yield before + joined(fresh);
    before = ',';
  }
  yield before === head ? `${head}]}` : ']}';
}
