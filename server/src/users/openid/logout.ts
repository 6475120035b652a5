import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import type { CustomFetch } from 'openid-client';
import { hashOf } from '../../base/access/tokens.ts';
import { type Clock, minute, second } from '../../base/clock.ts';
import type { OpenIdProvider } from '../../base/config/openid-providers.ts';
import { Invalid } from '../../base/errors.ts';

/* What a provider tells of a logout (OpenID Connect Back-Channel Logout 1.0). */

/** Whose sessions end: one of a person there, or all of theirs. */
export interface Logout {
  issuer: string;
  subject: string | null;
  session: string | null;
  /** The name under which the token is used up, and until when it has to be remembered; microseconds. */
  nonce: string;
  expiresAt: number;
}

/** How old a token may be, and how far ahead the provider's clock; microseconds. */
const life = 10 * minute;
const ahead = minute;

const event = 'http://schemas.openid.net/event/backchannel-logout';

const wrong = (reason: string) => new Invalid('wrong-logout-token', { field: 'body/logout_token', reason });

interface Source {
  provider: OpenIdProvider;
  fetch: CustomFetch;
  clock: Pick<Clock, 'now'>;
}

interface Server {
  issuer: string;
  jwks_uri?: string;
  id_token_signing_alg_values_supported?: string[];
}

/** The keys of each provider, kept as the library keeps them: unknown ones are asked for at most twice a minute. */
const keySets = new WeakMap<OpenIdProvider, { uri: string; keys: ReturnType<typeof createRemoteJWKSet> }>();

function keysOf({ provider, fetch }: Source, uri: string): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(provider);
  if (known?.uri === uri) return known.keys;
  const asked: typeof globalThis.fetch = (url, options) =>
    fetch(url instanceof Request ? url.url : String(url), {
      headers: {},
      method: 'GET',
      redirect: 'manual',
      body: null,
      ...(options as object),
    } as never);
  const keys = createRemoteJWKSet(new URL(uri), { [customFetch]: asked as never });
  keySets.set(provider, { uri, keys });
  return keys;
}

/** Checks a logout token, except for whether it was used before. Throws `Invalid`. */
export async function checkLogout(source: Source, server: Server, token: string): Promise<Logout> {
  const { provider, clock } = source;
  if (server.jwks_uri === undefined) throw new Error('the provider has no keys');
  const now = clock.now();
  // Signed by a key of the provider, and by nothing that the client knows as well.
  const algorithms = (server.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
    /^(?:RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/.test(name),
  );
  const { payload } = await jwtVerify(token, keysOf(source, server.jwks_uri), {
    issuer: server.issuer,
    audience: provider.clientId,
    algorithms,
    requiredClaims: ['iat', 'jti'],
    clockTolerance: ahead / second,
    currentDate: new Date(now / 1000),
  }).catch((error: unknown) => {
    const { code = '' } = error as { code?: string };
    if (/^ERR_J(?:WT|WS|OSE)_|^ERR_JWKS_NO_MATCHING/.test(code) || code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS')
      throw wrong(code);
    throw error;
  });
  return logoutIn(payload, now);
}

function logoutIn(
  { iss = '', iat = 0, exp, jti = '', sub, sid, nonce, events }: JWTPayload,
  now: number,
): Logout {
  const at = iat * second;
  if (at > now + ahead || at < now - life) throw wrong('iat');
  if (nonce !== undefined) throw wrong('nonce');
  if (typeof jti !== 'string' || jti === '') throw wrong('jti');
  const told = (events as Record<string, unknown> | undefined)?.[event];
  if (typeof told !== 'object' || told === null) throw wrong('events');
  const session = typeof sid === 'string' && sid !== '' ? sid : null;
  const subject = typeof sub === 'string' && sub !== '' ? sub : null;
  if (session === null && subject === null) throw wrong('sub');
  const expiresAt = Math.max(at + life, (exp ?? 0) * second) + ahead;
  return {
    issuer: iss,
    subject,
    session,
    nonce: hashOf(`logout ${iss} ${jti}`),
    // The longest for which it could be believed again.
    expiresAt: Math.min(expiresAt, now + 2 * life),
  };
}
