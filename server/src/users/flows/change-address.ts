import type { Origin } from '../../base/access/origin.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { isPlaceholder } from '../../base/email-address.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { linkWithCode, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { forgetInvited, setMembersAddress } from '../../data/members/rows.ts';
import { holdAccount } from '../actions/hold-account.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf } from '../admission.ts';
import { issueMailToken, revokeMailTokens, useMailToken } from '../mail-tokens.ts';
import { userByEmail } from '../queries.ts';
import { type GivenProof, holdProven, ownerProof } from './owner-proof.ts';

/**
 * Mails a code to the new address of the actor's account. If another account has that address it does the same work, except for
 * the mail, so that nobody learns who has an account. Throws like `ownerProof`.
 */
export async function requestNewAddress(
  service: Service,
  { actor, change }: Caller,
  given: GivenProof & { newEmail: string },
  origin: Origin,
) {
  const email = addressOf(given.newEmail, 'newEmail');
  if (email === actor.email) throw new Invalid('same-email', { field: 'body/newEmail' });
  const proof = await ownerProof(service, actor, given, origin);
  return change(async (work) => {
    work.ownAccount();
    await holdProven(work, proof);
    const taken = await work.tx.first(userByEmail, { email });
    const token = await issueMailToken(work, 'new-address', email, actor.userId);
    const link = linkWithCode(work.publicUrl, 'confirm-address', token);
    const mail = mailOf({ to: email }, 'newAddress', link);
    work.mail(taken || isPlaceholder(email) ? null : mail);
    return { success: true };
  });
}

interface Moved {
  userId: string;
  email: string;
  now: number;
}

const setAddress = command('users.setAddress', (db, p: Moved) =>
  db.updateTable('users').set({ email: p.email, email_verified_at: p.now }).where('id', '=', p.userId),
);

/**
 * Changes the address of the actor's account to the one that the code was mailed to, and notifies the old one. Throws `Invalid`
 * for a code that does not work or is another user's, `Conflict` if the address has got an account in the meantime.
 */
export async function confirmNewAddress(work: Work, token: string, origin: Origin) {
  const { tx, actor, now, ownAccount, mail, publicUrl } = work;
  const { userId, email: before } = actor;
  ownAccount();
  const { email, userId: asked } = await useMailToken(work, 'new-address', token);
  if (asked !== userId) throw new Invalid('dead-code', { field: 'body/token' });
  await holdAccount(work);
  if (await tx.first(userByEmail, { email })) throw new Conflict('email-taken', { field: 'body/token' });
  await tx.run(setAddress, { userId, email, now });
  await tx.run(forgetInvited, { userId, email });
  await tx.run(setMembersAddress, { userId, email });
  await revokeMailTokens(tx, before, userId);
  await noteEvent(work, { userId, type: 'email.changed', origin, detail: `${before} → ${email}` });
  mail(mailOf({ to: before }, 'addressChanged', publicUrl));
  return { success: true, email };
}
