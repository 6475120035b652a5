import { command } from '../../db/query.ts';
import { Conflict, Forbidden } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Service } from '../../service.ts';
import { addressOf, admissionOf, signUpClosed } from '../admission.ts';
import { passwords } from '../passwords.ts';
import { openSession, type SignedIn } from '../sessions.ts';

interface NewUser {
  id: string;
  email: string;
  name: string | null;
  passwordHash: string;
  now: number;
}

const insert = command('users.insert', (db, p: NewUser) =>
  db
    .insertInto('users')
    .values({
      id: p.id,
      email: p.email,
      name: p.name,
      image: null,
      password_hash: p.passwordHash,
      billing_customer_id: null,
      magic_link_at: null,
      created_at: p.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id'),
);

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
    const { tx, now } = work;
    const user = { id: newId(now), email, name: given.name ?? null };
    const [made] = await tx.run(insert, { ...user, passwordHash, now });
    if (!made) throw new Conflict('body/email: an account with this address exists');
    return openSession(work, user, userAgent);
  });
}
