import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { day, hour, minute, second } from '../../base/clock.ts';
import {
  begin,
  codeFor,
  consent,
  registerApplication,
  returnAddress,
  sendForm,
  type Tokens,
  tokensFor,
} from '../../testing/applications.ts';
import { makeBoard } from '../../testing/fixtures.ts';
import { addMember } from '../../testing/members.ts';
import { testService } from '../../testing/service.ts';
import { sweepExpired } from '../jobs.ts';

/* What attackers try with applications, codes and tokens. */

const service = await testService();
const ada = await service.signUp('ada');
const application = await registerApplication(service);

const exchange = (form: Record<string, string>) =>
  sendForm<Tokens & { error?: string }>(service, '/oauth/token', form);
const renew = (refresh_token: string, client_id = application) =>
  exchange({ grant_type: 'refresh_token', refresh_token, client_id });
const works = async (token: string) =>
  (await service.raw('/users/me', { headers: { 'x-api-key': token } })).status === 200;
const refused = async (form: Record<string, string>, error = 'invalid_grant') => {
  const { status, body } = await exchange(form);
  assert.deepEqual([status, body.error], [400, error]);
};

test('a code works once; the second time everything that came of it ends', async () => {
  const form = await codeFor(service, ada, application);
  const first = await exchange(form);
  assert.ok(await works(first.body.access_token));
  await refused(form);
  assert.ok(!(await works(first.body.access_token)));
  await refused({
    grant_type: 'refresh_token',
    refresh_token: first.body.refresh_token,
    client_id: application,
  });
});

test('of many exchanges at once one succeeds at most', async () => {
  const form = await codeFor(service, ada, application);
  const all = await Promise.all(Array.from({ length: 8 }, () => exchange(form)));
  assert.ok(all.filter(({ status }) => status === 200).length <= 1);
  assert.ok(all.every(({ status }) => status === 200 || status === 400));
});

test('a code is of no use to who has not asked for it, and is used up by the attempt', async () => {
  const stranger = await registerApplication(service);
  const changes: Record<string, string>[] = [
    { code_verifier: 'x'.repeat(43) },
    { code_verifier: '' },
    { client_id: stranger },
    { redirect_uri: 'https://agent.example/elsewhere' },
  ];
  for (const change of changes) {
    const form = await codeFor(service, ada, application);
    await refused({ ...form, ...change });
    await refused(form);
  }
  const { code_verifier: _, ...withoutVerifier } = await codeFor(service, ada, application);
  await refused(withoutVerifier);
});

test('a code works for a minute, and leaves nothing if nobody comes for it', async () => {
  const before = (await ada.call(api.users.apiKeys)).length;
  const form = await codeFor(service, ada, application);
  assert.equal((await ada.call(api.users.apiKeys)).length, before);
  service.clock.pass(minute);
  await refused(form);
  await codeFor(service, ada, application);
  service.clock.pass(minute);
  await sweepExpired(service);
  assert.deepEqual(await service.sql('select key_id from oauth_grants where code_used_at is null'), []);
});

test('a refresh token works once; used again later, it ends the grant', async () => {
  const first = await tokensFor(service, ada, application);
  const next = (await renew(first.refresh_token)).body;
  assert.ok(!(await works(first.access_token)));
  assert.ok(await works(next.access_token));
  service.clock.pass(10 * second);
  assert.equal((await renew(first.refresh_token)).status, 400);
  assert.ok(!(await works(next.access_token)));
  assert.equal((await renew(next.refresh_token)).status, 400);
});

test('a refresh whose answer was lost, or that two processes send at once, has one answer', async () => {
  const { refresh_token } = await tokensFor(service, ada, application);
  const all = await Promise.all(Array.from({ length: 6 }, () => renew(refresh_token)));
  assert.deepEqual(
    all.map(({ status }) => status),
    Array.from({ length: 6 }, () => 200),
  );
  assert.equal(new Set(all.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size, 1);
  // Once the next one has been used, the first is a stolen one.
  const next = (await renew(all[0]?.body.refresh_token ?? '')).body;
  assert.ok(await works(next.access_token));
  assert.equal((await renew(refresh_token)).status, 400);
  assert.ok(!(await works(next.access_token)));
});

test('a refresh token is of no use to another application, and does not end the grant there', async () => {
  const stranger = await registerApplication(service);
  const { refresh_token } = await tokensFor(service, ada, application);
  assert.equal((await renew(refresh_token, stranger)).status, 400);
  assert.equal((await renew(refresh_token)).status, 200);
});

test('what is neither renewed nor ended for 90 days is over', async () => {
  const old = await testService();
  const client = await registerApplication(old);
  const { refresh_token } = await tokensFor(old, await old.signUp('ada'), client);
  old.clock.pass(90 * day);
  const form = { grant_type: 'refresh_token', refresh_token, client_id: client };
  assert.equal((await sendForm(old, '/oauth/token', form)).status, 400);
  await sweepExpired(old);
  assert.deepEqual(await old.sql('select token_hash from oauth_refresh_tokens'), []);
});

test('an application gives its tokens back, by either, but nobody revokes a key that is not of one', async () => {
  const bob = await service.signUp('bob');
  for (const which of ['access_token', 'refresh_token'] as const) {
    const tokens = await tokensFor(service, bob, await registerApplication(service));
    const { status } = await sendForm(service, '/oauth/revoke', { token: tokens[which] });
    assert.equal(status, 200);
    assert.ok(!(await works(tokens.access_token)));
  }
  const { key } = await bob.call(api.users.createApiKey, { body: { name: 'His own' } });
  for (const token of [key, bob.token, 'x', ''])
    assert.equal((await sendForm(service, '/oauth/revoke', { token })).status, 200);
  assert.ok(await works(key));
  assert.ok(await works(bob.token));
});

test('tokens follow the person: disabled, out of the workspace, password reset', async () => {
  const cleo = await service.signUp('cleo');
  const boss = await service.signUp('boss');
  const { workspace, board } = await makeBoard(boss);
  const member = await addMember(service, workspace, cleo, {});
  const client = await registerApplication(service);
  const tokens = await tokensFor(service, cleo, client, { workspacePublicId: workspace });
  const caller = service.caller(tokens.access_token);
  const at = { params: { boardPublicId: board } };
  await caller.call(api.boards.get, at);
  await boss.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId: member } });
  await caller.refused(403, api.boards.get, at);

  await service.sql(`update users set disabled_at = 1 where id = '${cleo.id}'`);
  assert.ok(!(await works(tokens.access_token)));
  assert.equal((await renew(tokens.refresh_token, client)).status, 400);
  await service.sql(`update users set disabled_at = null where id = '${cleo.id}'`);
  const renewed = (await renew(tokens.refresh_token, client)).body;
  assert.ok(await works(renewed.access_token));

  const body = {
    newPassword: 'a new password of cleo',
    currentPassword: 'password of cleo',
    revokeApiKeys: true,
  };
  await cleo.call(api.users.changePassword, { body });
  assert.ok(!(await works(renewed.access_token)));
  assert.equal((await renew(renewed.refresh_token, client)).status, 400);
});

const dan = await service.signUp('dan');
const reading = (address: URL) => ({ query: { request: address.search.slice(1) } });

test('the browser is sent nowhere for an application or an address that is not known', async () => {
  const client = await registerApplication(service, {
    redirect_uris: [returnAddress, 'http://127.0.0.1/back', 'cursor://agent/back'],
  });
  const foreign = [
    'https://evil.example/back',
    'https://agent.example/back/',
    'https://agent.example/back?x=1',
    'https://agent.example/Back',
    'https://agent.example:444/back',
    'https://agent.example@evil.example/back',
    'http://agent.example/back',
    'http://127.0.0.1.evil.example/back',
    'http://127.0.0.1:80@evil.example/back',
    'http://localhost:7000/back',
    'http://127.0.0.1:7000/other',
    '',
  ];
  for (const redirect_uri of foreign) {
    const { address } = begin(service, client, { redirect_uri });
    await dan.refused(400, api.oauth.read, reading(address));
    const request = address.search.slice(1);
    await dan.refused(400, api.oauth.allow, { body: { request, rights: 'work' } });
  }
  for (const clientId of [
    '0123456789abcdef',
    '',
    'x',
    '\u0000',
    'https://evil.example/',
    'https://a.example/x#y',
  ])
    await dan.refused(400, api.oauth.read, reading(begin(service, clientId).address));
  // A program on the computer takes any free port (RFC 8252, 7.3).
  for (const redirect_uri of ['http://127.0.0.1:49152/back', 'cursor://agent/back']) {
    const back = await consent(dan, begin(service, client, { redirect_uri }).address);
    assert.ok(back.href.startsWith(`${redirect_uri}?code=`), back.href);
  }
});

test('addresses that a browser would act on itself, or that anyone could read, are not registered', async () => {
  const bad: unknown[] = [
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'data:text/html,x',
    'http://agent.example/back',
    'http://127.0.0.2/back',
    'https://agent.example/back#x',
    'https://user@agent.example/',
    'https://agent.example/\u0000',
    'https://agent.example/ back',
    'file:///etc/passwd',
    'view-source:https://x.example/',
    'intent://x#Intent;end',
    '/back',
    '',
    7,
    null,
  ];
  for (const each of bad)
    await assert.rejects(registerApplication(service, { redirect_uris: [each] }), /invalid_re/, String(each));
  for (const redirect_uris of [
    undefined,
    [],
    'https://agent.example/',
    Array.from({ length: 21 }, () => returnAddress),
  ])
    await assert.rejects(registerApplication(service, { redirect_uris }), /invalid_redirect_uri/);
  await assert.rejects(
    registerApplication(service, { grant_types: ['client_credentials'] }),
    /invalid_client_metadata/,
  );
  await assert.rejects(
    registerApplication(service, { response_types: ['token'] }),
    /invalid_client_metadata/,
  );
});

test('a request that cannot be allowed is not, and says so only to the application', async () => {
  const client = await registerApplication(service);
  const cases: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ];
  for (const [change, error] of cases) {
    const { address } = begin(service, client, change);
    const read = await dan.call(api.oauth.read, reading(address));
    assert.ok(read.problem);
    const told = new URL(read.refusalUrl).searchParams;
    assert.deepEqual(
      [told.get('error'), told.get('state'), told.get('iss')],
      [error, 'its state', service.publicUrl],
    );
    await dan.refused(400, api.oauth.allow, { body: { request: address.search.slice(1), rights: 'read' } });
  }
  const { address } = begin(service, client);
  const twice = { query: { request: `${address.search.slice(1)}&state=other` } };
  assert.ok((await dan.call(api.oauth.read, twice)).problem);
  const { refusalUrl } = await dan.call(api.oauth.read, reading(address));
  assert.equal(new URL(refusalUrl).searchParams.get('error'), 'access_denied');
});

test('an application is given no more than it asked for, and only by a session on a page of the service', async () => {
  const client = await registerApplication(service);
  const { address } = begin(service, client, { scope: 'openid read' });
  const request = address.search.slice(1);
  assert.deepEqual((await dan.call(api.oauth.read, { query: { request } })).rights, ['read']);
  await dan.refused(400, api.oauth.allow, { body: { request, rights: 'work' } });
  const { key } = await dan.call(api.users.createApiKey, { body: { name: 'all' } });
  await service.caller(key).refused(403, api.oauth.allow, { body: { request, rights: 'read' } });
  await service.caller().refused(401, api.oauth.allow, { body: { request, rights: 'read' } });
  const { workspace, board } = await makeBoard(await service.signUp('eve'));
  const places = [{ workspacePublicId: workspace }, { boardPublicIds: [board] }];
  for (const place of places) {
    const error = await dan
      .call(api.oauth.allow, { body: { request, rights: 'read', ...place } })
      .catch((thrown: { status: number }) => thrown);
    assert.ok('status' in error && error.status >= 400 && error.status < 404);
  }
});

test('names are plain text of one line', async () => {
  const names: [unknown, string][] = [
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['  Two\n lines\u202e \u0007', 'Two lines'],
    ['x'.repeat(5000), 'x'.repeat(100)],
    ['\u200b\u2066', 'agent.example'],
    [{}, 'agent.example'],
    [undefined, 'agent.example'],
  ];
  for (const [client_name, shown] of names) {
    const client = await registerApplication(service, { client_name });
    const { application: read } = await dan.call(api.oauth.read, reading(begin(service, client).address));
    assert.equal(read.name, shown);
  }
});

test('what is no form, too large or repeated is refused as OAuth has it', async () => {
  const send = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type };
    const response = await fetch(`${service.address}/oauth/token`, { method: 'POST', headers, body });
    return [response.status, ((await response.json()) as { error: string }).error];
  };
  assert.deepEqual(await send('{}', 'application/json'), [400, 'invalid_request']);
  assert.deepEqual(await send('x'.repeat(20_000)), [400, 'invalid_request']);
  assert.deepEqual(await send('client_id=a&client_id=b'), [400, 'invalid_request']);
  assert.deepEqual(await send(''), [401, 'invalid_client']);
  assert.deepEqual(await send('client_id=a'), [400, 'unsupported_grant_type']);
  assert.deepEqual(await send('client_id=a&grant_type=password'), [400, 'unsupported_grant_type']);
  assert.deepEqual(await send('client_id=a&grant_type=refresh_token&resource=https://b.example'), [
    400,
    'invalid_target',
  ]);
  const [unknown, known] = ['a', application].map(
    (id) => `client_id=${id}&grant_type=refresh_token&refresh_token=%00`,
  );
  assert.deepEqual(await send(unknown ?? ''), [401, 'invalid_client']);
  assert.deepEqual(await send(known ?? ''), [400, 'invalid_grant']);
});

test('registrations are limited, and forgotten after a day if nobody allows them', async () => {
  const flooded = await testService();
  const fay = await flooded.signUp('fay');
  flooded.clock.hold();
  const used = await registerApplication(flooded);
  await tokensFor(flooded, fay, used);
  for (let count = 1; count < 60; count++) await registerApplication(flooded);
  const response = await fetch(`${flooded.address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [returnAddress] }),
  });
  assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '60']);
  flooded.clock.pass(day + hour);
  await sweepExpired(flooded);
  assert.deepEqual(await flooded.sql('select id from oauth_clients'), [{ id: used }]);
});
