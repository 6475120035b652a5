import type { Origin } from '../../base/access/origin.ts';
import { Forbidden } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf, admissionOf, isMailedTo, signUpClosed } from '../admission.ts';
import { requireUncommon } from '../guessable.ts';
import { passwords } from '../passwords.ts';
import { openSession, type SignedIn } from '../sessions.ts';
import { insertUser } from './create-user.ts';

interface Given {
  email: string;
  password: string;
  name?: string;
  inviteCode?: string;
}

/**
 * Creates an account and its first session. An invitation code verifies the address it was mailed to. Throws `Forbidden` if
 * sign-up is closed to the address, `Conflict` if it already has an account.
 */
export async function signUp(service: Service, given: Given, origin: Origin): Promise<SignedIn> {
  const { db, config, clock, changeAccounts } = service;
  const email = addressOf(given.email);
  requireUncommon(given.password, { ...given, email });
  const proven = await isMailedTo(db, clock.now(), email, given.inviteCode);
  const { mayJoin } = await admissionOf(db, config.signUp, email);
  if (!mayJoin || (config.signUp === 'invited' && !proven)) throw new Forbidden(signUpClosed);
  const passwordHash = await passwords.hash(given.password, origin.network);
  return changeAccounts(async (work) => {
    const user = await insertUser(work, { email, name: given.name ?? null, passwordHash }, proven);
    await noteEvent(work, { userId: user.id, type: 'account.created', origin });
    return openSession(work, user, origin, 'password');
  });
}
