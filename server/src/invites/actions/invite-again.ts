import { requireGrantable } from '../../base/access/authority.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { command } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import { auditMember, effectiveOf, grantMember, type MemberAddress } from '../../members/actions/member.ts';
import { addressOfMember, openInvitationOf } from '../queries.ts';
import { type Issued, issueCode, linkTo, openedCode, withdrawOfMember } from './code.ts';
import { mailCode } from './mail-code.ts';

/* Another code for a member who was invited and has not joined: mailed again, or as a link to pass on. */

const show = command('invites.show', (db, p: { workspaceId: string; id: string; now: number }) =>
  db
    .updateTable('invites')
    .set({ shown_at: p.now })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .where('shown_at', 'is', null)
    .returning('id'),
);

/** The code of a member leads to their permissions, so it is only for those who could have invited them. */
async function grantInvited(work: Work, address: MemberAddress) {
  const { rights, member } = await grantMember(work, address, 'member:invite');
  if (member.status !== 'invited') throw new Conflict('has-joined');
  requireGrantable(rights, effectiveOf(member));
  return { rights, member, of: { workspaceId: rights.workspaceId, memberId: member.id } };
}

/** Mails an invited member a new code; the one before stops working, also as a link. */
export async function mailAgain(work: Work, address: MemberAddress, isMailOff: boolean) {
  const { tx } = work;
  const { rights, member, of } = await grantInvited(work, address);
  const { email = '' } = (await tx.first(addressOfMember, of)) ?? {};
  await tx.run(withdrawOfMember, of);
  const { expiresAt } = await mailCode(work, rights, { memberId: member.id, email });
  await auditMember(work, 'member.invited', member, member);
  return { mailSent: !isMailOff, expiresAt: isoMillis(expiresAt) };
}

/**
 * The link of an invited member, with the code that was mailed to them if it is open. From now on the code does not prove
 * their address: somebody else has seen it.
 */
export async function linkOfMember(work: Work, address: MemberAddress) {
  const { tx, now, quiet } = work;
  const { member, of } = await grantInvited(work, address);
  const { id, code, expiresAt } = (await openCode(work, of)) ?? (await newCode(work, of));
  const [isFirst] = await tx.run(show, { workspaceId: of.workspaceId, id, now });
  if (isFirst) await auditMember(work, 'member.invited', member, member);
  else quiet();
  return { inviteLink: linkTo(work, code), expiresAt: isoMillis(expiresAt) };
}

interface OfMember {
  workspaceId: string;
  memberId: string;
}

/** The open code of a member; undefined if there is none, or if it cannot be shown. */
async function openCode({ tx, now, secrets }: Work, of: OfMember): Promise<Issued | undefined> {
  const open = await tx.first(openInvitationOf, { ...of, now });
  if (!open || open.sealed === null) return undefined;
  const { id, sealed, expiresAt } = open;
  return { id, code: openedCode(secrets, { id, sealed }), expiresAt };
}

async function newCode(work: Work, of: OfMember): Promise<Issued> {
  await work.tx.run(withdrawOfMember, of);
  return issueCode(work, of.workspaceId, of.memberId);
}
