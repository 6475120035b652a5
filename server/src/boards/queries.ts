import { sql } from 'kysely';
import { query } from '../db/query.ts';
import { boardLabelsJson } from '../labels/shapes.ts';

interface ListBoards {
  workspaceId: string;
  userId: string;
  type: string;
  archived: boolean;
}

/** The board summaries of a workspace as one JSON array. */
export const boardSummaries = query(
  'boards.summaries',
  (_db, p: ListBoards, fn) =>
    sql<{ json: string }>`select ${fn.list(
      fn.object({
        publicId: 'b.id',
        name: 'b.name',
        favorite: fn.flag('b.favorite'),
        lists: fn.list(
          fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
          sql`from (
          select id, name, row_number() over (order by position) - 1 as place from lists
          where workspace_id = b.workspace_id and board_id = b.id and deleted_at is null
        ) l`,
          'l.place',
        ),
        labels: boardLabelsJson(fn, 'b'),
      }),
      sql`from (
      select o.workspace_id, o.id, o.name,
        case when f.board_id is null then 0 else 1 end as favorite
      from boards o
      left join favourites f on f.workspace_id = o.workspace_id and f.board_id = o.id and f.user_id = ${p.userId}
      where o.workspace_id = ${p.workspaceId} and o.deleted_at is null and o.type = ${p.type}
        and case when o.archived_at is null then 0 else 1 end = ${p.archived}
    ) b`,
      sql`b.favorite desc, lower(b.name), b.id`,
    )} as json`,
);
