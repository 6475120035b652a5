import type { Origin } from '../../base/access/origin.ts';
import { command } from '../../base/db/query.ts';
import { Forbidden } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { languageFor, linkWithCode, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { proveAddress } from '../actions/prove-address.ts';
import { addressOf, admissionOf } from '../admission.ts';
import type { Step } from '../factors/step.ts';
import { issueMailToken, useMailToken } from '../mail-tokens.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
import { anyProvider, type SignedIn } from '../sessions.ts';
import { enter as enterWith } from './second-step.ts';

/**
 * Mails a sign-in code to an address that has an account or may create one. For any other it does the same work, except for the
 * mail, so that neither the response nor its timing reveals which addresses have accounts.
 */
export async function requestMagicLink(
  service: Service,
  given: { email: string },
  accepted: string | undefined,
) {
  const email = addressOf(given.email);
  requireOpenWay(service.config, email);
  await service.changeAccounts(async (work) => {
    const { known, mayJoin, locale } = await admissionOf(work.tx, service.config.signUp, email);
    const token = await issueMailToken(work, 'magic-link', email);
    const reader = { to: email, language: languageFor(locale, accepted) };
    const mail = mailOf(reader, 'magicLink', linkWithCode(work.publicUrl, 'magic-link', token));
    work.mail(known || mayJoin ? mail : null);
  });
  return { success: true };
}

/** Creates the account if there is none; locks the row, so that a concurrent reset runs before or after. */
const enter = command('users.enterByMagicLink', (db, p: { id: string; email: string; now: number }) =>
  db
    .insertInto('users')
    .values({
      id: p.id,
      email: p.email,
      email_verified_at: p.now,
      name: null,
      image: null,
      password_hash: null,
      billing_customer_id: null,
      magic_link_at: p.now,
      created_at: p.now,
      disabled_at: null,
      deleted_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((set) => ({
        magic_link_at: set.fn.coalesce('users.magic_link_at', set.ref('excluded.magic_link_at')),
      })),
    )
    .returning(['id', 'email', 'name', 'password_hash as passwordHash']),
);

/** Signs in with a mailed token and uses it up. Throws `Invalid`, or `Forbidden` like sign-up. */
export async function verifyMagicLink(
  service: Service,
  given: { token: string },
  origin: Origin,
): Promise<SignedIn | Step> {
  return service.changeAccounts(async (work) => {
    const { tx, now } = work;
    const { email, userId: byOperator } = await useMailToken(work, 'magic-link', given.token);
    if (byOperator === null) requireOpenWay(service.config, email);
    const { known, mayJoin } = await admissionOf(tx, service.config.signUp, email);
    if (!known && !mayJoin) throw new Forbidden('sign-up-closed');
    const [user] = await tx.run(enter, { id: newId(now), email, now });
    if (!user) throw new Error('an account was neither found nor made');
    await proveAddress(work, user.id);
    return byOperator === null
      ? enterWith(service, work, user, origin, 'magic link')
      : enterWith(service, work, user, origin, 'operator', { id: anyProvider, session: null });
  });
}
