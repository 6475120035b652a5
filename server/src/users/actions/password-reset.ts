import type { AccountWork } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { Invalid, NotFound } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { addressOf, admissionOf } from '../admission.ts';
import { checkMailToken, issueMailToken, revokeMailTokens, useMailToken } from '../mail-tokens.ts';
import { passwordResetMail } from '../mails.ts';
import { passwords } from '../passwords.ts';
import { userByEmail } from '../queries.ts';
import { endSessions } from '../sessions.ts';
import { proveAddress } from './prove-address.ts';

/** Mails a link to choose a new password. For an address without an account the same is done, up to the mail. */
export async function requestPasswordReset(service: Service, given: { email: string }) {
  const email = addressOf(given.email);
  await service.changeAccounts(async (work) => {
    const { known } = await admissionOf(work.tx, service.config.signUp, email);
    const token = await issueMailToken(work, 'password-reset', email);
    const mail = passwordResetMail(service.publicUrl, email, token);
    work.later(() => service.outbox.send(known ? mail : null));
  });
  return { success: true };
}

const setPassword = command('users.setPassword', (db, p: { userId: string; passwordHash: string }) =>
  db.updateTable('users').set({ password_hash: p.passwordHash }).where('id', '=', p.userId),
);

/**
 * Sets the password by the token of a mailed link, and ends what was opened by the old one: all sessions and links.
 * Throws `Invalid` for a token that does not work.
 */
export async function confirmPasswordReset(service: Service, given: { token: string; newPassword: string }) {
  await checkMailToken(service, 'password-reset', given.token);
  const passwordHash = await passwords.hash(given.newPassword);
  await service.changeAccounts(async (work) => {
    const email = await useMailToken(work, 'password-reset', given.token);
    const found = await replacePassword(work, email, passwordHash);
    if (!found) throw new Invalid('body/token is of no account');
  });
  return { success: true };
}

/** Sets a password, as the operator does it, with the same end of links and sessions. Throws `NotFound`. */
export async function setPasswordOf(
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  given: { email: string; password: string },
): Promise<void> {
  const passwordHash = await passwords.hash(given.password);
  const email = addressOf(given.email);
  await changeAccounts(async (work) => {
    const found = await replacePassword(work, email, passwordHash);
    if (!found) throw new NotFound(`${email} has no account`);
  });
}

/**
 * Whether there is such an account; then its links and sessions are ended, too. The link went to the address, and the
 * operator is believed, so this proves it.
 */
async function replacePassword(work: AccountWork, email: string, passwordHash: string): Promise<boolean> {
  const { tx } = work;
  await revokeMailTokens(tx, email);
  const user = await tx.first(userByEmail, { email });
  if (!user) return false;
  await proveAddress(work, user.id);
  await tx.run(setPassword, { userId: user.id, passwordHash });
  await endSessions(tx, user.id);
  return true;
}
