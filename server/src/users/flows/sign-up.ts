import type { Origin } from '../../base/access/origin.ts';
import { Forbidden } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf, admissionOf, invitationOf } from '../admission.ts';
import { requireUncommon } from '../guessable.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
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
 * Creates an account and its first session. An invitation code verifies the address if it was mailed to it. Throws `Forbidden` if
 * sign-up is closed to the address, `Conflict` if it already has an account.
 */
export async function signUp(service: Service, given: Given, origin: Origin): Promise<SignedIn> {
  const { db, config, clock, changeAccounts } = service;
  const email = addressOf(given.email);
  requireOpenWay(config, email);
  requireUncommon(given.password, { ...given, email });
  const invitation = await invitationOf(db, clock.now(), email, given.inviteCode);
  const { mayJoin } = await admissionOf(db, config.signUp, email);
  if (!mayJoin || (config.signUp === 'invited' && invitation === undefined))
    throw new Forbidden('sign-up-closed');
  const passwordHash = await passwords.hash(given.password, origin.network);
  return changeAccounts(async (work) => {
    const fields = { email, name: given.name ?? null, passwordHash };
    const user = await insertUser(work, fields, invitation === 'mailed');
    await noteEvent(work, { userId: user.id, type: 'account.created', origin });
    return openSession(service, work, user, origin, 'password');
  });
}
