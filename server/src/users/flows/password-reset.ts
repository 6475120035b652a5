import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { languageFor, linkWithCode, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { forgetCalendars, forgetFeeds } from '../../data/calendars/rows.ts';
import { forgetMailboxes } from '../../data/mailboxes/rows.ts';
import { endApiKeys } from '../actions/api-keys.ts';
import { proveAddress } from '../actions/prove-address.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf, admissionOf } from '../admission.ts';
import { requireUncommon } from '../guessable.ts';
import { checkMailToken, issueMailToken, revokeMailTokens, useMailToken } from '../mail-tokens.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
import { passwords } from '../passwords.ts';
import { userByEmail } from '../queries.ts';
import { endSessions } from '../sessions.ts';

/** Mails a code to choose a new password. For an address without an account it does the same work, except for the mail. */
export async function requestPasswordReset(
  service: Service,
  given: { email: string },
  accepted: string | undefined,
) {
  const email = addressOf(given.email);
  requireOpenWay(service.config, email);
  await service.changeAccounts(async (work) => {
    const { known, locale } = await admissionOf(work.tx, service.config.signUp, email);
    const token = await issueMailToken(work, 'password-reset', email);
    const link = linkWithCode(work.publicUrl, 'reset-password', token);
    const mail = mailOf({ to: email, language: languageFor(locale, accepted) }, 'passwordReset', link);
    work.mail(known ? mail : null);
  });
  return { success: true };
}

const setPassword = command('users.setPassword', (db, p: { userId: string; passwordHash: string }) =>
  db.updateTable('users').set({ password_hash: p.passwordHash }).where('id', '=', p.userId),
);

/**
 * Sets the password with a mailed token. The old password may have been known to others, so all other credentials are revoked:
 * sessions, API keys, mailed tokens. Throws `Invalid` for a token that does not work.
 */
export async function confirmPasswordReset(
  service: Service,
  given: { token: string; newPassword: string },
  origin: Origin,
) {
  const address = await checkMailToken(service, 'password-reset', given.token);
  requireOpenWay(service.config, address);
  requireUncommon(given.newPassword, { email: address }, 'newPassword');
  const passwordHash = await passwords.hash(given.newPassword, origin.network);
  await service.changeAccounts(async (work) => {
    const { email } = await useMailToken(work, 'password-reset', given.token);
    const found = await replacePassword(work, email, passwordHash, origin);
    if (!found) throw new Invalid('code-without-account', { field: 'body/token' });
  });
  return { success: true };
}

/** Sets a password for the operator, and revokes all other credentials as well. Throws `NotFound`. */
export async function setPasswordOf(
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  given: { email: string; password: string },
): Promise<void> {
  const email = addressOf(given.email);
  requireUncommon(given.password, { email });
  const passwordHash = await passwords.hash(given.password);
  await changeAccounts(async (work) => {
    const found = await replacePassword(work, email, passwordHash, null);
    if (!found) throw new NotFound('no-account', { email });
  });
}

/**
 * Sets the password and revokes all other credentials; false if there is no such account. The token was mailed to the address, and
 * the operator is trusted, so this also verifies it.
 */
async function replacePassword(
  work: AccountWork,
  email: string,
  passwordHash: string,
  origin: Origin | null,
): Promise<boolean> {
  const { tx } = work;
  const user = await tx.first(userByEmail, { email });
  await revokeMailTokens(tx, email, user?.id);
  if (!user) return false;
  await proveAddress(work, user.id);
  await tx.run(setPassword, { userId: user.id, passwordHash });
  await endSessions(tx, user.id);
  await endApiKeys(work, user.id);
  await tx.run(forgetCalendars, { userId: user.id });
  await tx.run(forgetFeeds, { userId: user.id });
  await tx.run(forgetMailboxes, { userId: user.id });
  await noteEvent(work, { userId: user.id, type: 'password.reset', origin });
  return true;
}
