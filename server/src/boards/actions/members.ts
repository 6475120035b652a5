import type { AuditType } from '../../../../contract/audit.ts';
import { caps } from '../../../../contract/caps.ts';
import { holds, type Permission, systemRoles } from '../../../../contract/permissions.ts';
import { requireGrantable, requirePermission, requireRank } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { Forbidden, NotFound } from '../../base/errors.ts';
import { boardMembers } from '../../data/boards/tables.ts';
import { takenAtOnce, takeOffMemberOnBoard, unassignMembers } from '../../data/cards/rows.ts';
import { effectiveOf, memberOf } from '../../members/actions/member.ts';
import { roleOf } from '../../roles/actions/roles.ts';
import { pauseBots, requireWithinOwner } from '../../users/actions/pause-bots.ts';
import { type BoardRole, boardRole, memberShutOut, membersShutOut } from '../members.ts';

/*
 * Who may see a board changes under the locks of the board and of its workspace; roles and members change under the latter.
 * A change that assigns a member to a card locks that member (`cards/actions/members.ts`), or locks the workspace. So the
 * changes here store the new access first, then lock the members who lost it, which waits for such assignments, and then take
 * those members off the cards.
 */

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

type Member = Awaited<ReturnType<typeof memberOf>>;

interface BoardMember extends OfBoard {
  memberId: string;
}

const add = insertRow('board_members.add', boardMembers);
const change = updateRow('board_members.change', boardMembers, ['role_id']);
const remove = deleteRow('board_members.remove', boardMembers);

const requireRoom = cap('board_members', ['workspace_id', 'board_id'], caps.membersOfBoard, {
  what: 'members of a board',
});

export interface BoardMemberAddress {
  boardPublicId: string;
  workspaceMemberPublicId: string;
}

/** Assigns a member of the workspace a role on a board. */
export async function setBoardMember(work: Work, address: BoardMemberAddress, rolePublicId: string) {
  const { tx, now } = work;
  const { board, before, of, member } = await grantBoardMember(work, address);
  requirePermission(board.permissions, 'board:edit');
  const role = await roleOf(tx, of.workspaceId, 'rolePublicId', rolePublicId);
  requireRank(board, role.level);
  requireGrantable(board, role.permissions);
  if (before?.id === role.id) work.quiet();
  else {
    if (!before) await requireRoom(tx, { workspace_id: of.workspaceId, board_id: of.boardId });
    await (before
      ? tx.run(change, { ...of, roleId: role.id })
      : tx.run(add, { ...of, roleId: role.id, createdAt: now }));
    await requireWithinOwner(tx, of.workspaceId, of.memberId);
    await recordRole(work, board, of.memberId, before, role);
    tellMember(work, board, member, before, role);
  }
  return { success: true, role: role.name };
}

/** Removes a member from a board. Anyone may leave, with a credential that would let them remove others. */
export async function removeBoardMember(work: Work, address: BoardMemberAddress) {
  const { board, before, of } = await grantBoardMember(work, address);
  const leaving = of.memberId === board.memberId;
  requirePermission(leaving ? work.actor.mask : board.permissions, 'board:edit');
  if (!before) throw new NotFound();
  await work.tx.run(remove, of);
  await recordRole(work, board, of.memberId, before, undefined);
  return { success: true };
}

/** A board, and a member of its workspace with their role there, which must not rank above the actor's. */
async function grantBoardMember(
  { tx, grant }: Work,
  { boardPublicId, workspaceMemberPublicId }: BoardMemberAddress,
): Promise<{ board: Located<'board'>; before: BoardRole | undefined; of: BoardMember; member: Member }> {
  const { workspaceId, id: boardId } = await grant('board', boardPublicId, null);
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  const board = await grant('board', boardPublicId, null);
  const member = await memberOf(tx, workspaceId, workspaceMemberPublicId);
  const of = { workspaceId, boardId, memberId: member.id };
  const before = await tx.first(boardRole, of);
  if (before) requireRank(board, before.level);
  return { board, before, of, member };
}

/** Notifies a member that they were added to a board, or have another role there. */
function tellMember(
  { actor, tell }: Work,
  { workspaceId, id: boardId }: Located<'board'>,
  { userId, status }: Member,
  before: BoardRole | undefined,
  { name: role }: Pick<BoardRole, 'name'>,
): void {
  if (userId === null || userId === actor.userId || status !== 'active') return;
  tell({ userId, kind: before ? 'role-changed' : 'invited', workspaceId, boardId, about: { role } });
}

/**
 * Records a member's new role on a board, takes the member off its cards if they cannot see it any more, and pauses bots of theirs
 * that could do more there than they.
 */
async function recordRole(
  { tx, record, audit }: Work,
  { workspaceId, id: boardId, name, access }: Located<'board'>,
  memberId: string,
  before: BoardRole | undefined,
  after: Pick<BoardRole, 'name'> | undefined,
): Promise<void> {
  const of = { workspaceId, boardId, memberId };
  await tx.lock('members', workspaceId, [memberId]);
  if (await tx.first(memberShutOut, of)) {
    let taken = (await tx.run(takeOffMemberOnBoard, of)).length;
    if (taken > 0) record.live('board.changed', workspaceId, { boardId });
    while (taken === takenAtOnce) taken = (await tx.run(takeOffMemberOnBoard, of)).length;
  }
  await pauseBots({ tx, record, audit }, workspaceId);
  const data = { name, memberPublicId: memberId, role: after?.name ?? null };
  const was = { role: before?.name ?? null };
  await record.event({ type: 'board.updated', workspaceId, boardId, subjectId: memberId, data, before: was });
  const type: AuditType = !before
    ? 'board.memberAdded'
    : after
      ? 'board.memberUpdated'
      : 'board.memberRemoved';
  const who = { field: 'member', from: before ? memberId : null, to: after ? memberId : null };
  const detail = [who, ...differences({ role: before?.name }, { role: after?.name })];
  await audit({
    type,
    workspaceId,
    subject: { id: boardId, name },
    detail,
    ofClosedBoard: access === 'members',
  });
}

/**
 * Makes the actor a member of a closed board, with their workspace role, so that they do not lock themselves out. If they
 * already hold `needed` there, nothing changes. The work has locked the workspace. Throws `Forbidden` if the role does not
 * permit `needed`, or permits more than the actor holds, or for a bot whose owner is no member of the board.
 */
export async function joinClosedBoard(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  of: BoardMember,
  needed: Permission,
): Promise<void> {
  const me = await memberOf(tx, of.workspaceId, of.memberId);
  if (me.roleLevel === systemRoles.admin.level) return;
  const before = await tx.first(boardRole, of);
  if (before && holds(before.permissions, needed)) return;
  if (!holds(me.rolePermissions, needed)) {
    throw new Forbidden('permission-on-closed-board', { permission: needed });
  }
  requireGrantable({ permissions: effectiveOf(me) }, me.rolePermissions);
  await (before
    ? tx.run(change, { ...of, roleId: me.roleId })
    : tx.run(add, { ...of, roleId: me.roleId, createdAt: now }));
  await requireWithinOwner(tx, of.workspaceId, of.memberId);
}

/** Max cards whose members one statement checks. */
const cardsAtOnce = 500;

const nextCards = query('boards.nextCards', (db, p: OfBoard & { after: string }) =>
  db
    .selectFrom('cards')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(cardsAtOnce),
);

/** Takes everyone who cannot see a board off its cards. The work has locked the workspace. */
export async function takeOffShutOut(
  { tx, record }: Pick<Work, 'tx' | 'record'>,
  board: OfBoard,
): Promise<void> {
  const { workspaceId } = board;
  const memberIds = (await tx.all(membersShutOut, board)).map(({ id }) => id);
  if (memberIds.length === 0) return;
  await tx.lock('members', workspaceId, memberIds);
  record.live('board.changed', workspaceId, { boardId: board.boardId });
  for (let after: string | undefined = ''; after !== undefined; ) {
    const cardIds: string[] = (await tx.all(nextCards, { ...board, after })).map(({ id }) => id);
    await tx.run(unassignMembers, { workspaceId, cardIds, memberIds });
    after = cardIds.length === cardsAtOnce ? cardIds.at(-1) : undefined;
  }
}
