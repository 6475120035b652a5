import { systemRoles } from '../../../../contract/permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { Forbidden } from '../../base/errors.ts';
import { removeGrouped, suspendedInvitation } from '../../data/directory/rows.ts';
import { addMember, memberWith } from '../../members/actions/join.ts';
import {
  auditMember,
  changeMember,
  inRole,
  type MemberRow,
  storeMember,
} from '../../members/actions/member.ts';
import { endMembership } from '../../members/actions/remove.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import {
  anotherAdmin,
  type GivenRoleRow,
  type GroupedRow,
  groupedMember,
  insertGrouped,
  provenAccount,
  roleByGroups,
  setLeft,
} from '../queries.ts';

/*
 * Membership and role of one person follow the groups that their provider has named. What people have decided stays: who was removed by
 * hand does not come back, who was a member before stays one, and who is paused stays paused.
 */

export interface Person {
  workspaceId: string;
  userId: string;
  email: string;
  provider: string;
  /** The names of their groups; none if the workspace no longer takes the provider's word. */
  names: readonly string[];
}

/** The caller is the person, who needs no right of their own: an admin has mapped the groups. */
export async function follow(work: Work, person: Person): Promise<void> {
  const { tx } = work;
  const { workspaceId, userId, email } = person;
  work.continues();
  work.quiet();
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  const role = await tx.first(roleByGroups, person);
  const member = await memberWith(tx, workspaceId, email);
  // What was prepared for somebody of this address is theirs: an invitation, with its boards.
  if (member && member.userId !== userId && !(await tx.first(provenAccount, { userId })))
    throw new Forbidden('provider-unverified-email');
  const grouped = member && (await tx.first(groupedMember, { workspaceId, memberId: member.id }));
  if (role) return enter(work, person, role, member, grouped);
  if (member && grouped?.provider === person.provider && grouped.leftAt === null)
    return leave(work, member, grouped);
}

async function enter(
  work: Work,
  person: Person,
  role: GivenRoleRow,
  member: MemberRow | undefined,
  grouped: GroupedRow | undefined,
): Promise<void> {
  const { tx } = work;
  const { workspaceId, userId, provider } = person;
  const mark = (memberId: string, baseRoleId: string | null) =>
    tx.run(insertGrouped, { workspaceId, memberId, userId, provider, baseRoleId, leftAt: null });
  if (!member) {
    const memberId = await addMember(work, { workspaceId, email: person.email, role, userId });
    await mark(memberId, null);
    return;
  }
  if (member.status === 'paused') return;
  const key = { workspaceId, memberId: member.id };
  if (member.status === 'invited' && (await tx.first(suspendedInvitation, key))) return;
  if (member.status === 'removed') {
    // Who has left by the groups comes back by them; who was removed by somebody does not.
    if (!grouped || grouped.leftAt === null) return;
    await activate(work, member, userId, role);
    await tx.run(setLeft, { ...key, leftAt: null, provider });
    return;
  }
  if (!grouped) await mark(member.id, member.roleId);
  else if (grouped.provider !== provider) await tx.run(setLeft, { ...key, leftAt: null, provider });
  if (member.status === 'invited') return activate(work, member, userId, role);
  if (member.roleId !== role.id && !(await isLastAdmin(work, member))) await giveRole(work, member, role);
}

async function activate(work: Work, member: MemberRow, userId: string, role: GivenRoleRow): Promise<void> {
  const changed = { ...inRole(role), status: 'active', userId, granted: 0, revoked: 0 } as const;
  await storeMember(work, member, changed, member.status === 'removed' ? 'member.added' : 'member.updated');
  await auditMember(work, 'member.joined', member, { ...member, ...changed });
}

const giveRole = (work: Work, member: MemberRow, role: GivenRoleRow): Promise<void> =>
  changeMember(work, member, inRole(role));

async function leave(work: Work, member: MemberRow, { baseRoleId, provider }: GroupedRow): Promise<void> {
  const { tx, now } = work;
  const key = { workspaceId: member.workspaceId, memberId: member.id };
  if (await isLastAdmin(work, member)) return;
  if (baseRoleId === null) {
    if (member.status !== 'removed') await endMembership(work, member);
    await tx.run(setLeft, { ...key, leftAt: now, provider });
    return;
  }
  await tx.run(removeGrouped, key);
  if (member.status === 'removed') return;
  const before = await roleNamed(tx, member.workspaceId, baseRoleId).catch(() =>
    roleNamed(tx, member.workspaceId, 'member'),
  );
  if (before.id !== member.roleId) await giveRole(work, member, before);
}

/** The workspace keeps an admin, whatever the groups say. */
export async function isLastAdmin({ tx }: Work, member: MemberRow): Promise<boolean> {
  const { workspaceId, id: memberId, roleLevel, status, revoked } = member;
  const isAble = roleLevel === systemRoles.admin.level && status === 'active' && revoked === 0;
  return isAble && !(await tx.first(anotherAdmin, { workspaceId, memberId }));
}
