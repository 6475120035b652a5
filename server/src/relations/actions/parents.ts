import { sql } from 'kysely';
import { command, query } from '../../base/db/query.ts';

/** The parents of some cards, and whether each is in the trash, itself or with its list or board. */
export const parentsOf = query(
  'card_relations.parentsOf',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{
    id: string;
    cardId: string;
    isGone: 0 | 1;
  }>`
  select r.id as id, r.card_id as "cardId",
    case when c.deleted_at is null and l.deleted_at is null and b.deleted_at is null then 0 else 1 end as "isGone"
  from (select x.id, x.card_id, x.other_id ${fn.lookUp({
    table: 'card_relations',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: fn.ids(p.ids),
    only: sql`${fn.unindexed('type')} = 'parent'`,
  })}) r
  ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'r.other_id' })}
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'c.board_id' })}`,
);

/** Removes relations to parents that are in the trash. */
export const dropParents = command(
  'card_relations.dropParents',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<never>`
  delete from card_relations
  where workspace_id = ${p.workspaceId} and ${fn.isIn('id', fn.each(p.ids))}`,
);
