import { includesAll } from '../../../../contract/permissions.ts';
import { type MemberRights, outranks } from '../../base/access/authority.ts';
import type { Change, Work } from '../../base/changes/change.ts';
import type { Reading, Reads } from '../../base/db/database.ts';
import { ifShown } from '../../base/errors.ts';
import { removeGrouped } from '../../data/directory/rows.ts';
import { defaultRole } from '../../invites/actions/link.ts';
import { changeMember, inRole, type MemberRow, memberOf } from '../../members/actions/member.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { isLastAdmin } from '../actions/follow.ts';
import { directoryProvider } from '../actions/groups.ts';
import { groupedMember, insertGrouped, provenAccount, roleByGroups, setLeft } from '../queries.ts';
import { namesOfGroups, type RankRow, unsettled } from './queries.ts';

/** Members whose roles change at a time: others wait for no more of them. */
const atOnce = 20;

/**
 * Gives members the roles of their groups. It looks for those who do not have them, whatever has changed: what was interrupted is
 * made up for by the next request.
 */
export async function settleRoles(
  db: Pick<Reads, 'all'>,
  change: Change,
  workspaceId: string,
): Promise<void> {
  const found = await db.all(unsettled, { workspaceId });
  for (let from = 0; from < found.length; from += atOnce) {
    const some = found.slice(from, from + atOnce);
    await change(async (work) => {
      const rights = await work.grant('workspace', workspaceId, null);
      work.quiet();
      for (const { memberId } of some) await settle(work, rights, memberId);
    });
  }
}

const mayGive = (rights: Pick<MemberRights, 'roleLevel' | 'held'>, role: RankRow): boolean =>
  !outranks(role.level, rights) && includesAll(rights.held, role.permissions);

/** Whether a role ranks higher than that of a member, or permits what that does not. */
const isMore = (role: RankRow, member: MemberRow): boolean =>
  outranks(role.level, member) || !includesAll(member.rolePermissions, role.permissions);

/** Who has no account yet gets one by an invitation to their address. */
const isProven = async (tx: Reading, { userId }: MemberRow): Promise<boolean> =>
  userId === null || (await tx.first(provenAccount, { userId })) !== undefined;

async function settle(
  work: Work,
  rights: Pick<MemberRights, 'workspaceId' | 'roleLevel' | 'held'>,
  memberId: string,
): Promise<void> {
  const { tx } = work;
  const { workspaceId } = rights;
  const member = await ifShown(memberOf(tx, workspaceId, memberId));
  if (!member) {
    // Removed by somebody: whoever invites them again says in which role.
    await tx.run(removeGrouped, { workspaceId, memberId });
    return;
  }
  const groups = await tx.all(namesOfGroups, { workspaceId, memberId });
  const names = groups.flatMap(({ name, externalId }) => [
    name,
    ...(externalId === null ? [] : [externalId]),
  ]);
  const given = await tx.first(roleByGroups, { workspaceId, provider: directoryProvider, names });
  const grouped = await tx.first(groupedMember, { workspaceId, memberId });
  const isOurs = grouped?.provider === directoryProvider;
  // Whoever came by groups of a provider had no role before; that provider gives theirs again at the next sign-in.
  const base = isOurs ? (grouped.baseRoleId ?? defaultRole) : null;
  const role =
    given ?? (base === null ? undefined : await roleNamed(tx, workspaceId, base).catch(() => undefined));
  const isOther = role !== undefined && role.id !== member.roleId;
  // Whoever made the token neither gives nor takes what ranks above them, nor gives what they may not do themselves. Others get their
  // roles all the same.
  if (isOther && (outranks(member.roleLevel, rights) || !mayGive(rights, role))) return;
  // Whoever has made an account with somebody's address gets nothing that is meant for its owner.
  if (given && isOther && isMore(role, member) && !(await isProven(tx, member))) return;
  // The workspace keeps an admin, whatever the groups say.
  if (isOther && (await isLastAdmin(work, member))) return;
  if (given && !grouped) {
    const userId = member.userId ?? '';
    const mark = { workspaceId, memberId, userId, provider: directoryProvider, leftAt: null };
    await tx.run(insertGrouped, { ...mark, baseRoleId: member.roleId });
  } else if (given && !isOurs) {
    await tx.run(setLeft, { workspaceId, memberId, leftAt: null, provider: directoryProvider });
  }
  if (isOther) await changeMember(work, member, inRole(role));
  if (!given && isOurs) await tx.run(removeGrouped, { workspaceId, memberId });
}
