import type { About } from '../../../../contract/notifications.ts';
import { keyOf } from '../../base/access/actor.ts';
import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { tellInvited } from '../../base/changes/telling.ts';
import { emailAddress, isPlaceholder } from '../../base/email-address.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { addMember, type GivenRole, inviteAgain, memberWith } from '../../members/actions/join.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { openInvitationOf } from '../queries.ts';
import { withdrawOfMember } from './code.ts';
import { defaultRole } from './link.ts';
import { mailCode } from './mail-code.ts';

/** Invites an address with a role that the actor may assign, and mails it a code; without a mail server, that is logged. */
export async function inviteMember(
  work: Work,
  workspacePublicId: string,
  given: { email: string; role?: string },
  isMailOff: boolean,
) {
  const { tx } = work;
  const rights = await work.grant('workspace', workspacePublicId, 'member:invite');
  const { workspaceId } = rights;
  const role = await roleNamed(tx, workspaceId, given.role ?? defaultRole);
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  const email = emailAddress(given.email);
  if (email === undefined) throw new Invalid('not-email', { field: 'body/email' });
  // A placeholder would become a member that nobody can sign in as, and a merged one would reappear.
  if (isPlaceholder(email)) throw new Invalid('unreachable-email', { field: 'body/email' });
  const memberId = await putInvited(work, rights, email, role);
  await tx.run(withdrawOfMember, { workspaceId, memberId });
  await mailCode(work, rights, { memberId, email });
  await notifyInvited(work, { workspaceId, email, role: role.name });
  return { publicId: memberId, mailSent: !isMailOff };
}

/** Notifies the account with that address, which sees it once the address is proved. */
async function notifyInvited(
  { tx, actor, now }: Work,
  { workspaceId, email, role }: { workspaceId: string; email: string; role: string },
): Promise<void> {
  const key = keyOf(actor);
  await tx.run(tellInvited, {
    workspaceId,
    id: newId(now),
    email,
    actorId: actor.userId,
    apiKey: key ? JSON.stringify(key) : null,
    data: JSON.stringify({ role } satisfies About),
    now,
  });
}

/** Stores the invited member with an address. Throws `Conflict` if they are a member or have an open invitation. */
async function putInvited(
  work: Work,
  rights: Located<'workspace'>,
  email: string,
  role: GivenRole,
): Promise<string> {
  const { workspaceId } = rights;
  const known = await memberWith(work.tx, workspaceId, email);
  if (!known) return addMember(work, { workspaceId, email, role, userId: null });
  if (known.status === 'active' || known.status === 'paused') {
    throw new Conflict('already-member', { field: 'body/email' });
  }
  if (known.status === 'invited') {
    requireRank(rights, known.roleLevel);
    const open = await work.tx.first(openInvitationOf, { workspaceId, memberId: known.id, now: work.now });
    if (open) throw new Conflict('already-invited', { field: 'body/email' });
  }
  await inviteAgain(work, known, role);
  return known.id;
}
