import { type RawBuilder, sql } from 'kysely';
import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { query } from '../base/db/query.ts';
import type { Sources } from '../reading/slices.ts';
import { favorite, isListed, type ListBoards, showsLists } from './queries.ts';

interface NamedBoards extends ListBoards {
  /** Only boards after this one; empty for all. */
  afterId: string;
}

interface NamedBoard {
  id: string;
  name: string;
  favorite: number;
  /** Up to `mostEntries`; 0 where the caller may not see them. */
  listCount: number;
}

/** How many live lists board `b` has, up to `mostEntries`: whether one is archived is not in the index of places. */
const listCount = (p: { workspaceId: string; mostEntries: number }): RawBuilder<number> => sql`(
  select count(*) from (
    select l.id from lists l
    where l.workspace_id = ${p.workspaceId} and l.board_id = b.id and l.deleted_at is null and l.archived_at is null
    order by l.position limit ${p.mostEntries}
  ) live)`;

const namesAfter = query(
  'boards.namesAfter',
  (_db, p: NamedBoards & { mostEntries: number; limit: number }) => sql<NamedBoard>`
  with found as materialized (
    select o.id, o.name, ${favorite(p, 'o')} as favorite, ${showsLists('o', p)} as show_lists
    from boards o where ${isListed(p)} and o.id > ${p.afterId}
    order by o.id limit ${p.limit}
  )
  select b.id as id, b.name as name, b.favorite as favorite,
    case when b.show_lists = 1 then ${listCount(p)} else 0 end as "listCount"
  from found b order by b.id`,
);

const listCounts = query(
  'boards.listCounts',
  (_db, p: { workspaceId: string; ids: readonly string[]; mostEntries: number }, fn) => sql<{
    id: string;
    listCount: number;
  }>`
  select b.id as id, ${listCount(p)} as "listCount" from (
    select x.id ${fn.lookUp({ table: 'boards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
  ) b`,
);

/** So many lists of each board are counted with the page, or all lists of so many boards: some thousand rows at a time. */
const slice = { lists: 10, boards: 10 };

/** More lists than a board can have. */
const all = 1_000_000;

/** The boards of a workspace after one of them, by their ids and so by age; the lists of those with many are counted in turns. */
export async function pageOfNames(
  { db, turns }: Sources,
  listed: NamedBoards,
  limit: number,
): Promise<ReplyOf<typeof boards.names>> {
  const found = await db.all(namesAfter, { ...listed, limit: limit + 1, mostEntries: slice.lists + 1 });
  const shown = found.slice(0, limit);
  const large = shown.flatMap(({ id, listCount }) => (listCount > slice.lists ? id : []));
  const counts = new Map(shown.map(({ id, listCount }) => [id, listCount]));
  for (let from = 0; from < large.length; from += slice.boards) {
    const ids = large.slice(from, from + slice.boards);
    const { workspaceId } = listed;
    const counted = await turns(() => db.all(listCounts, { workspaceId, ids, mostEntries: all }));
    for (const { id, listCount } of counted) counts.set(id, listCount);
  }
  const hasMore = found.length > limit;
  return {
    boards: shown.map(({ id, name, favorite }) => ({
      publicId: id,
      name,
      favorite: favorite === 1,
      listCount: counts.get(id) ?? 0,
    })),
    hasMore,
    nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null,
  };
}
