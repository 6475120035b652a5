import { sql } from 'kysely';
import { hashOf } from '../../base/access/tokens.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { command, query } from '../../base/db/query.ts';

/*
 * A logout of which a provider tells also ends a sign-in that has taken its first step and waits for the second factor. Such a step is
 * stored nowhere, so it is remembered what has ended, among what works once, for as long as a step may take.
 */

/** Whom a logout names: a person, one of their sessions, or a session. */
interface Named {
  provider: string;
  issuer: string;
  subject: string | null;
  session: string | null;
}

const nameOf = ({ provider, issuer, subject, session }: Named): string =>
  hashOf(`ended ${JSON.stringify([provider, issuer, subject, session])}`);

/** The names of all logouts that end what somebody has begun there. */
export const endsOf = (begun: Named): string[] => [
  nameOf({ ...begun, session: null }),
  ...(begun.session === null ? [] : [nameOf(begun), nameOf({ ...begun, subject: null })]),
];

const remember = command(
  'openid_states.rememberEnd',
  (_db, p: { nonce: string; expiresAt: number }) => sql<never>`
  insert into used_openid_states (nonce, expires_at) values (${p.nonce}, ${p.expiresAt})
  on conflict (nonce) do update set expires_at = excluded.expires_at`,
);

/** Remembers a logout, until the steps that were taken before it are over. */
export async function rememberEnd(
  { tx }: Pick<AccountWork, 'tx'>,
  named: Named,
  expiresAt: number,
): Promise<void> {
  await tx.run(remember, { nonce: nameOf(named), expiresAt });
}

/** A logout that has one of these names, and came after a step that is over at `expiresAt`. */
export const endedAfter = query(
  'openid_states.endedAfter',
  (_db, p: { names: readonly string[]; expiresAt: number }, fn) => sql<{ nonce: string }>`
  select nonce from used_openid_states where ${fn.isIn('nonce', fn.each(p.names))} and expires_at > ${p.expiresAt} limit 1`,
);
