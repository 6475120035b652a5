import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { forgetCalendars } from '../../data/calendars/rows.ts';
import { endApiKeys } from '../actions/api-keys.ts';
import { proveAddress } from '../actions/prove-address.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf, admissionOf } from '../admission.ts';
import { requireUncommon } from '../guessable.ts';
import { checkMailToken, issueMailToken, revokeMailTokens, useMailToken } from '../mail-tokens.ts';
import { passwordResetMail } from '../mails.ts';
import { passwords } from '../passwords.ts';
import { userByEmail } from '../queries.ts';
import { endSessions } from '../sessions.ts';

/** Mails a code to choose a new password. For an address without an account the same is done, up to the mail. */
export async function requestPasswordReset(service: Service, given: { email: string }) {
  const email = addressOf(given.email);
  await service.changeAccounts(async (work) => {
    const { known } = await admissionOf(work.tx, service.config.signUp, email);
    const token = await issueMailToken(work, 'password-reset', email);
    const mail = passwordResetMail(work.publicUrl, email, token);
    work.mail(known ? mail : null);
  });
  return { success: true };
}

const setPassword = command('users.setPassword', (db, p: { userId: string; passwordHash: string }) =>
  db.updateTable('users').set({ password_hash: p.passwordHash }).where('id', '=', p.userId),
);

/**
 * Sets the password by a mailed token. Someone else may have had the old one, so everything that opens the account
 * ends: sessions, API keys, tokens in mails.
 * Throws `Invalid` for a token that does not work.
 */
export async function confirmPasswordReset(
  service: Service,
  given: { token: string; newPassword: string },
  origin: Origin,
) {
  const address = await checkMailToken(service, 'password-reset', given.token);
  requireUncommon(given.newPassword, { email: address }, 'newPassword');
  const passwordHash = await passwords.hash(given.newPassword, origin.network);
  await service.changeAccounts(async (work) => {
    const { email } = await useMailToken(work, 'password-reset', given.token);
    const found = await replacePassword(work, email, passwordHash, origin);
    if (!found) throw new Invalid('body/token does not belong to an account');
  });
  return { success: true };
}

/** Sets a password, as the operator does it, with the same end of all else that opens the account. Throws `NotFound`. */
export async function setPasswordOf(
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  given: { email: string; password: string },
): Promise<void> {
  const email = addressOf(given.email);
  requireUncommon(given.password, { email });
  const passwordHash = await passwords.hash(given.password);
  await changeAccounts(async (work) => {
    const found = await replacePassword(work, email, passwordHash, null);
    if (!found) throw new NotFound(`${email} has no account`);
  });
}

/**
 * Whether there is such an account; then all that opens it is ended, too. The token went to the address, and the
 * operator is believed, so this proves it.
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
  await noteEvent(work, { userId: user.id, type: 'password.reset', origin });
  return true;
}
