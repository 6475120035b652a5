import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { listening } from './receiver.ts';

/* A real OpenID provider on loopback, and browsers that sign in with it. */

/** The provider's claims about a person. */
export interface Claims {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  groups?: unknown;
}

/** The parameters returned to a redirect URI. */
interface Returned {
  code: string;
  state: string;
  iss: string;
}

export interface OpenIdServer {
  readonly issuer: string;
  /** People by their `sub`. */
  readonly people: Record<string, Claims>;
  /** The forms received by the token endpoint, newest last. */
  readonly exchanged: Record<string, unknown>[];
  /** Changes an ID token before it is issued; it is signed again. */
  tamper: ((header: Record<string, unknown>, claims: Record<string, unknown>) => void) | undefined;
  /** Breaks the signatures of ID tokens. */
  forge: boolean;
  /** The settings that configure it as a provider of the service. */
  settings(name: string): Record<string, string>;
  /** Opens an address as the browser of `sub`, who signs in; returns the parameters sent to the redirect URI. */
  signIn(url: string, sub: string): Promise<Returned>;
  /** Tells a service of the logout of a person, or of one of their sessions (OpenID Connect Back-Channel Logout 1.0). */
  logOut(address: string, sub: string, session?: string): Promise<void>;
  /** Stops answering. */
  stop(): void;
}

/** What a client of the provider does and its types do not say. */
interface Told {
  backchannelLogout(sub: string, session: string | undefined): Promise<void>;
}

interface Options {
  redirectUris: string[];
  /** Whether the ID token contains the email address; otherwise the client must request it. */
  emailInIdToken?: boolean;
  authentication?: 'client_secret_basic' | 'client_secret_post';
}

const client = { id: 'taskboard', secret: 'a secret: of the client' };
const keyId = 'signing';
const scope = 'openid email profile';

/** Names the person who signs in, whom a real provider would ask. */
const whoHeader = 'x-who';

export async function openIdServer(options: Options): Promise<OpenIdServer> {
  const server = http.createServer();
  const issuer = `http://127.0.0.1:${await listening(server)}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people: OpenIdServer['people'] = {};
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, configurationOf(options, people, jwk as never));
  const signatureOf = (algorithm: unknown, signed: string): Buffer => {
    if (algorithm === 'none') return Buffer.alloc(0);
    if (algorithm === 'HS256') return createHmac('sha256', client.secret).update(signed).digest();
    return sign('sha256', Buffer.from(signed), privateKey);
  };
  const tokenOf = (header: { alg?: unknown }, claims: object): string => {
    const signed = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = signatureOf(header.alg, signed);
    if (made.forge) signature.reverse();
    return `${signed}.${signature.toString('base64url')}`;
  };
  const made: OpenIdServer = {
    issuer,
    people,
    exchanged: [],
    tamper: undefined,
    forge: false,
    settings: (name) => ({
      [`OIDC_${name}_ISSUER`]: issuer,
      [`OIDC_${name}_CLIENT_ID`]: client.id,
      [`OIDC_${name}_CLIENT_SECRET`]: client.secret,
    }),
    signIn,
    async logOut(address, sub, session) {
      const told = (await provider.Client.find(client.id)) as unknown as Told;
      Object.assign(told, {
        backchannelLogoutUri: address,
        backchannelLogoutSessionRequired: session !== undefined,
      });
      await told.backchannelLogout(sub, session);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token') return;
    made.exchanged.push({ ...context.oidc?.params });
    const body = context.body as { id_token?: string };
    if (!body.id_token) return;
    const [header = {}, claims = {}] = body.id_token
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
    made.tamper?.(header, claims);
    body.id_token = tokenOf(header, claims);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void answer(request, response);
  });
  return made;
}

function configurationOf(
  { redirectUris, emailInIdToken = true, authentication }: Options,
  people: OpenIdServer['people'],
  jwk: never,
): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        backchannel_logout_uri: 'https://boards.example.com/oidc/sso/logout',
        backchannel_logout_session_required: true,
        ...(authentication ? { token_endpoint_auth_method: authentication } : {}),
      },
    ],
    ...(authentication ? { clientAuthMethods: [authentication] } : {}),
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !emailInIdToken,
    // By default it reaches no address of this machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(url, options),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Set explicitly, so that the provider does not warn about its defaults. Seconds.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people[sub] }) }),
  };
}

/** Signs in at the provider and consents, as a person would. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    const login = { accountId: String(request.headers[whoHeader]) };
    return provider.interactionFinished(request, response, { login });
  }
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: client.id });
  grant.addOIDCScope(scope);
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

async function signIn(url: string, sub: string): Promise<Returned> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  for (let at = new URL(url); ; ) {
    if (at.origin !== origin) return Object.fromEntries(at.searchParams) as unknown as Returned;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie, [whoHeader]: sub } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
  }
}
