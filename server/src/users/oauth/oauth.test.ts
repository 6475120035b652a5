import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { keyRights } from '../../../../contract/key-rights.ts';
import { hour } from '../../base/clock.ts';
import {
  consent,
  hostedAgent,
  registerApplication,
  returnAddress,
  tokensFor,
} from '../../testing/applications.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

/* Hosted agents, which cannot be given a key, get one by OAuth 2.1: the whole way, with the official client. */

const service = await testService();
const ada = await service.signUp('ada');
const open = await makeBoard(ada, { name: 'Harbour' });
const { workspace } = open;
const other = await makeBoard(ada, { workspace, name: 'Quarry' });
await makeCard(ada, nth(open.lists, 0), { title: 'Paint the hull' });

const get = async (path: string) => {
  const response = await fetch(service.address + path, { headers: { origin: 'https://client.example' } });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

for (const mode of ['legacy', 'auto'] as const) {
  test(`an agent (${mode}) finds its way from the address alone, works within what it was given, and renews it`, async () => {
    const agent = hostedAgent(service, mode);
    const address = await agent.isSentTo();
    assert.equal(address.origin + address.pathname, `${service.publicUrl}/oauth/authorize`);
    const asked = await ada.call(api.oauth.read, { query: { request: address.search.slice(1) } });
    assert.deepEqual(asked.application, {
      name: 'Hosted agent',
      host: null,
      returnsTo: 'site',
      target: 'agent.example',
    });
    assert.deepEqual([asked.rights, asked.problem], [['read', 'comment', 'propose', 'work'], null]);
    const back = await consent(ada, address, {
      rights: 'comment',
      workspacePublicId: workspace,
      boardPublicIds: [open.board],
    });
    assert.equal(back.origin + back.pathname, returnAddress);
    assert.deepEqual([...back.searchParams.keys()], ['code', 'state', 'iss']);
    assert.deepEqual(
      [back.searchParams.get('state'), back.searchParams.get('iss')],
      ['state of the agent', service.publicUrl],
    );
    await agent.finish(back);

    const client = await agent.connect();
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const [first] = content;
      return { isError, text: first?.type === 'text' ? first.text : '' };
    };
    const boards = await call('overview');
    assert.match(boards.text, /Harbour/);
    assert.doesNotMatch(boards.text, /Quarry/);
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'comment'));
    assert.ok(!tools.some(({ name }) => name === 'create_cards'));

    const first = agent.kept.tokens?.access_token;
    service.clock.pass(hour);
    assert.match((await call('overview')).text, /Harbour/);
    assert.notEqual(agent.kept.tokens?.access_token, first);
    await client.close();
  });
}

test('the key of an application is listed, with where it returns to, and revoked like others', async () => {
  const clientId = await registerApplication(service);
  const before = await ada.call(api.users.apiKeys);
  const tokens = await tokensFor(service, ada, clientId, {
    rights: 'read',
    workspacePublicId: workspace,
    boardPublicIds: [other.board],
  });
  assert.deepEqual([tokens.token_type, tokens.scope, tokens.expires_in], ['Bearer', 'read', 3600]);
  const [made, ...rest] = await ada.call(api.users.apiKeys);
  assert.equal(rest.length, before.length);
  assert.equal(made?.name, 'Example agent');
  assert.deepEqual(made?.application, { host: 'agent.example' });
  assert.deepEqual(made?.permissions, [...keyRights.read]);
  assert.deepEqual(
    [made?.workspacePublicId, made?.boardPublicIds, made?.expiresAt],
    [workspace, [other.board], null],
  );
  const caller = service.caller(tokens.access_token);
  const boards = await caller.call(api.boards.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(
    boards.map(({ publicId }) => publicId),
    [other.board],
  );
  // No more than a key of its own: no account, no other keys, no further grants.
  await caller.refused(403, api.users.apiKeys);
  await caller.refused(403, api.users.update, { body: { name: 'x' } });
  await ada.call(api.users.deleteApiKey, { params: { id: made?.id ?? 0 } });
  await caller.refused(401, api.users.me);
  const log = await ada.call(api.users.securityLog, { query: {} });
  assert.deepEqual(
    log.entries.slice(0, 2).map(({ type }) => type),
    ['key.revoked', 'application.allowed'],
  );
});

test('the metadata are where clients look for them, and pages of any origin may read them', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const { status, body, headers } = await get(path);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.resource, body.authorization_servers],
      [`${service.publicUrl}/mcp`, [service.publicUrl]],
    );
    assert.equal(headers.get('access-control-allow-origin'), '*');
  }
  const { body } = await get('/.well-known/oauth-authorization-server');
  assert.equal(body.issuer, service.publicUrl);
  assert.deepEqual(body.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(body.token_endpoint_auth_methods_supported, ['none']);
  assert.equal(body.client_id_metadata_document_supported, true);
  for (const path of [
    '/.well-known/oauth-protected-resource/x',
    '/.well-known/oauth-authorization-server/mcp',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
  const asked = {
    method: 'OPTIONS',
    headers: { origin: 'https://client.example', 'access-control-request-method': 'POST' },
  };
  for (const path of [
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
    '/.well-known/oauth-protected-resource/mcp',
  ]) {
    const { status, headers } = await fetch(service.address + path, asked);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, '*'], path);
  }
});

test('below a path of a proxy, the metadata are at the addresses that clients make of it', async () => {
  const publicUrl = 'https://example.com/tasks';
  const below = await testService({ PUBLIC_URL: publicUrl });
  const read = async (path: string) =>
    (await (await fetch(below.address + path)).json()) as Record<string, unknown>;
  assert.equal((await read('/.well-known/oauth-protected-resource/tasks/mcp')).resource, `${publicUrl}/mcp`);
  const server = await read('/.well-known/oauth-authorization-server/tasks');
  assert.deepEqual([server.issuer, server.token_endpoint], [publicUrl, `${publicUrl}/oauth/token`]);
  const { headers } = await fetch(`${below.address}/mcp`, { method: 'POST' });
  assert.equal(
    headers.get('www-authenticate'),
    'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/tasks/mcp"',
  );
});

test('a grant ends when the person said, and its tokens with it', async () => {
  const clientId = await registerApplication(service);
  const expiresAt = new Date(service.clock.now() / 1000 + 600_000).toISOString();
  const tokens = await tokensFor(service, ada, clientId, { expiresAt });
  assert.ok(tokens.expires_in > 590 && tokens.expires_in <= 600, String(tokens.expires_in));
  const [made] = await ada.call(api.users.apiKeys);
  assert.equal(made?.expiresAt, expiresAt);
});
