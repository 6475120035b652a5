import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type KeyRights, keyRights } from '../../../../contract/key-rights.ts';
import type { Origin } from '../../base/access/origin.ts';
import { isEqual } from '../../base/access/secrets.ts';
import { hashOf, newToken } from '../../base/access/tokens.ts';
import type { Work } from '../../base/changes/change.ts';
import { microsOf, minute } from '../../base/clock.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { Invalid } from '../../base/errors.ts';
import { oauthGrants } from '../../data/users/tables.ts';
import { createApiKey } from '../actions/api-keys.ts';
import { keep } from './clients.ts';
import type { Asked } from './request.ts';
import { returning } from './return-address.ts';

/** How long an application may take to exchange a code; microseconds. */
const lifeOfCode = minute;

const insert = insertRow('oauth_grants.insert', oauthGrants);

interface Allowed {
  rights: KeyRights;
  expiresAt?: string | null;
  workspacePublicId?: string | null;
  boardPublicIds?: string[] | null;
}

/**
 * Lets an application act for the actor: creates its key, which nobody knows and which does not work before the code is exchanged.
 * Returns the address that brings the code to the application. Throws `Invalid`, and what `createApiKey` throws.
 */
export async function allow(
  work: Work,
  asked: Asked,
  given: Allowed,
  origin: Origin,
): Promise<{ url: string }> {
  const { tx, now, publicUrl } = work;
  const { application, redirectUri, state, challenge, offered } = asked;
  if (!offered.includes(given.rights))
    throw new Invalid('not-one-of', { field: 'body/rights', allowed: offered.join(', ') });
  const permissions = [...keyRights[given.rights]];
  const key = await createApiKey(work, { ...given, name: application.name, permissions }, origin, now);
  if (application.host === undefined && (await tx.run(keep, { id: application.id, now })).length === 0)
    throw new Invalid('unknown-application', { field: 'body/request' });
  const code = newToken('code');
  await tx.run(insert, {
    keyId: key.id,
    clientId: application.id,
    redirectUri,
    scope: given.rights,
    challenge,
    codeHash: hashOf(code),
    codeExpiresAt: now + lifeOfCode,
    codeUsedAt: null,
    worksUntil: now + lifeOfCode,
    endsAt: given.expiresAt ? microsOf(given.expiresAt) : null,
  });
  // The issuer, so that no other server can pass this off as its own (RFC 9207).
  return { url: returning(redirectUri, { code, state, iss: publicUrl }) };
}

export interface Grant {
  keyId: number;
  clientId: string;
  scope: string;
  endsAt: number | null;
}

interface UsedCode extends Grant {
  redirectUri: string;
  challenge: string;
  codeExpiresAt: number;
}

/** Uses a code: of several at once, on whichever node, one gets its grant. */
export const useCode = command(
  'oauth_grants.useCode',
  (_db, p: { hash: string; now: number }) => sql<UsedCode>`
  update oauth_grants set code_used_at = ${p.now} where code_hash = ${p.hash} and code_used_at is null
  returning key_id as "keyId", client_id as "clientId", scope, ends_at as "endsAt", redirect_uri as "redirectUri", challenge,
    code_expires_at as "codeExpiresAt"`,
);

/** The grant of a code that has been used. */
export const grantOfCode = query('oauth_grants.ofCode', (db, p: { hash: string }) =>
  db.selectFrom('oauth_grants').select('key_id as keyId').where('code_hash', '=', p.hash),
);

export const extend = command('oauth_grants.extend', (db, p: { keyId: number; worksUntil: number }) =>
  db.updateTable('oauth_grants').set({ works_until: p.worksUntil }).where('key_id', '=', p.keyId),
);

/** Whether the person of a grant may act: a disabled account keeps its keys, but they do not work. */
export const isOfActive = query('oauth_grants.isOfActive', (db, p: { keyId: number }) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select('k.expires_at as expiresAt')
    .where('k.id', '=', p.keyId)
    .where('u.disabled_at', 'is', null),
);

/** The grant whose key has this hash, if it belongs to an application. */
export const grantOfKey = query('oauth_grants.ofKey', (db, p: { hash: string }) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('oauth_grants as g', 'g.key_id', 'k.id')
    .select(['g.key_id as keyId', 'g.client_id as clientId'])
    .where('k.key_hash', '=', p.hash),
);

/** Whether a verifier has this challenge (RFC 7636, 4.6). */
export function isVerified(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isEqual(challenge, createHash('sha256').update(verifier).digest('base64url'));
}
