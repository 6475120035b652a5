import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { issue } from '../../../../contract/issues.ts';
import { type Clock, hour } from '../../base/clock.ts';
import type { OpenIdProvider } from '../../base/config/openid-providers.ts';
import { Failure, Invalid } from '../../base/errors.ts';
import { createOutgoing } from '../../base/outgoing/outgoing.ts';
import type { ReachSettings } from '../../base/outgoing/reach.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { Begun } from './state.ts';

/** A user that a provider has signed in. */
export interface ProviderUser {
  issuer: string;
  /** The issuer's permanent id of the user. */
  subject: string;
  email: string | null;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  name: string | null;
}

/** A client for one provider. Both methods throw a 503 if it does not answer as OpenID requires. */
export interface OpenIdClient {
  readonly provider: OpenIdProvider;
  /** The address for the browser to open. */
  addressOf(begun: Begun, state: string, codeVerifier: string): Promise<string>;
  /** Exchanges the answer for the user. Throws `Invalid` for a code that the provider refuses. */
  userOf(begun: Begun, answer: Answer): Promise<ProviderUser>;
}

/** The parameters sent to the redirect URI, and the verifier that the browser kept. */
export interface Answer {
  code: string;
  state: string;
  codeVerifier: string;
  iss?: string;
}

/** How long a provider's metadata is cached; microseconds. */
const believed = hour;

/** Loaded at the first sign-in by a provider, since most installations never need it. */
const library = () => import('openid-client');

export function openIdClient(
  provider: OpenIdProvider,
  reach: ReachSettings,
  clock: Pick<Clock, 'elapsed'>,
): OpenIdClient {
  // A separate client: webhooks must not reach the provider's host through this exception.
  const outgoingAllowed = [...reach.outgoingAllowed, new URL(provider.issuer).host];
  const fetch = guardedFetch(createOutgoing({ ...reach, outgoingAllowed }));
  let known: { configuration: Promise<Configuration>; until: number } | undefined;

  /** The provider's metadata; concurrent callers share one request. */
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
      // Verify the signature of the ID token; by default the library relies on TLS.
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
  // The state also identifies the provider, so a client need not pass `iss`.
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
  const claimed = asked ? await openid.fetchUserInfo(configuration, tokens.access_token, subject) : claims;
  return {
    issuer,
    subject,
    email: typeof claimed.email === 'string' ? claimed.email : null,
    emailVerified: claimed.email_verified === true,
    name: typeof claimed.name === 'string' ? claimed.name : null,
  };
}

/** Error codes of the library for a well-formed response with invalid content. */
const untrue = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
];

/** Errors of the token endpoint for a code that it does not accept (RFC 6749, 5.2). */
const refusals = ['invalid_grant', 'invalid_request'];

async function speaking<T>({ id }: OpenIdProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', error: refusal = '' } = error as { code?: string; error?: string };
    if (refusals.includes(refusal))
      throw new Invalid('provider-refused-code', { field: 'body/code', reason: refusal });
    if (untrue.includes(code))
      throw new Invalid('provider-reply-invalid', { field: 'body/code', reason: code });
    // Only the messages: the responses that the library attaches to its errors contain tokens.
    const cause = new Error(
      `OpenID provider ${id}: ${[...reasons(error), refusal].filter(Boolean).join(': ')}`,
    );
    throw new Failure(503, [issue('provider-unexpected')], { retryAfter: 10, cause });
  }
}

/** The messages of an error and its causes, outermost first. */
const reasons = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...reasons(error.cause)] : [];
