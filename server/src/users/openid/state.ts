import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../base/access/secrets.ts';
import { hashOf } from '../../base/access/tokens.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { type Clock, minute } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';

/*
 * What is remembered of a sign-in by a provider while the browser is there travels with it, sealed, as `state`: any node
 * can go on with it, and whoever begins sign-ins without end fills no table. Only those that succeed are stored, so
 * that none succeeds twice.
 */

/** How long a sign-in may take; microseconds. */
export const life = 10 * minute;

/** A sign-in that was begun. */
export interface Begun {
  /** Id of the provider. */
  provider: string;
  redirectUri: string;
  /** Stands in the ID token of this sign-in and of no other. */
  nonce: string;
  /** Of the code verifier, which only the browser has that began it (PKCE). */
  verifierHash: string;
  /** Microseconds. */
  expiresAt: number;
}

const context = 'state of a sign-in by a provider';

/** 43 characters of base64url, which is what PKCE asks for at the least. */
const random = (): string => randomBytes(32).toString('base64url');

/**
 * Begins a sign-in; gives what is to be remembered, its sealed form, and what the browser keeps to itself. The verifier
 * is not in the state, which passes through the provider and addresses: whoever sees those cannot finish the sign-in,
 * and nobody finishes their own in someone else's browser.
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

const dead = () => new Invalid('body/state is unknown, used or expired');

const used = query('openid_states.used', (db, p: { nonce: string }) =>
  db.selectFrom('used_openid_states').select('nonce').where('nonce', '=', p.nonce),
);

/** What stands in a `state` that works for the provider and the browser that began it; throws `Invalid`. */
export async function openState(
  { db, secrets, clock }: { db: Reading; secrets: Secrets; clock: Clock },
  provider: string,
  state: string,
  codeVerifier: string,
): Promise<Begun> {
  const begun = unsealed(secrets, state);
  if (begun.provider !== provider || begun.expiresAt <= clock.now()) throw dead();
  if (begun.verifierHash !== hashOf(codeVerifier))
    throw new Invalid('body/codeVerifier belongs to another sign-in');
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

/** Uses a state up: of any number at once, one succeeds. Throws `Invalid`. */
export async function useState({ tx }: AccountWork, { nonce, expiresAt }: Begun): Promise<void> {
  const [marked] = await tx.run(markUsed, { nonce, expiresAt });
  if (!marked) throw dead();
}
