import type { Actor } from '../../base/access/actor.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { Invalid, Unauthorized } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { checkMailToken, useOwnMailToken } from '../mail-tokens.ts';
import { passwords } from '../passwords.ts';

/*
 * Who holds a session need not be whose account it is: what cannot be taken back asks for more. That is the password,
 * or, of an account that has none, the token of a magic link that was just mailed.
 */

export interface GivenProof {
  currentPassword?: string;
  token?: string;
}

/** What has been shown, and is to be asked again where the change is made. */
export interface OwnerProof {
  passwordHash: string | null;
  token: string | null;
}

const passwordOf = query('users.passwordOf', (db, p: { userId: string }) =>
  db.selectFrom('users').select('password_hash as passwordHash').where('id', '=', p.userId),
);

const wrong = () => new Invalid('body/currentPassword is wrong');

/** Throws `Invalid` for what is missing or does not hold. */
export async function ownerProof(
  service: Pick<Service, 'db' | 'clock'>,
  actor: Actor,
  given: GivenProof,
  { network }: Origin,
): Promise<OwnerProof> {
  const user = await service.db.first(passwordOf, { userId: actor.userId });
  if (!user) throw new Unauthorized();
  const { passwordHash } = user;
  if (passwordHash !== null) {
    if (given.currentPassword === undefined) throw new Invalid('body/currentPassword is missing');
    if (!(await passwords.matches(passwordHash, given.currentPassword, network))) throw wrong();
    return { passwordHash, token: null };
  }
  if (given.token === undefined) {
    throw new Invalid(
      'body/token is missing: this account has no password, so request a magic link and send its code',
    );
  }
  await checkMailToken(service, 'magic-link', given.token);
  return { passwordHash, token: given.token };
}

/** Holds the account, where the proof still holds, and uses it up. Throws `Invalid`. */
export async function holdProven(
  work: Pick<Work, 'tx' | 'now' | 'actor'>,
  { passwordHash, token }: OwnerProof,
): Promise<void> {
  const { tx, actor } = work;
  // Tokens before users, as a reset takes them: two that wait for each other would be a deadlock.
  if (token !== null) await useOwnMailToken(work, 'magic-link', token, actor.email);
  await tx.lock('users', null, [actor.userId]);
  const user = await tx.first(passwordOf, { userId: actor.userId });
  if (user?.passwordHash !== passwordHash) throw wrong();
}
