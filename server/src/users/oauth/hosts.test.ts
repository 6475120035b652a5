import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import {
  challengeOf,
  consent,
  registerApplication,
  sendForm,
  type Tokens,
} from '../../testing/applications.ts';
import { makeBoard } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

/*
 * What published hosts of agents send, request by request, as their documentation and reports about them have it. They are not
 * the official client: they differ in what they register, ask for and do when they connect again.
 */

const service = await testService();
const ada = await service.signUp('ada');
const { board } = await makeBoard(ada, { name: 'Harbour' });

interface Metadata {
  authorization_servers: string[];
  resource: string;
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
}

/** Finds the endpoints from the address of the server alone, by the header of its refusal. */
async function discovered(): Promise<Metadata> {
  const refused = await fetch(`${service.publicUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }),
  });
  assert.equal(refused.status, 401);
  const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '');
  const resource = (await (await fetch(named?.[1] ?? '')).json()) as Metadata;
  const [issuer] = resource.authorization_servers;
  const server = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as Metadata;
  assert.equal(server.issuer, issuer);
  return { ...server, resource: resource.resource };
}

interface Asking {
  client: string;
  redirect: string;
  /** Parameters beside those that all hosts send. */
  more?: Record<string, string>;
}

/** Opens the consent page, allows it, and exchanges the code. */
async function connected(found: Metadata, { client, redirect, more = {} }: Asking) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    state: randomBytes(16).toString('base64'),
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  const back = await consent(ada, `${found.authorization_endpoint}?${query.toString()}`);
  assert.ok(back.href.startsWith(redirect));
  assert.equal(back.searchParams.get('state'), query.get('state'));
  const form = {
    grant_type: 'authorization_code',
    client_id: client,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
    ...(more.resource === undefined ? {} : { resource: more.resource }),
  };
  const { status, body } = await sendForm<Tokens>(service, pathOf(found.token_endpoint), form);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const pathOf = (address: string): string => new URL(address).pathname;

/** The boards that a token sees. */
const boardsOf = async (token: string): Promise<string[]> => {
  const [workspace] = await service.caller(token).call(api.workspaces.list);
  const boards = await service.caller(token).call(api.boards.list, {
    params: { workspacePublicId: workspace?.workspace.publicId ?? '' },
  });
  return boards.map(({ publicId }) => publicId);
};

test('Claude registers with its callback, and again when it is told that it is not known any more', async () => {
  const found = await discovered();
  const redirect = 'https://claude.ai/api/mcp/auth_callback';
  const registered = () =>
    registerApplication(service, {
      client_name: 'Claude',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read comment work',
    });
  const client = await registered();
  const tokens = await connected(found, {
    client,
    redirect,
    more: { resource: found.resource, scope: 'read comment work' },
  });
  assert.deepEqual(await boardsOf(tokens.access_token), [board]);
  const renewed = await sendForm<Tokens>(service, pathOf(found.token_endpoint), {
    grant_type: 'refresh_token',
    client_id: client,
    refresh_token: tokens.refresh_token,
  });
  assert.equal(renewed.status, 200);
  assert.deepEqual(await boardsOf(renewed.body.access_token), [board]);
  await service.sql('delete from oauth_clients');
  const lost = await sendForm<{ error: string }>(service, pathOf(found.token_endpoint), {
    grant_type: 'authorization_code',
    client_id: client,
    code: 'x'.repeat(43),
    redirect_uri: redirect,
    code_verifier: 'y'.repeat(43),
  });
  assert.deepEqual([lost.status, lost.body.error], [401, 'invalid_client']);
  const again = await connected(found, { client: await registered(), redirect });
  assert.deepEqual(await boardsOf(again.access_token), [board]);
});

test('ChatGPT connects again with the client that it has, without a scope', async () => {
  const found = await discovered();
  const redirect = 'https://chatgpt.com/connector_platform_oauth_redirect';
  const client = await registerApplication(service, {
    client_name: 'ChatGPT',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
  });
  const { resource } = found;
  const first = await connected(found, {
    client,
    redirect,
    more: { resource, scope: 'read comment work offline_access' },
  });
  assert.deepEqual(await boardsOf(first.access_token), [board]);
  const second = await connected(found, { client, redirect, more: { resource } });
  assert.deepEqual(await boardsOf(second.access_token), [board]);
});

test('VS Code returns to a port that it did not register', async () => {
  const found = await discovered();
  const client = await registerApplication(service, {
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  });
  for (const redirect of [
    'http://127.0.0.1:59656/',
    'http://127.0.0.1:33418/',
    'https://vscode.dev/redirect',
  ]) {
    const tokens = await connected(found, { client, redirect, more: { resource: found.resource } });
    assert.deepEqual(await boardsOf(tokens.access_token), [board], redirect);
  }
});
