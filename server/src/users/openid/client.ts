import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { issue } from '../../../../contract/issues.ts';
import { type Clock, hour } from '../../base/clock.ts';
import type { OpenIdProvider } from '../../base/config/openid-providers.ts';
import { Failure, Invalid } from '../../base/errors.ts';
import { createOutgoing } from '../../base/outgoing/outgoing.ts';
import type { ReachSettings } from '../../base/outgoing/reach.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { checkLogout, type Logout } from './logout.ts';
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
  /** The provider's name of its session (`sid`), with which a logout there names it. */
  session: string | null;
  /** The names of their groups, if the provider tells them. */
  groups: readonly string[] | null;
}

/** A client for one provider. Both methods throw a 503 if it does not answer as OpenID requires. */
export interface OpenIdClient {
  readonly provider: OpenIdProvider;
  /** The address for the browser to open. */
  addressOf(begun: Begun, state: string, codeVerifier: string): Promise<string>;
  /** Exchanges the answer for the user. Throws `Invalid` for a code that the provider refuses. */
  userOf(begun: Begun, answer: Answer): Promise<ProviderUser>;
  /** Checks a token that tells of a logout (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws `Invalid`. */
  logoutOf(token: string): Promise<Logout>;
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
  clock: Pick<Clock, 'elapsed' | 'now'>,
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
    userOf: (begun, answer) =>
      speaking(provider, async () => {
        const asked = await configuration();
        return exchange(provider, asked, begun, answer).catch((error: unknown) => {
          // The library keeps the keys with the metadata. A provider that has new ones is asked anew by the next sign-in.
          if (lacksKey(error)) known = undefined;
          throw error;
        });
      }),
    logoutOf: (token) =>
      speaking(provider, async () =>
        checkLogout({ provider, fetch, clock }, (await configuration()).serverMetadata(), token),
      ),
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
  { groupsClaim }: OpenIdProvider,
  configuration: Configuration,
  { redirectUri, nonce }: Begun,
  { code, state, codeVerifier, iss }: Answer,
): Promise<ProviderUser> {
  const openid = await library();
  const server = configuration.serverMetadata();
  const returned = new URL(redirectUri);
  // The state is one of this provider. But a provider that is not honest may send the browser on to another one, whose code would
  // then come here: the answer says whose it is, wherever the provider names itself (RFC 9207).
  if (iss === undefined && server.authorization_response_iss_parameter_supported)
    throw new Invalid('issuer-missing', { field: 'body/iss' });
  returned.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
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
    session: typeof claims.sid === 'string' ? claims.sid : null,
    groups: groupsClaim === undefined ? null : groupsIn(claims[groupsClaim] ?? claimed[groupsClaim]),
  };
}

/** More groups than that of one person are no groups that workspaces are mapped to. */
const mostGroups = 1000;

/** Null unless it is a list of names, or one name. */
function groupsIn(claim: unknown): string[] | null {
  if (typeof claim === 'string') return [claim];
  if (!Array.isArray(claim) || claim.length > mostGroups) return null;
  return claim.filter((name) => typeof name === 'string');
}

/** Error codes of the library for a well-formed response with invalid content. */
const untrue = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
];

/** Errors of the token endpoint for a code that it does not accept (RFC 6749, 5.2). */
const refusals = ['invalid_grant', 'invalid_request'];

const lacksKey = (error: unknown): boolean =>
  (error as { code?: string }).code === 'OAUTH_KEY_SELECTION_FAILED' ||
  (error as { cause?: { code?: string } }).cause?.code === 'OAUTH_KEY_SELECTION_FAILED';

async function speaking<T>({ id }: OpenIdProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
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
