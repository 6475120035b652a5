import type { Origin } from '../../base/access/origin.ts';
import { Forbidden, Unauthorized } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { addressOf } from '../admission.ts';
import type { Step } from '../factors/step.ts';
import type { Failures } from '../failures.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
import { passwords } from '../passwords.ts';
import { userByEmail } from '../queries.ts';
import type { SignedIn } from '../sessions.ts';
import { enter } from './second-step.ts';

const wrong = () => new Unauthorized('sign-in-wrong');

/**
 * Signs in by password. An unknown address and a wrong password take the same code path. Throws `Forbidden` for a disabled account
 * if the password is correct.
 */
export async function signIn(
  service: Service,
  failures: Failures,
  given: { email: string; password: string },
  origin: Origin,
): Promise<SignedIn | Step> {
  const { db, config, changeAccounts } = service;
  const email = addressOf(given.email);
  requireOpenWay(config, email);
  const found = await db.first(userByEmail, { email });
  const right = await passwords.matches(found?.passwordHash ?? null, given.password, origin.network);
  if (!found || !right) {
    failures.note({ email, ...origin });
    throw wrong();
  }
  return changeAccounts(async (work) => {
    // A reset in between has ended all sessions, so the old password must not open a new one.
    await work.tx.lock('users', null, [found.id]);
    const user = await work.tx.first(userByEmail, { email });
    if (user?.passwordHash !== found.passwordHash) throw wrong();
    if (user.disabledAt !== null) throw new Forbidden('account-disabled');
    const { id, name, passwordHash } = user;
    return enter(service, work, { id, email: user.email, name, passwordHash }, origin, 'password');
  });
}
