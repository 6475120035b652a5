import { createHash, randomBytes } from 'node:crypto';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import type { Person, TestService } from './service.ts';

/* Applications that ask for access by OAuth: as the protocol's official client does, and by hand. */

type Choice = Partial<Omit<BodyOf<typeof api.oauth.allow>, 'request'>>;

export const returnAddress = 'https://agent.example/back';

/** What the person on the consent page does. Returns the address to which the browser is sent. */
export async function consent(person: Person, address: string | URL, choice: Choice = {}): Promise<URL> {
  const request = new URL(address).search.slice(1);
  const body = { request, rights: 'work' as const, ...choice };
  return new URL((await person.call(api.oauth.allow, { body })).url);
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
}

/** Sends a form to an endpoint; returns the status and the JSON of the reply. */
export async function sendForm<T = Record<string, unknown>>(
  service: Pick<TestService, 'address'>,
  path: string,
  form: Record<string, string> | string,
): Promise<{ status: number; body: T; headers: Headers }> {
  const response = await fetch(service.address + path, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as T, headers: response.headers };
}

export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** Registers an application; returns its id. */
export async function registerApplication(
  service: Pick<TestService, 'address'>,
  metadata: Record<string, unknown> = {},
): Promise<string> {
  const response = await fetch(`${service.address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Example agent', redirect_uris: [returnAddress], ...metadata }),
  });
  const body = (await response.json()) as { client_id: string };
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body.client_id;
}

/** The address that an application opens, and the verifier that it keeps. */
export function begin(
  service: Pick<TestService, 'publicUrl'>,
  clientId: string,
  more: Record<string, string> = {},
) {
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: returnAddress,
    state: 'its state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    resource: `${service.publicUrl}/mcp`,
    ...more,
  };
  const asked = new URLSearchParams(query).toString();
  return { verifier, address: new URL(`${service.publicUrl}/oauth/authorize?${asked}`) };
}

/** The path of the page on which a person decides about an application that asks for access. */
export async function consentPage(service: Pick<TestService, 'address' | 'publicUrl'>): Promise<string> {
  const { pathname, search } = begin(service, await registerApplication(service)).address;
  return pathname + search;
}

/** A code that a person gave an application, ready to be exchanged. */
export async function codeFor(service: TestService, person: Person, clientId: string, choice?: Choice) {
  const { verifier, address } = begin(service, clientId);
  const back = await consent(person, address, choice);
  return {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: returnAddress,
  };
}

/** The tokens of an application that a person has allowed. */
export async function tokensFor(service: TestService, person: Person, clientId: string, choice?: Choice) {
  const { status, body } = await sendForm<Tokens>(
    service,
    '/oauth/token',
    await codeFor(service, person, clientId, choice),
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** An agent's client that has no key: the official client, with what it must remember. */
export function hostedAgent(service: Pick<TestService, 'publicUrl'>, mode: 'legacy' | 'auto') {
  const kept: Record<string, unknown> = {};
  const opened: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: returnAddress,
    clientMetadata: { client_name: 'Hosted agent', redirect_uris: [returnAddress] },
    state: () => 'state of the agent',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier as string,
    discoveryState: () => kept.discovery as never,
    saveDiscoveryState: (state) => void (kept.discovery = state),
  };
  const url = new URL(`${service.publicUrl}/mcp`);
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
    return client;
  };
  return {
    kept: kept as { tokens?: Tokens },
    connect,
    /** Connects without tokens; returns the address that it opens in the browser. */
    async isSentTo(): Promise<URL> {
      try {
        await connect();
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
      }
      const last = opened.at(-1);
      if (!last) throw new Error('nothing was opened');
      return last;
    },
    finish: (back: URL) =>
      new StreamableHTTPClientTransport(url, { authProvider: provider }).finishAuth(back.searchParams),
  };
}
