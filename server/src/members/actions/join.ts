import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import type { PermissionMask } from '../../../../contract/permissions.ts';
import { addressShown } from '../../base/access/bots.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { leaveAllBoards } from '../../data/boards/rows.ts';
import { removeGrouped } from '../../data/directory/rows.ts';
import { insertMember } from '../../data/members/rows.ts';
import { takeOffWhereUnseen } from '../../roles/actions/sight.ts';
import { type MemberRow, memberByEmail } from '../queries.ts';
import { auditMember, inRole, recordMember, storeMember } from './member.ts';

/* How someone becomes a member. The invitations check whether they may. The caller has locked the workspace. */

export interface GivenRole {
  id: string;
  name: string;
  level: number;
  permissions: PermissionMask;
}

/** The member with an address, in lower case, including removed ones. */
export const memberWith = (tx: Reading, workspaceId: string, email: string): Promise<MemberRow | undefined> =>
  tx.first(memberByEmail, { workspaceId, email });

/** Bots have a cap of their own, until they are removed: like everyone who was, they stay as the authors of what they did. */
export const requireRoomForMember = cap('members', ['workspace_id'], caps.membersOfWorkspace, {
  only: sql`(status = 'removed' or ${addressShown('email')} is not null)`,
});

/** Adds a member with an address new to the workspace: invited, or active if `userId` is given. */
export async function addMember(
  work: Work,
  given: { workspaceId: string; email: string; role: GivenRole; userId: string | null },
): Promise<string> {
  const { workspaceId, email, role, userId } = given;
  const { tx, now } = work;
  await requireRoomForMember(tx, { workspace_id: workspaceId });
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

/** Invites an address that the workspace already knows, as if for the first time. */
export async function inviteAgain(work: Work, member: MemberRow, role: GivenRole): Promise<void> {
  const type = member.status === 'removed' ? 'member.added' : 'member.updated';
  const invited = { ...inRole(role), status: 'invited', granted: 0, revoked: 0 } as const;
  // Whoever had another role by groups, or before them, has the role of this invitation.
  await work.tx.run(removeGrouped, { workspaceId: member.workspaceId, memberId: member.id });
  await storeMember(work, member, invited, type);
  // Audited even if nothing else differs, since a code is sent.
  await auditMember(work, 'member.invited', member, { ...member, ...invited });
}

/** Activates an invited member with the role and permissions of the invitation. */
export const acceptAsInvited = (work: Work, member: MemberRow): Promise<void> =>
  join(work, member, { status: 'active', userId: work.actor.userId });

/**
 * Activates an invited member with a different role than that of the invitation, and without its overrides and roles on boards:
 * a user who joins by the link has not shown that the invited address is theirs.
 */
export async function acceptAs(work: Work, member: MemberRow, role: GivenRole): Promise<void> {
  const { workspaceId, id: memberId } = member;
  await work.tx.run(leaveAllBoards, { workspaceId, memberId });
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
