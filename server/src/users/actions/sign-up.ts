import { Forbidden } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { addressOf, admissionOf, signUpClosed } from '../admission.ts';
import { passwords } from '../passwords.ts';
import { openSession, type SignedIn } from '../sessions.ts';
import { insertUser } from './create-user.ts';

/**
 * Makes an account and its first session. Throws `Forbidden` where sign-up is closed to the address, `Conflict`
 * where it has an account.
 */
export async function signUp(
  { db, config, changeAccounts }: Service,
  given: { email: string; password: string; name?: string },
  userAgent: string | null,
): Promise<SignedIn> {
  const email = addressOf(given.email);
  const { mayJoin } = await admissionOf(db, config.signUp, email);
  if (!mayJoin) throw new Forbidden(signUpClosed);
  const passwordHash = await passwords.hash(given.password);
  return changeAccounts(async (work) => {
    const user = await insertUser(work, { email, name: given.name ?? null, passwordHash }, false);
    return openSession(work, user, userAgent);
  });
}
