import type { Actor } from '../../base/access/actor.ts';
import { confirmedFor } from '../../base/access/confirmation.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { Work } from '../../base/changes/change.ts';
import { onlyWaysOf } from '../../base/config/openid-providers.ts';
import { query } from '../../base/db/query.ts';
import { Forbidden, Invalid, Unauthorized } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { confirmation } from '../factors/queries.ts';
import { checkOwnMailToken, useOwnMailToken } from '../mail-tokens.ts';
import { passwords } from '../passwords.ts';

/*
 * A session does not prove ownership of the account, so irreversible actions require more: the password, or, for an account
 * without one, the token of a magic link that was just mailed. Who can only sign in by a provider signs in again.
 */

export interface GivenProof {
  currentPassword?: string;
  token?: string;
}

/** A checked proof, to be checked again in the transaction of the change. */
export interface OwnerProof {
  passwordHash: string | null;
  token: string | null;
  /** When the session was confirmed, if that is the proof; microseconds. */
  confirmedAt?: number;
}

const passwordOf = query('users.passwordOf', (db, p: { userId: string }) =>
  db.selectFrom('users').select('password_hash as passwordHash').where('id', '=', p.userId),
);

const wrong = () => new Invalid('password-wrong', { field: 'body/currentPassword' });

/** Throws `Invalid` if the proof is missing or wrong. */
export async function ownerProof(
  service: Pick<Service, 'db' | 'clock' | 'config'>,
  actor: Actor,
  given: GivenProof,
  { network }: Origin,
): Promise<OwnerProof> {
  const user = await service.db.first(passwordOf, { userId: actor.userId });
  if (!user) throw new Unauthorized();
  const { passwordHash } = user;
  if (onlyWaysOf(service.config.openIdProviders, actor.email).length > 0) {
    return { passwordHash, token: null, confirmedAt: await requireFreshSession(service, actor) };
  }
  if (passwordHash !== null) {
    if (given.currentPassword === undefined)
      throw new Invalid('password-missing', { field: 'body/currentPassword' });
    if (!(await passwords.matches(passwordHash, given.currentPassword, network))) throw wrong();
    return { passwordHash, token: null };
  }
  if (given.token === undefined) {
    throw new Invalid('code-missing', { field: 'body/token' });
  }
  await checkOwnMailToken(service, 'magic-link', given.token, actor.email);
  return { passwordHash, token: given.token };
}

/** Where neither a password nor a code opens the account, having just signed in is the proof. Returns when that was. */
async function requireFreshSession({ db, clock }: Pick<Service, 'db' | 'clock'>, { credential }: Actor) {
  const confirmedAt = (await db.first(confirmation, { id: credential.id }))?.confirmedAt ?? 0;
  if (confirmedAt + confirmedFor <= clock.now()) throw new Forbidden('sign-in-again');
  return confirmedAt;
}

/** Locks the account, checks that the proof is still valid, and uses it up. Throws `Invalid`. */
export async function holdProven(
  work: Pick<Work, 'tx' | 'now' | 'actor'>,
  { passwordHash, token }: OwnerProof,
): Promise<void> {
  const { tx, actor } = work;
  // Lock tokens before users, in the same order as a password reset: otherwise the two could deadlock.
  if (token !== null) await useOwnMailToken(work, 'magic-link', token, actor.email);
  await tx.lock('users', null, [actor.userId]);
  const user = await tx.first(passwordOf, { userId: actor.userId });
  if (user?.passwordHash !== passwordHash) throw wrong();
}
