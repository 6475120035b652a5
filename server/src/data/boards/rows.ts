import { sql } from 'kysely';
import { heldByMember } from '../../base/access/board-permissions.ts';
import { command, query } from '../../base/db/query.ts';
import { deleteRows, updateRow } from '../../base/db/statements.ts';
import { boardMembers, boards, favourites } from './tables.ts';

/* Statements shared by several actions and other domains, for boards and the tables that belong to them. */

/** Puts a board into the trash, or restores it. */
export const setDeleted = updateRow('boards.setDeleted', boards, ['deleted_at', 'deleted_by']);

/** Ends all of a member's board memberships. */
export const leaveAllBoards = deleteRows('board_members.leaveAll', boardMembers, [
  'workspace_id',
  'member_id',
]);

export const forgetFavourites = deleteRows('favourites.forgetUser', favourites, ['user_id']);

interface Passed {
  workspaceId: string;
  fromMember: string;
  toMember: string;
  boardIds: string[];
}

/**
 * Assigns a member the board memberships of another, if the role permits nothing that they may not do there anyway: so nobody
 * sees more than before. `leaveSome` then ends those of the other.
 */
export const joinInPlaceOf = command(
  'board_members.joinInPlaceOf',
  (_db, p: Passed, fn) => sql<never>`
  insert into board_members (workspace_id, board_id, member_id, role_id, created_at)
  select ${p.workspaceId}, x.board_id, m.id, x.role_id, x.created_at
  from board_members x
  join roles o on o.workspace_id = ${p.workspaceId} and o.id = x.role_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = x.board_id
  join members m on m.workspace_id = ${p.workspaceId} and m.id = ${p.toMember} and m.status <> 'removed'
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.fromMember} and ${fn.isIn('x.board_id', fn.each(p.boardIds))}
    and o.permissions & ~coalesce(${heldByMember('b', p.workspaceId)}, 0) = 0
  on conflict do nothing`,
);

/** A batch of the boards that a member belongs to. */
export const someBoardsOf = query(
  'board_members.someBoardsOf',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ id: string }>`
  select board_id as id from board_members
  where workspace_id = ${p.workspaceId} and member_id = ${p.memberId} order by board_id limit 100`,
);

export const leaveBoards = command(
  'board_members.leaveSome',
  (_db, p: { workspaceId: string; memberId: string; boardIds: string[] }, fn) => sql<never>`
  delete from board_members
  where workspace_id = ${p.workspaceId} and member_id = ${p.memberId} and ${fn.isIn('board_id', fn.each(p.boardIds))}`,
);
