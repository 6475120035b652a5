import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../base/access/secrets.ts';
import { hashOf } from '../../base/access/tokens.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { type Clock, minute } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';

/*
 * The state of a sign-in by a provider travels with the browser, sealed, as `state`: any node can continue it, and an attacker who
 * begins many sign-ins does not fill a table. Only completed sign-ins are stored, so that none completes twice.
 */

/** How long a sign-in may take; microseconds. */
export const life = 10 * minute;

/** A sign-in that was begun. */
export interface Begun {
  /** Id of the provider. */
  provider: string;
  redirectUri: string;
  /** Ties the ID token to this sign-in. */
  nonce: string;
  /** The hash of the code verifier, which only the browser that began the sign-in has (PKCE). */
  verifierHash: string;
  /** Microseconds. */
  expiresAt: number;
}

const context = 'state of a sign-in by a provider';

/** 43 characters of base64url, the minimum of PKCE. */
const random = (): string => randomBytes(32).toString('base64url');

/**
 * Begins a sign-in; returns its state, the sealed form of that, and the code verifier that the browser keeps. The verifier is not
 * in the sealed state, which passes through the provider and addresses: anyone who sees those cannot complete the sign-in, and
 * nobody can complete their own in another user's browser.
 */
export function beginSignIn(
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  given: Pick<Begun, 'provider' | 'redirectUri'>,
): { begun: Begun; state: string; codeVerifier: string } {
  const codeVerifier = random();
  const verifierHash = hashOf(codeVerifier);
  const begun = { ...given, nonce: random(), verifierHash, expiresAt: clock.now() + life };
  return { begun, codeVerifier, state: secrets.seal(JSON.stringify(begun), context) };
}

const dead = () => new Invalid('dead-code', { field: 'body/state' });

const used = query('openid_states.used', (db, p: { nonce: string }) =>
  db.selectFrom('used_openid_states').select('nonce').where('nonce', '=', p.nonce),
);

/** Opens a `state` and checks that it belongs to the provider and the browser; throws `Invalid`. */
export async function openState(
  { db, secrets, clock }: { db: Reading; secrets: Secrets; clock: Clock },
  provider: string,
  state: string,
  codeVerifier: string,
): Promise<Begun> {
  const begun = unsealed(secrets, state);
  if (begun.provider !== provider || begun.expiresAt <= clock.now()) throw dead();
  if (begun.verifierHash !== hashOf(codeVerifier))
    throw new Invalid('foreign-verifier', { field: 'body/codeVerifier' });
  if (await db.first(used, { nonce: begun.nonce })) throw dead();
  return begun;
}

function unsealed(secrets: Secrets, state: string): Begun {
  try {
    return JSON.parse(secrets.open(state, context)) as Begun;
  } catch {
    throw dead();
  }
}

const markUsed = command('openid_states.markUsed', (db, p: { nonce: string; expiresAt: number }) =>
  db
    .insertInto('used_openid_states')
    .values({ nonce: p.nonce, expires_at: p.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce'),
);

/** Uses up what works once: of concurrent calls, only one succeeds, and the others throw `problem`. */
export async function useNonce(
  { tx }: Pick<AccountWork, 'tx'>,
  { nonce, expiresAt }: Pick<Begun, 'nonce' | 'expiresAt'>,
  problem: () => Error,
): Promise<void> {
  const [marked] = await tx.run(markUsed, { nonce, expiresAt });
  if (!marked) throw problem();
}

/** Uses up a state. Throws `Invalid`. */
export const useState = (work: AccountWork, begun: Begun): Promise<void> => useNonce(work, begun, dead);
