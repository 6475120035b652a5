import { caps } from '../../../../contract/caps.ts';
import type { PermissionMask } from '../../../../contract/permissions.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { leaveBoards } from '../../data/boards/rows.ts';
import { insertMember } from '../../data/members/rows.ts';
import { takeOffWhereUnseen } from '../../roles/actions/sight.ts';
import { type MemberRow, memberByEmail } from '../queries.ts';
import { auditMember, inRole, recordMember, storeMember } from './member.ts';

/* How someone becomes a member; whether they may is asked by the invitations. The work holds the workspace. */

export interface GivenRole {
  id: string;
  name: string;
  level: number;
  permissions: PermissionMask;
}

/** The member with an address, in lower case; also one who was removed. */
export const memberWith = (tx: Reading, workspaceId: string, email: string): Promise<MemberRow | undefined> =>
  tx.first(memberByEmail, { workspaceId, email });

const requireRoom = cap('members', ['workspace_id'], caps.membersOfWorkspace);

/** Adds an address that the workspace has never seen: invited, or active where `userId` says whose it is. */
export async function addMember(
  work: Work,
  given: { workspaceId: string; email: string; role: GivenRole; userId: string | null },
): Promise<string> {
  const { workspaceId, email, role, userId } = given;
  const { tx, now } = work;
  await requireRoom(tx, { workspace_id: workspaceId });
  const id = newId(now);
  const status = userId === null ? 'invited' : 'active';
  await tx.run(insertMember, {
    workspaceId,
    id,
    userId,
    email,
    roleId: role.id,
    status,
    granted: 0,
    revoked: 0,
    createdAt: now,
  });
  const member = { workspaceId, id, roleName: role.name, status } as const;
  await recordMember(work, 'member.added', member);
  await auditMember(work, userId === null ? 'member.invited' : 'member.joined', {}, member);
  return id;
}

/** Invites someone whom the workspace knows, as if it were for the first time. */
export async function inviteAgain(work: Work, member: MemberRow, role: GivenRole): Promise<void> {
  const type = member.status === 'removed' ? 'member.added' : 'member.updated';
  const invited = { ...inRole(role), status: 'invited', granted: 0, revoked: 0 } as const;
  await storeMember(work, member, invited, type);
  // Also where nothing else is new: a code goes out.
  await auditMember(work, 'member.invited', member, { ...member, ...invited });
}

/** Makes an invited member active, as who was invited. */
export const acceptAsInvited = (work: Work, member: MemberRow): Promise<void> =>
  join(work, member, { status: 'active', userId: work.actor.userId });

/**
 * Makes an invited member active with another role than the one they were invited to, and without its overrides and its
 * roles on boards: who comes by the link has not shown that the invited address is theirs.
 */
export async function acceptAs(work: Work, member: MemberRow, role: GivenRole): Promise<void> {
  const { workspaceId, id: memberId } = member;
  await work.tx.run(leaveBoards, { workspaceId, memberId });
  await join(work, member, {
    ...inRole(role),
    status: 'active',
    userId: work.actor.userId,
    granted: 0,
    revoked: 0,
  });
  await takeOffWhereUnseen(work, { workspaceId, memberIds: [memberId] });
}

async function join(work: Work, member: MemberRow, changed: Partial<MemberRow>): Promise<void> {
  await storeMember(work, member, changed);
  await auditMember(work, 'member.joined', member, { ...member, ...changed });
}
