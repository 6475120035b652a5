import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRows } from '../../base/db/statements.ts';
import { emailAddress, isPlaceholder } from '../../base/email-address.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { invites } from '../../data/invites/tables.ts';
import { addMember, type GivenRole, inviteAgain, memberWith } from '../../members/actions/join.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { invitationMail } from '../mails.ts';
import { openInvitationOf } from '../queries.ts';
import { issueCode } from './code.ts';
import { countInvitation } from './daily.ts';
import { defaultRole } from './link.ts';

const withdraw = deleteRows('invites.withdrawOfMember', invites, ['workspace_id', 'member_id']);

/** Invites an address with a role that the actor may assign, and mails it a code. */
export async function inviteMember(
  work: Work,
  workspacePublicId: string,
  given: { email: string; role?: string },
) {
  const { tx, actor, publicUrl } = work;
  const rights = await work.grant('workspace', workspacePublicId, 'member:invite');
  const { workspaceId, name: workspace } = rights;
  const role = await roleNamed(tx, workspaceId, given.role ?? defaultRole);
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  const email = emailAddress(given.email);
  if (email === undefined) throw new Invalid('body/email is not an e-mail address');
  // A placeholder would become a member that nobody can sign in as, and a merged one would reappear.
  if (isPlaceholder(email)) throw new Invalid('body/email is an address that no mail reaches');
  const memberId = await putInvited(work, rights, email, role);
  await tx.run(withdraw, { workspaceId, memberId });
  await countInvitation(work, { workspaceId, email });
  const { code } = await issueCode(work, workspaceId, memberId);
  const mail = invitationMail({ to: email, from: actor.name, workspace, code, publicUrl });
  work.mail(mail);
  return { publicId: memberId };
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
    throw new Conflict('body/email: this address is already a member');
  }
  if (known.status === 'invited') {
    requireRank(rights, known.roleLevel);
    const open = await work.tx.first(openInvitationOf, { workspaceId, memberId: known.id, now: work.now });
    if (open) throw new Conflict('body/email: this address is already invited');
  }
  await inviteAgain(work, known, role);
  return known.id;
}
