import type { Origin } from '../../base/access/origin.ts';
import { hashOf, kindOf, newToken, prefixOf, tokenOf } from '../../base/access/tokens.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { day, hour, second } from '../../base/clock.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import type { Service } from '../../base/service.ts';
import { oauthRefreshTokens } from '../../data/users/tables.ts';
import { endApiKey } from '../actions/api-keys.ts';
import { extend, type Grant, grantOfCode, grantOfKey, isOfActive, isVerified, useCode } from './grants.ts';

/* Tokens of applications. An access token is the key of a grant, which changes each time that it is renewed. */

/** How long a key works before it is renewed, and how long it can be renewed if it is not; microseconds. */
const lifeOfKey = hour;
const lifeOfGrant = 90 * day;

/** A refresh token used again within this time is answered as before: the first reply was lost, or two processes renew at once. */
const repeatable = 10 * second;

export interface Issued {
  access: string;
  refresh: string;
  scope: string;
  /** Seconds. */
  expiresIn: number;
}

interface Pair {
  access: string;
  refresh: string;
}

const renewKey = command(
  'api_keys.renew',
  (db, p: { id: number; hash: string; prefix: string; expiresAt: number }) =>
    db
      .updateTable('api_keys')
      .set({ key_hash: p.hash, prefix: p.prefix, expires_at: p.expiresAt })
      .where('id', '=', p.id),
);

const insert = insertRow('oauth_refresh_tokens.insert', oauthRefreshTokens);

async function issue({ tx, now }: AccountWork, { keyId, endsAt, scope }: Grant, pair: Pair): Promise<Issued> {
  const until = (life: number) => Math.min(now + life, endsAt ?? Number.POSITIVE_INFINITY);
  const expiresAt = until(lifeOfKey);
  await tx.run(renewKey, { id: keyId, hash: hashOf(pair.access), prefix: prefixOf(pair.access), expiresAt });
  await tx.run(insert, { tokenHash: hashOf(pair.refresh), keyId, usedAt: null });
  await tx.run(extend, { keyId, worksUntil: until(lifeOfGrant) });
  return { ...pair, scope, expiresIn: Math.floor((expiresAt - now) / second) };
}

export interface Exchange {
  code: string;
  clientId: string;
  redirectUri: string | undefined;
  verifier: string;
}

/**
 * Exchanges a code for tokens. Returns undefined if it does not work; it is used up all the same, and its grant ends: whoever has it
 * is not who asked for it, or has it a second time (RFC 6749, 4.1.2 and 10.5).
 */
export const exchangeCode = (
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  { code, clientId, redirectUri, verifier }: Exchange,
  origin: Origin,
): Promise<Issued | undefined> =>
  changeAccounts(async (work) => {
    const { tx, now } = work;
    if (kindOf(code) !== 'code') return undefined;
    const hash = hashOf(code);
    const [grant] = await tx.run(useCode, { hash, now });
    if (!grant) {
      const known = await tx.first(grantOfCode, { hash });
      if (known) await endApiKey(work, known.keyId, origin);
      return undefined;
    }
    const isRight =
      grant.codeExpiresAt > now &&
      grant.clientId === clientId &&
      (redirectUri === undefined || grant.redirectUri === redirectUri) &&
      isVerified(grant.challenge, verifier) &&
      (await tx.first(isOfActive, { keyId: grant.keyId })) !== undefined;
    if (isRight) return issue(work, grant, { access: newToken('key'), refresh: newToken('refresh') });
    await endApiKey(work, grant.keyId, origin);
    return undefined;
  });

const grantOf = query('oauth_refresh_tokens.grant', (db, p: { hash: string }) =>
  db
    .selectFrom('oauth_refresh_tokens as t')
    .innerJoin('oauth_grants as g', 'g.key_id', 't.key_id')
    .select(['g.key_id as keyId', 'g.client_id as clientId', 'g.scope', 'g.ends_at as endsAt'])
    .select(['g.works_until as worksUntil', 't.used_at as usedAt'])
    .where('t.token_hash', '=', p.hash),
);

const use = command('oauth_refresh_tokens.use', (db, p: { hash: string; now: number }) =>
  db
    .updateTable('oauth_refresh_tokens')
    .set({ used_at: p.now })
    .where('token_hash', '=', p.hash)
    .where('used_at', 'is', null)
    .returning('key_id as keyId'),
);

/**
 * Renews a grant: the refresh token and the key are replaced (OAuth 2.1, 4.3.1). Returns undefined if it does not work. A token that
 * was used before ends the grant: two have it, and one of them has stolen it.
 */
export const refresh = (
  { changeAccounts, secrets }: Pick<Service, 'changeAccounts' | 'secrets'>,
  token: string,
  clientId: string,
  origin: Origin,
): Promise<Issued | undefined> =>
  changeAccounts(async (work) => {
    const { tx, now } = work;
    if (kindOf(token) !== 'refresh') return undefined;
    const hash = hashOf(token);
    const grant = await tx.first(grantOf, { hash });
    if (!grant || grant.clientId !== clientId || grant.worksUntil <= now) return undefined;
    const key = await tx.first(isOfActive, { keyId: grant.keyId });
    if (!key) return undefined;
    // Made from the token, so that it can be repeated without being stored.
    const made = (what: string) => secrets.sign(`${what} token of an application after ${token}`);
    const pair = { access: tokenOf('key', made('access')), refresh: tokenOf('refresh', made('refresh')) };
    const [first] = await tx.run(use, { hash, now });
    if (first) return issue(work, grant, pair);
    // Read again: another may have used it a moment ago.
    const usedAt = (await tx.first(grantOf, { hash }))?.usedAt ?? 0;
    const next = await tx.first(grantOf, { hash: hashOf(pair.refresh) });
    if (next && next.usedAt === null && usedAt > now - repeatable) {
      const renewed = await tx.first(isOfActive, { keyId: grant.keyId });
      const expiresIn = Math.max(0, Math.floor(((renewed?.expiresAt ?? now) - now) / second));
      return { ...pair, scope: grant.scope, expiresIn };
    }
    await endApiKey(work, grant.keyId, origin);
    return undefined;
  });

/** Ends the grant of a token of either kind (RFC 7009). A key that its owner made does not belong to an application, and stays. */
export const revoke = (
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  token: string,
  clientId: string | undefined,
  origin: Origin,
): Promise<void> =>
  changeAccounts(async (work) => {
    const kind = kindOf(token);
    if (kind !== 'refresh' && kind !== 'key') return;
    const grant = await work.tx.first(kind === 'key' ? grantOfKey : grantOf, { hash: hashOf(token) });
    if (!grant || (clientId !== undefined && clientId !== grant.clientId)) return;
    await endApiKey(work, grant.keyId, origin);
  });
