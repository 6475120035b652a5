import { sql } from 'kysely';
import type { CardFilter } from '../../base/changes/card-filter.ts';
import { query } from '../../base/db/query.ts';

interface OfBoard {
  workspaceId: string;
  boardId: string;
  ids: readonly string[];
}

/** The names of a board, of lists and of members, and the start of comments, of those that still exist; of open questions the options as JSON. */
export const namesIn = query(
  'channels.names',
  (_db, p: OfBoard, fn) => sql<{ id: string; text: string; options: string | null }>`
  select b.id as id, b.name as text, null as options from boards b where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  union all
  select x.id, x.name, null ${fn.lookUp({ table: 'lists', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.board_id = ${p.boardId}
  union all
  select x.id, substr(x.comment, 1, 600), case when x.asks = 'open' then x.options end
    ${fn.lookUp({ table: 'comments', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.deleted_at is null
  union all
  select m.id, u.name, null from (
    select x.id as id, x.user_id as user_id
    ${fn.lookUp({ table: 'members', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
  ) m join users u on u.id = m.user_id where u.name is not null`,
);

/** Which of the ids are labels or lists of the board, or members of the workspace. */
export const knownIn = query(
  'channels.known',
  (_db, p: OfBoard, fn) => sql<{ id: string; kind: keyof CardFilter }>`
  select x.id as id, 'labelPublicIds' as kind
    ${fn.lookUp({ table: 'labels', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.board_id = ${p.boardId} and x.deleted_at is null
  union all
  select x.id, 'listPublicIds' ${fn.lookUp({ table: 'lists', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.board_id = ${p.boardId} and x.deleted_at is null
  union all
  select x.id, 'memberPublicIds'
    ${fn.lookUp({ table: 'members', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.status <> 'removed'`,
);
