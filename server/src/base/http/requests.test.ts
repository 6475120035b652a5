import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { api } from '../../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);
const card = await makeCard(ada, list, { title: 'Kept' });

const authorization = `Bearer ${ada.token}`;
const json = { authorization, 'content-type': 'application/json' };
const path = `/cards/${card}`;

const titleOf = async () => (await ada.call(api.cards.get, { params: { cardPublicId: card } })).title;

/** Sends a PUT of the card; returns the status and the issues. */
async function put(body: RequestInit['body'], headers: Record<string, string> = json) {
  const reply = await service.raw(path, { method: 'PUT', headers, body: body ?? null });
  const { code, issues = [] } = (await reply.json()) as { code?: string; issues?: { message: string }[] };
  return { status: reply.status, code, issues: issues.map(({ message }) => message) };
}

async function refuses(body: RequestInit['body'], issue: RegExp, headers?: Record<string, string>) {
  const { status, code, issues } = await put(body, headers);
  assert.deepEqual([status, code], [400, 'BAD_REQUEST']);
  assert.match(nth(issues, 0), issue);
  assert.equal(await titleOf(), 'Kept');
}

/** The server's answer to raw bytes that `fetch` would not send. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

test('an unknown route or method returns 404 in the shape of every error, with any body', async () => {
  for (const [method, address, body] of [
    ['GET', '/nowhere', null],
    ['POST', path, '{}'],
    ['POST', '/nowhere', '{'],
    ['POST', '/nowhere', '"'.padEnd(2 ** 21)],
    ['DELETE', '/cards', null],
    ['PROPFIND', path, null],
    ['GET', `/Cards/${card}`, null],
    ['POST', `${path}/`, null],
  ] as const) {
    const reply = await service.raw(address, { method, headers: json, body });
    assert.equal(reply.status, 404, `${method} ${address}`);
    assert.deepEqual(await reply.json(), { code: 'NOT_FOUND', message: 'Not found', issues: [] });
  }
  const outside = await fetch(`${service.address}/nowhere`);
  assert.deepEqual(await outside.json(), { code: 'NOT_FOUND', message: 'Not found', issues: [] });
});

test('an address with empty parts is sent on to the one without them, or means the same', async () => {
  const headers = { authorization };
  const at = (address: string, method: string, body: string | null = null) =>
    fetch(service.address + address, { method, redirect: 'manual', headers: json, body });
  for (const [given, canonical] of [
    [`/api/v1${path}/?x=//`, `/api/v1${path}?x=//`],
    [`/api/v1/${path}`, `/api/v1${path}`],
    [`//api///v1${path}//`, `/api/v1${path}`],
    ['/docs/', '/docs'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await at(given, method);
      assert.deepEqual([reply.status, reply.headers.get('location')], [308, canonical], given);
    }
    assert.equal((await fetch(service.address + given, { headers })).status, 200);
  }
  assert.equal((await at(`/api/v1/${path}/`, 'PUT', '{"title":"Kept"}')).status, 200);
  // No redirect leads to another host.
  for (const elsewhere of [
    '//evil.example/',
    '//evil.example//api/v1/',
    '/%5cevil.example//',
    '///evil.example',
  ]) {
    const reply = await at(elsewhere, 'GET');
    assert.deepEqual([reply.status, reply.headers.get('location')], [404, null], elsewhere);
  }
  const backslash = await answerTo(
    'GET /\\\\evil.example/api/v1/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  );
  assert.match(backslash, /^HTTP\/1\.1 40[04] /);
});

test('fields that are not known are named on the reply, whatever it is', async () => {
  const unknownOf = async (body: object) => {
    const reply = await service.raw(path, { method: 'PUT', headers: json, body: JSON.stringify(body) });
    return [reply.status, reply.headers.get('unknown-fields')];
  };
  assert.deepEqual(await unknownOf({ title: 'Kept' }), [200, null]);
  assert.deepEqual(await unknownOf({ title: 'Kept', dueAt: 1, Title: 2 }), [200, 'dueAt, Title']);
  assert.deepEqual(await unknownOf({ dueAt: 1 }), [400, 'dueAt']);
  assert.deepEqual(await unknownOf({ title: 7, 'a,b\r\né': 1, '': 2 }), [400, 'a_b___, _']);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}${'x'.repeat(99)}`, at]));
  const [, told] = await unknownOf({ title: 'Kept', ...many });
  assert.equal(String(told).split(', ').length, 10);
  assert.ok(String(told).length < 700);
  for (const body of ['[]', 'null', '1']) await refuses(body, /must be an object/);
});

test('HEAD answers as GET does, without the body', async () => {
  const get = await service.raw(path, { headers: { authorization } });
  const head = await service.raw(path, { method: 'HEAD', headers: { authorization } });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
  assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(await get.text())));
  assert.equal(await head.text(), '');
  assert.equal((await service.raw(path, { method: 'HEAD' })).status, 401);
  assert.equal((await service.raw('/cards', { method: 'HEAD', headers: { authorization } })).status, 404);
});

test('OPTIONS names no other origin that may call', async () => {
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' };
  const reply = await service.raw(path, { method: 'OPTIONS', headers });
  assert.equal(reply.status, 404);
  assert.equal(reply.headers.get('access-control-allow-origin'), null);
});

test('a body that is not JSON, or not an object, changes nothing', async () => {
  for (const body of ['{"title":', '{title:1}', "{'title':'x'}", '{"title":"x"}}', '\ufeff{"title":"x"}']) {
    await refuses(body, /not valid JSON/);
  }
  for (const body of ['[]', 'null', '"x"', '1', 'true']) await refuses(body, /must be an object/);
});

test('a body is UTF-8', async () => {
  const latin1 = Buffer.from('{"title":"caf\u00e9"}', 'latin1');
  await refuses(latin1, /not UTF-8/);
});

test('an operation that needs a body does not take its absence', async () => {
  await refuses(null, /must be an object/);
  await refuses('', /must be an object/);
  await refuses(null, /must be an object/, { authorization });
});

test('another content type is refused, whatever it holds', async () => {
  const body = '{"title":"x"}';
  for (const type of [
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    await refuses(body, /content type/, { authorization, 'content-type': type });
  }
  for (const charset of ['latin1', '"iso-8859-1"', 'utf-16', 'utf-80']) {
    await refuses(body, /UTF-8/, { authorization, 'content-type': `application/json; charset=${charset}` });
  }
  await refuses(body, /./, { authorization, 'content-type': 'json' });
  await refuses(Buffer.from(body), /content type/, { authorization });
});

test('JSON is JSON in any spelling of its content type', async () => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    const { status } = await put('{"title":"Kept"}', { authorization, 'content-type': type });
    assert.equal(status, 200);
  }
});

test('a body over 1 MiB is refused, one of 1 MiB is not', async () => {
  const bodyOf = (bytes: number) => `{"title":"Kept","x":"${'x'.repeat(bytes - 23)}"}`;
  assert.equal(Buffer.byteLength(bodyOf(100)), 100);
  assert.equal((await put(bodyOf(1024 ** 2))).status, 200);
  await refuses(bodyOf(1024 ** 2 + 1), /too large/);
  await refuses(bodyOf(3 * 1024 ** 2), /too large/);
});

test('a key `__proto__` is refused, however it is spelled; a text may say it', async () => {
  await refuses('{"title":"x","__proto__":{"admin":true}}', /key that is not allowed/);
  await refuses('{"title":"x","\\u005f_proto__":1}', /key that is not allowed/);
  await refuses('{"title":"x","a":{"b":[{"__proto__":null}]}}', /key that is not allowed/);
  const constructor = '{"title":"Kept","constructor":{"prototype":{"admin":true}}}';
  assert.equal((await put(constructor)).status, 200);
  assert.equal('admin' in {}, false);
  const about = await makeCard(ada, list, { title: 'About "__proto__": beware' });
  const { title } = await ada.call(api.cards.get, { params: { cardPublicId: about } });
  assert.equal(title, 'About "__proto__": beware');
});

test('the character NUL is refused in a body and in an address', async () => {
  await refuses('{"title":"a\\u0000b"}', /NUL/);
  await refuses('{"title":"x","description":"\\u0000"}', /NUL/);
  await refuses('{"title":"a\u0000b"}', /not valid JSON/);
  for (const address of ['/cards/abc%00defghijkl', '/workspaces?x=%00']) {
    const reply = await service.raw(address, { headers: { authorization } });
    assert.equal(reply.status, 400, address);
  }
});

test('an operation that takes no input ignores what it is sent', async () => {
  for (const address of ['/users/me?x=%00', '/integrations/boardtool/boards?x=%00', '/users/me?%zz']) {
    const reply = await service.raw(address, { headers: { authorization } });
    assert.ok([200, 403].includes(reply.status), `${address}: ${reply.status}`);
  }
  const reply = await answerTo(
    `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
      'content-type: application/json\r\ncontent-length: 1\r\nconnection: close\r\n\r\n{',
  );
  assert.match(reply, /^HTTP\/1.1 200 /);
});

test('half of a surrogate pair is refused, a whole one is a character', async () => {
  await refuses('{"title":"a\\ud83d"}', /surrogate/);
  await refuses('{"title":"\\uDE00b"}', /surrogate/);
  const made = await makeCard(ada, list, { title: '\u{1F600}' });
  const body = '{"title":"\\ud83d\\ude00\\u0041"}';
  const reply = await service.raw(`/cards/${made}`, { method: 'PUT', headers: json, body });
  assert.equal(((await reply.json()) as { title: string }).title, '\u{1F600}A');
});

test('a body has 32 levels at the most, also under a key', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  // The body itself is the first level; brackets in strings do not count.
  const brackets = JSON.stringify(`"${'[{'.repeat(100)}\\`);
  assert.equal((await put(`{"title":"Kept","x":${nested(31)},"y":${brackets},"z":[]}`)).status, 200);
  for (const levels of [32, 6000, 200_000]) {
    const body = `{"title":"Lost","x":${nested(levels)}}`;
    await refuses(body, /more than 32 levels deep/);
    await refuses(body, /more than 32 levels deep/, { ...json, 'idempotency-key': `deep-${levels}` });
    const made = await service.raw('/cards', {
      method: 'POST',
      headers: { ...json, 'idempotency-key': `deep-${levels}` },
      body: `{"title":"Lost","listPublicId":"${list}","x":${nested(levels)}}`,
    });
    assert.equal(made.status, 400);
  }
  await refuses('{"x":'.repeat(50_000), /not valid JSON/);
  await refuses(`{"title":"\\u0041","x":${nested(200_000)}}`, /more than 32 levels deep/);
});

test('a body that is compressed is refused by the name of its encoding', async () => {
  const body = gzipSync('{"title":"Lost"}');
  await refuses(body, /^The content encoding gzip is not supported/, { ...json, 'content-encoding': 'gzip' });
  await refuses(body, /encoding br is not/, { authorization, 'content-encoding': 'br' });
  assert.equal((await put('{"title":"Kept"}', { ...json, 'content-encoding': 'identity' })).status, 200);
});

test('an operation without a body takes none, with and without a content type, and an empty one', async () => {
  const calls: [Record<string, string>, string | null][] = [
    [{ authorization }, null],
    [json, null],
    [json, ''],
    [json, '{}'],
    [json, '{"ignored":true}'],
  ];
  for (const [headers, body] of calls) {
    for (const address of ['archive', 'restore']) {
      const reply = await service.raw(`${path}/${address}`, { method: 'POST', headers, body });
      assert.equal(reply.status, 200, `${address} ${JSON.stringify(body)}`);
    }
    const other = await makeCard(ada, list);
    const gone = await service.raw(`/cards/${other}`, { method: 'DELETE', headers, body });
    assert.equal(gone.status, 200);
  }
  const malformed = await service.raw(`${path}/archive`, { method: 'POST', headers: json, body: '{' });
  assert.equal(malformed.status, 400);
  const chunked = await answerTo(
    `POST /api/v1${path}/restore HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
      'transfer-encoding: chunked\r\nconnection: close\r\n\r\n0\r\n\r\n',
  );
  assert.match(chunked, /^HTTP\/1.1 200 /);
});

test('a path that cannot be decoded, or is too long for an id, returns 400 in the shape of every error', async () => {
  for (const id of ['abc%zzdefghijkl', 'abc%ffdefghijkl', 'a'.repeat(600), 'a'.repeat(10_000)]) {
    const reply = await service.raw(`/cards/${id}`, { headers: { authorization } });
    const body = (await reply.json()) as { code: string; issues: unknown[] };
    assert.equal(reply.status, 400, id.slice(0, 20));
    assert.deepEqual(Object.keys(body), ['code', 'message', 'issues']);
    assert.equal(body.issues.length, 1);
    assert.match(reply.headers.get('x-request-id') ?? '', /^[\w-]+$/);
  }
});

test('what is not an HTTP request gets an error in the usual shape, and the connection is closed', async () => {
  for (const [bytes, issue] of [
    ['HELLO\r\n\r\n', /not an HTTP request/],
    ['BREW /api/v1/users/me HTTP/1.1\r\nhost: x\r\n\r\n', /not an HTTP request/],
    [`GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx-y: ${'y'.repeat(20_000)}\r\n\r\n`, /head .* too large/],
    [`GET /api/v1/cards/${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, /head .* too large/],
  ] as const) {
    const answer = await answerTo(bytes);
    assert.match(answer, /^HTTP\/1.1 400 Bad Request\r\n/);
    assert.match(answer, /\r\nx-request-id: [\w-]+\r\n/);
    assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/);
    const { code, issues } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as {
      code: string;
      issues: { message: string }[];
    };
    assert.equal(code, 'BAD_REQUEST');
    assert.match(nth(issues, 0).message, issue);
  }
});

test('a client that hangs up in the middle of a body leaves nothing behind', async () => {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"title":"half a',
  );
  socket.destroy();
  await once(socket, 'close');
  assert.equal(await titleOf(), 'Kept');
});
