import type { AccountWork } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf } from '../admission.ts';
import { requireUncommon } from '../guessable.ts';
import { passwords } from '../passwords.ts';
import type { SignedIn } from '../sessions.ts';

interface NewUser {
  id: string;
  email: string;
  name: string | null;
  passwordHash: string;
  verifiedAt: number | null;
  now: number;
}

const insert = command('users.insert', (db, p: NewUser) =>
  db
    .insertInto('users')
    .values({
      id: p.id,
      email: p.email,
      email_verified_at: p.verifiedAt,
      name: p.name,
      image: null,
      password_hash: p.passwordHash,
      billing_customer_id: null,
      magic_link_at: null,
      created_at: p.now,
      disabled_at: null,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id'),
);

/** Stores an account; the caller states whether the address is verified. Throws `Conflict` if the address already has one. */
export async function insertUser(
  { tx, now }: AccountWork,
  { email, name, passwordHash }: Pick<NewUser, 'email' | 'name' | 'passwordHash'>,
  verified: boolean,
): Promise<SignedIn['user']> {
  const user = { id: newId(now), email, name };
  const [made] = await tx.run(insert, { ...user, passwordHash, verifiedAt: verified ? now : null, now });
  if (!made) throw new Conflict('account-exists', { field: 'body/email' });
  return user;
}

/** Creates an account for the operator: ignores `SIGN_UP` and trusts the address. Throws `Conflict` like `insertUser`. */
export async function createUser(
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  given: { email: string; password: string; name?: string },
): Promise<SignedIn['user']> {
  const email = addressOf(given.email);
  requireUncommon(given.password, { ...given, email });
  const passwordHash = await passwords.hash(given.password);
  return changeAccounts(async (work) => {
    const user = await insertUser(work, { email, name: given.name ?? null, passwordHash }, true);
    await noteEvent(work, { userId: user.id, type: 'account.created', origin: null });
    return user;
  });
}
