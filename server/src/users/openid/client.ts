import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { type Clock, hour } from '../../base/clock.ts';
import type { OpenIdProvider } from '../../base/config/openid-providers.ts';
import { Failure, Invalid } from '../../base/errors.ts';
import { createOutgoing } from '../../base/outgoing/outgoing.ts';
import type { ReachSettings } from '../../base/outgoing/reach.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { Begun } from './state.ts';

/** Whom a provider has signed in. */
export interface ProviderUser {
  issuer: string;
  /** Who it is for the issuer, for good. */
  subject: string;
  email: string | null;
  /** Whether the provider has made sure that the address is theirs. */
  emailVerified: boolean;
  name: string | null;
}

/** Speaks with one provider. Both methods throw a 503 where it does not answer as OpenID says. */
export interface OpenIdClient {
  readonly provider: OpenIdProvider;
  /** The address that the browser is to open. */
  addressOf(begun: Begun, state: string, codeVerifier: string): Promise<string>;
  /** Exchanges what came back for who it is. Throws `Invalid` for a code that the provider refuses. */
  userOf(begun: Begun, answer: Answer): Promise<ProviderUser>;
}

/** What the provider sent to the redirect URI, and what the browser has kept. */
export interface Answer {
  code: string;
  state: string;
  codeVerifier: string;
  iss?: string;
}

/** How long it is believed what a provider says about itself. */
const believed = hour;

/** It is loaded for the first sign-in by a provider: most services never need it. */
const library = () => import('openid-client');

export function openIdClient(
  provider: OpenIdProvider,
  reach: ReachSettings,
  clock: Pick<Clock, 'elapsed'>,
): OpenIdClient {
  // A client of its own: what this provider is reached by, webhooks are not to reach.
  const outgoingAllowed = [...reach.outgoingAllowed, new URL(provider.issuer).host];
  const fetch = guardedFetch(createOutgoing({ ...reach, outgoingAllowed }));
  let known: { configuration: Promise<Configuration>; until: number } | undefined;

  /** What the provider says about itself; asked once by however many need it at a time. */
  const configuration = (): Promise<Configuration> => {
    const now = clock.elapsed();
    if (known && known.until > now) return known.configuration;
    const fresh = { configuration: discover(provider, fetch), until: now + believed };
    known = fresh;
    fresh.configuration.catch(() => {
      if (known === fresh) known = undefined;
    });
    return fresh.configuration;
  };

  return {
    provider,
    addressOf: (begun, state, codeVerifier) =>
      speaking(provider, async () => address(await configuration(), begun, state, codeVerifier)),
    userOf: (begun, answer) => speaking(provider, async () => exchange(await configuration(), begun, answer)),
  };
}

async function discover(
  { issuer, clientId, clientSecret }: OpenIdProvider,
  fetch: CustomFetch,
): Promise<Configuration> {
  const openid = await library();
  const url = new URL(issuer);
  const basic = openid.ClientSecretBasic(clientSecret);
  const post = openid.ClientSecretPost(clientSecret);
  const authentication: ClientAuth = (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported;
    return (!supported || supported.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
  return openid.discovery(url, clientId, undefined, authentication, {
    [openid.customFetch]: fetch,
    execute: [
      // The signature of the ID token: the library leaves it to TLS otherwise.
      openid.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  });
}

async function address(
  configuration: Configuration,
  begun: Begun,
  state: string,
  codeVerifier: string,
): Promise<string> {
  const openid = await library();
  const url = openid.buildAuthorizationUrl(configuration, {
    scope: 'openid email profile',
    redirect_uri: begun.redirectUri,
    state,
    nonce: begun.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

async function exchange(
  configuration: Configuration,
  { redirectUri, nonce }: Begun,
  { code, state, codeVerifier, iss }: Answer,
): Promise<ProviderUser> {
  const openid = await library();
  const server = configuration.serverMetadata();
  const returned = new URL(redirectUri);
  // Which provider it came from is also told by the state, so a client need not pass `iss` on.
  returned.search = new URLSearchParams({ code, state, iss: iss ?? server.issuer }).toString();
  const tokens = await openid.authorizationCodeGrant(configuration, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the reply has no ID token');
  const { iss: issuer, sub: subject } = claims;
  const asked = claims.email === undefined && server.userinfo_endpoint;
  const told = asked ? await openid.fetchUserInfo(configuration, tokens.access_token, subject) : claims;
  return {
    issuer,
    subject,
    email: typeof told.email === 'string' ? told.email : null,
    emailVerified: told.email_verified === true,
    name: typeof told.name === 'string' ? told.name : null,
  };
}

/** Codes of the library for a reply that is well formed, and says what it must not. */
const untrue = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
];

/** What the token endpoint says of a code that it does not take (RFC 6749, 5.2). */
const refusals = ['invalid_grant', 'invalid_request'];

async function speaking<T>({ id }: OpenIdProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', error: refusal = '' } = error as { code?: string; error?: string };
    if (refusals.includes(refusal)) throw new Invalid(`body/code: the provider refused it (${refusal})`);
    if (untrue.includes(code))
      throw new Invalid(`body/code: the reply of the provider is not valid (${code})`);
    // Only what is said of it: replies that the library attaches to its errors hold tokens.
    const cause = new Error(
      `OpenID provider ${id}: ${[...reasons(error), refusal].filter(Boolean).join(': ')}`,
    );
    throw new Failure(503, ['The provider did not answer as expected'], { retryAfter: 10, cause });
  }
}

/** What an error and its causes say, the outermost first. */
const reasons = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...reasons(error.cause)] : [];
