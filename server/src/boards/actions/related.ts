import { sql } from 'kysely';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';

interface Part {
  workspaceId: string;
  boardId: string;
  /** Only cards of this list; null for all of the board. */
  listId: string | null;
}

/** The boards with cards that cards of a list, or of another board, block, or whose children those are. */
const boardsAround = query(
  'boards.around',
  (_db, p: Part, fn) => sql<{ boardId: string }>`
  select distinct o.board_id as "boardId"
  from (select x.other_id ${fn.lookUp({
    table: 'card_relations',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: sql`(
      select c.id from cards c
      where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId} and c.related = 1
        and (cast(${p.listId} as text) is null or c.list_id = ${p.listId})
      limit 2000)`,
    only: sql`type in ('blocks', 'parent')`,
  })}) r
  ${fn.row({ table: 'cards', as: 'o', workspaceId: p.workspaceId, id: 'r.other_id' })}
  where o.deleted_at is null and (cast(${p.listId} as text) is not null or o.board_id <> ${p.boardId})
  limit 100`,
);

/** Has boards read again on which it shows that a list or a board comes or goes with its cards. */
export async function showBoardsAround(
  { tx, record }: Pick<Work, 'tx' | 'record'>,
  { workspaceId, boardId, listId }: Omit<Part, 'listId'> & { listId?: string },
): Promise<void> {
  for (const found of await tx.all(boardsAround, { workspaceId, boardId, listId: listId ?? null }))
    record.live('board.relations.changed', workspaceId, found);
}
