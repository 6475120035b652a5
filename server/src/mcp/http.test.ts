import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';

const service = await testService({ CORS_ORIGINS: 'https://agents.example' });
const ada = await service.signUp('ada');

const accept = 'application/json, text/event-stream';

/** A raw request to `/mcp`. */
const send = (person: Pick<Person, 'token'> | undefined, init: RequestInit = {}, to: TestService = service) =>
  fetch(`${to.address}/mcp`, {
    method: 'POST',
    ...init,
    headers: {
      'content-type': 'application/json',
      accept,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...(init.headers as Record<string, string>),
    },
  });

const message = (method: string, params: object = {}, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const toolCall = (name: string, input: object = {}) => message('tools/call', { name, arguments: input });

/** The message in a response, which is sent as one event. */
const answerIn = async (response: Response) =>
  JSON.parse(/^data: (.*)$/m.exec(await response.text())?.[1] ?? 'null') as {
    result: { isError?: boolean; content: { text: string }[] };
  };

test('nothing is answered without a token', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const token of ['', 'tb_nothing', 'x'.repeat(60)]) {
      const response = await send({ token }, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
      const asked = response.headers.get('www-authenticate');
      assert.equal(response.status, 401, method);
      // Where an agent that may be given one finds out how (RFC 9728).
      const at = `resource_metadata="${service.publicUrl}/.well-known/oauth-protected-resource/mcp"`;
      assert.equal(asked, `Bearer ${token === '' ? '' : 'error="invalid_token", '}${at}`, method);
    }
  }
});

test('only pages of the service, and of origins that it allows, may speak to it', async () => {
  const ask = async (origin: string) =>
    (await send(ada, { body: message('ping'), headers: { origin } })).status;
  assert.equal(await ask('https://evil.example'), 403);
  assert.equal(await ask('null'), 403);
  // The host name used for DNS rebinding is not a name of the service.
  assert.equal(await ask(`http://evil.example:${new URL(service.address).port}`), 403);
  assert.equal(await ask('https://agents.example'), 200);
  assert.equal(await ask(new URL(service.publicUrl).origin), 200);
});

test('there is no session to end and no stream to open', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await send(ada, { method });
    await response.body?.cancel();
    assert.equal(response.status, 405, method);
  }
  const opened = await send(ada, { body: message('initialize', initialization) });
  assert.deepEqual([opened.status, opened.headers.get('mcp-session-id')], [200, null]);
  assert.equal((await send(ada, { body: JSON.stringify(initialized) })).status, 202);
});

const initialization = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'a test', version: '1' },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

test('what is no message is refused', async () => {
  const bodies = ['', '{', '[]', '{}', '"x"', 'x'.repeat(200_000), message('x'.repeat(132_000))];
  for (const body of bodies) {
    const { status } = await send(ada, { body });
    assert.equal(status, 400, body.slice(0, 20));
  }
  const { status } = await send(ada, { body: message('ping'), headers: { accept: 'text/plain' } });
  assert.equal(status, 406);
});

test('a call counts as the requests that it makes, and one that is refused says when to call again', async () => {
  const limited = await testService({ RATE_LIMIT: '5' });
  limited.clock.hold();
  const ben = await limited.signUp('ben');
  const call = () => send(ben, { body: toolCall('find') }, limited);
  for (let round = 0; round < 2; round++) {
    assert.equal((await answerIn(await call())).result.isError, undefined);
  }
  const { result } = await answerIn(await call());
  assert.equal(result.isError, true);
  assert.match(result.content[0]?.text ?? '', /^429 Too many requests: Try again in 12 s\.$/);
  const refused = await call();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '12']);
});

test('a page of an origin that is allowed may send what the protocol needs', async () => {
  const asked = { origin: 'https://agents.example', 'access-control-request-method': 'POST' };
  const response = await fetch(`${service.address}/mcp`, { method: 'OPTIONS', headers: asked });
  const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? [];
  for (const name of ['authorization', 'mcp-method', 'mcp-name', 'mcp-protocol-version']) {
    assert.ok(allowed.includes(name), name);
  }
});

test('a call whose connection breaks does no more', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const items = Array.from({ length: 50 }, (_, index) => `Item ${index}`);
  const body = toolCall('write', { card, checklists: [{ name: 'Long', items }] });
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /mcp HTTP/1.1',
    `host: ${hostname}`,
    `authorization: Bearer ${ada.token}`,
    'content-type: application/json',
    `accept: ${accept}`,
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const made = async () => {
    // Let others run in between: the database of a test may answer immediately.
    await ada.call(api.users.me);
    return (await service.sql('select id from checklist_items')).length;
  };
  while ((await made()) === 0);
  socket.resetAndDestroy();
  let count = -1;
  for (let same = 0; same < 20; ) {
    const now = await made();
    same = now === count ? same + 1 : 0;
    count = now;
  }
  assert.ok(count < items.length, `${count} items`);
});
