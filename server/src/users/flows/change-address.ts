import type { Origin } from '../../base/access/origin.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { isPlaceholder } from '../../base/email-address.ts';
import { Invalid } from '../../base/errors.ts';
import { languageFor, linkWithCode, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { holdAccount } from '../actions/hold-account.ts';
import { moveAddress } from '../actions/move-address.ts';
import { addressOf } from '../admission.ts';
import { issueMailToken, useMailToken } from '../mail-tokens.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
import { preferences, userByEmail } from '../queries.ts';
import { type GivenProof, holdProven, ownerProof } from './owner-proof.ts';

/** The language of the actor's mails. */
const languageOfOwn = async ({ tx, actor: { userId } }: Pick<Work, 'tx' | 'actor'>) =>
  languageFor((await tx.first(preferences, { userId }))?.locale ?? null);

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
  requireOpenWay(service.config, actor.email);
  const proof = await ownerProof(service, actor, given, origin);
  return change(async (work) => {
    work.ownAccount();
    await holdProven(work, proof);
    const taken = await work.tx.first(userByEmail, { email });
    const token = await issueMailToken(work, 'new-address', email, actor.userId);
    const link = linkWithCode(work.publicUrl, 'confirm-address', token);
    const language = await languageOfOwn(work);
    const mail = mailOf({ to: email, language }, 'newAddress', link);
    work.mail(taken || isPlaceholder(email) ? null : mail);
    return { success: true };
  });
}

/**
 * Changes the address of the actor's account to the one that the code was mailed to, and notifies the old one. Throws `Invalid`
 * for a code that does not work or is another user's, `Conflict` if the address has got an account in the meantime.
 */
export async function confirmNewAddress(work: Work, token: string, origin: Origin) {
  const { actor, ownAccount } = work;
  const { userId, email: before } = actor;
  ownAccount();
  const { email, userId: asked } = await useMailToken(work, 'new-address', token);
  if (asked !== userId) throw new Invalid('dead-code', { field: 'body/token' });
  await holdAccount(work);
  await moveAddress(work, { userId, before, email, origin }, 'body/token');
  return { success: true, email };
}
