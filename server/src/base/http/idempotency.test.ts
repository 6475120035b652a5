import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { addressOf, createClient } from '../../../../contract/client.ts';
import { showsSecret, takesIdempotencyKey } from '../../../../contract/headers.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { createList } from '../../lists/actions/lists.ts';
import { startService } from '../../start.ts';
import { begin, registerApplication } from '../../testing/applications.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { exampleInput, type Input } from '../../testing/example-input.ts';
import { until } from '../../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../testing/fixtures.ts';
import { mailedToken } from '../../testing/mails.ts';
import { addMember, keyOf, makeOperator } from '../../testing/members.ts';
import { receiver } from '../../testing/receiver.ts';
import { testService } from '../../testing/service.ts';
import { makeThings } from '../../testing/things.ts';
import { claimTime, forgetKeys, keyTime } from '../changes/idempotency.ts';
import { minute, second, systemClock } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { Forbidden } from '../errors.ts';
import { bind } from './bind.ts';
import { createConnections } from './connections.ts';
import { createServer } from './server.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const other = await service.signUp('other');
const { workspace, board, lists } = await makeBoard(ada);
const list = nth(lists, 0);

interface Sent {
  token?: string;
  method?: string;
}

/** Sends a raw request with a key. */
async function send(
  key: string,
  path: string,
  body: object,
  { token = ada.token, method = 'POST' }: Sent = {},
) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const response = await service.raw(path, { method, headers, body: JSON.stringify(body) });
  const replayed = response.headers.get('idempotent-replayed');
  const reply = (await response.json()) as Record<string, unknown> & { issues?: { message: string }[] };
  const retryAfter = response.headers.get('retry-after');
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  return { status: response.status, replayed, reply, issue: reply.issues?.[0]?.message, retryAfter };
}

const call = (key: string, operation: Operation, { params, query, body = {} }: Input, sent: Sent = {}) =>
  send(key, addressOf(operation, params, query), body, { method: operation.method, ...sent });

const cards = async () =>
  (await service.sql<{ count: number }>('select count(*) as count from cards'))[0]?.count;
const newCard = { title: 'IdempotentChange', listPublicId: list };

test('a request that is sent again is answered as before, and does nothing', async () => {
  const first = await send('again', '/cards', newCard);
  assert.deepEqual([first.status, first.replayed], [200, null]);
  const before = await cards();
  const types = await service.recorded(async () => {
    const second = await send('again', '/cards', newCard);
    assert.deepEqual([second.status, second.replayed], [200, 'true']);
    assert.deepEqual(second.reply, first.reply);
  });
  assert.deepEqual(types, []);
  assert.equal(await cards(), before);
});

test('another request under the same key is refused, and changes nothing', async () => {
  const onCard = `/cards/${await makeCard(ada, list)}`;
  await send('taken', '/cards', newCard);
  const types = await service.recorded(async () => {
    for (const [path, body] of [
      ['/cards', { ...newCard, title: 'Another' }],
      ['/lists', { name: 'A list', boardPublicId: board }],
      [`${onCard}/archive`, {}],
    ] as const) {
      const refused = await send('taken', path, body);
      assert.deepEqual([refused.status, refused.reply.code], [409, 'CONFLICT']);
      assert.match(refused.issue ?? '', /^Idempotency-Key: a different request/);
    }
    // The specification lists no 409 for this operation.
    const refused = await send('taken', `${onCard}/comments`, { comment: 'x' });
    assert.deepEqual([refused.status, refused.reply.code], [400, 'BAD_REQUEST']);
  });
  assert.deepEqual(types, []);
});

test('of 16 at once one is carried out, and all get its answer', async () => {
  const before = (await cards()) ?? 0;
  const types = await service.recorded(async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => send('at-once', '/cards', newCard)));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(all.map(({ reply }) => reply.publicId)).size, 1);
    assert.equal(all.filter(({ replayed }) => replayed === null).length, 1);
  });
  assert.deepEqual(types, ['card.created']);
  assert.equal(await cards(), before + 1);
});

test('a slug that the first of many takes is not taken for the others', async () => {
  const body = { name: 'IdempotentChange', slug: 'only-once' };
  const all = await Promise.all(Array.from({ length: 16 }, () => send('slug', '/workspaces', body)));
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
  assert.equal((await send('slug-too', '/workspaces', body)).status, 409);
});

test('what was refused may be tried again under the same key', async () => {
  const own = await makeBoard(other);
  const body = { title: 'Later', listPublicId: nth(own.lists, 0) };
  assert.equal((await send('later', '/cards', { ...body, title: '' })).status, 400);
  assert.equal((await send('later', '/cards', body)).status, 403);
  await addMember(service, own.workspace, ada);
  const { status, replayed } = await send('later', '/cards', body);
  assert.deepEqual([status, replayed], [200, null]);
});

test('a key belongs to its user', async () => {
  await addMember(service, workspace, other);
  const [adas, others] = [
    await send('shared', '/cards', newCard),
    await send('shared', '/cards', newCard, { token: other.token }),
  ];
  assert.notEqual(adas.reply.publicId, others.reply.publicId);
  const { token } = await service.caller().call(api.auth.signIn, {
    body: { email: ada.email, password: 'password of ada' },
  });
  const again = await send('shared', '/cards', newCard, { token });
  assert.deepEqual([again.replayed, again.reply], ['true', adas.reply], 'whatever session it is sent from');
});

test('a credential that lets less through gets no answer that another one got', async () => {
  await send('limits', '/users/me/api-keys', { name: 'mine' });
  await send('limits-too', '/cards', newCard);
  const limited = await keyOf(service, ada, ['card:view']);
  const unable = await keyOf(service, ada, ['card:view', 'card:create']);
  assert.equal(
    (await send('limits', '/users/me/api-keys', { name: 'mine' }, { token: limited.key })).status,
    403,
  );
  for (const { key: token } of [limited, unable]) {
    assert.equal((await send('limits-too', '/cards', newCard, { token })).status, 409);
  }
});

test('after 24 hours a key is free again, and is not kept', async () => {
  const first = await send('a-day', '/cards', newCard);
  service.clock.pass(keyTime - 60_000_000);
  assert.deepEqual((await send('a-day', '/cards', newCard)).reply, first.reply);
  service.clock.pass(60_000_000);
  const second = await send('a-day', '/cards', newCard);
  assert.equal(second.replayed, null);
  assert.notEqual(second.reply.publicId, first.reply.publicId);
  assert.deepEqual((await send('a-day', '/cards', newCard)).reply, second.reply);
  service.clock.pass(keyTime);
  await forgetKeys(service.maintain, service.clock.now());
  assert.deepEqual(await service.sql('select * from idempotency_keys'), []);
});

test('a secret that is shown once is shown again for ten minutes, and is not stored in clear', async () => {
  const created = await send('secret', '/users/me/api-keys', { name: 'mine' });
  const again = await send('secret', '/users/me/api-keys', { name: 'mine' });
  const { key } = created.reply;
  assert.ok(typeof key === 'string' && key.startsWith('tbk_'));
  assert.equal(again.reply.key, key);
  const stored = JSON.stringify(await service.sql('select * from idempotency_keys'));
  assert.doesNotMatch(stored, /tbk_|publicId/);
  service.clock.pass(10 * minute);
  const later = await send('secret', '/users/me/api-keys', { name: 'mine' });
  assert.deepEqual([later.status, later.replayed], [200, null]);
  assert.notEqual(later.reply.key, key);
});

test('every text in a reply that is a secret is marked as one, so that it is repeated for ten minutes only', () => {
  const found = operations.flatMap(({ id, reply }) =>
    textsIn(reply)
      .filter(
        ({ name, schema }) =>
          /(?:secret|password|token)$/i.test(name) || /shown (?:only|once)/.test(schema.description ?? ''),
      )
      .map(({ name, schema }) => ({ what: `${id} ${name}`, isMarked: 'x-secret' in schema })),
  );
  assert.ok(found.length > 5);
  for (const { what, isMarked } of found) assert.ok(isMarked, what);
});

interface TextSchema {
  type?: string;
  description?: string;
}

/** The texts in a schema, by the names of their properties. */
function textsIn(schema: object, name = ''): { name: string; schema: TextSchema }[] {
  const own = (schema as TextSchema).type === 'string' ? [{ name, schema: schema as TextSchema }] : [];
  const inner = Object.entries(schema).filter(([, each]) => typeof each === 'object' && each !== null);
  return [...own, ...inner.flatMap(([key, each]) => textsIn(each as object, key))];
}

test('the cause of a failure is reported even if its key cannot be released', async () => {
  const http = createServer(service.config, createConnections(systemClock(), undefined), service.stopping);
  after(() => http.close());
  let changes = 0;
  const changeAccounts: typeof service.changeAccounts = async (work) => {
    changes++;
    if (changes > 1) throw new Error('no connection to the database');
    return service.changeAccounts(work);
  };
  bind({ ...service, http, changeAccounts }, api.webhooks.test, async () => {
    throw new Forbidden();
  });
  const address = await http.listen({ port: 0 });
  const params = { workspacePublicId: workspace, webhookPublicId: workspace };
  const response = await fetch(`${address}/api/v1${addressOf(api.webhooks.test, params, {})}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'idempotency-key': 'not-released' },
  });
  assert.deepEqual([response.status, changes], [403, 2]);
});

test('a key is 1 to 255 visible characters', async () => {
  for (const key of ['', 'k'.repeat(256), 'two words', 'tab\tbed']) {
    const { status, issue } = await send(key, '/cards', newCard);
    assert.deepEqual([status, issue?.split(' ')[0]], [400, 'Idempotency-Key'], key);
  }
  assert.equal((await send('k'.repeat(255), '/cards', newCard)).status, 200);
  assert.equal((await send('"quoted-~!"', '/cards', newCard)).status, 200);
});

test('an update that is sent again does not undo what came in between', async () => {
  const path = `/cards/${await makeCard(ada, list)}`;
  for (const method of ['PUT', 'PATCH']) {
    const body = { title: `By ${method}` };
    assert.equal((await send(method, path, body, { method })).replayed, null);
    await send(`${method} between`, path, { title: 'Between' }, { method });
    const types = await service.recorded(async () => {
      assert.equal((await send(method, path, body, { method })).replayed, 'true');
    });
    assert.deepEqual(types, []);
    const other = await send(method, path, { title: 'Other' }, { method });
    assert.deepEqual([other.status, other.issue?.split(':')[0]], [409, 'Idempotency-Key']);
  }
});

test('what is deleted again is answered as before, and not missed', async () => {
  const path = `/cards/${await makeCard(ada, list)}`;
  const remove = async (key: string) => send(key, path, {}, { method: 'DELETE' });
  const [first, again, other] = [await remove('gone'), await remove('gone'), await remove('gone-too')];
  assert.deepEqual([first.status, again.status, again.replayed, other.status], [200, 200, 'true', 404]);
  assert.deepEqual(again.reply, first.reply);
});

test('a condition is part of what is asked under a key', async () => {
  const path = `/cards/${await makeCard(ada, list)}`;
  const change = async (etag: string) => {
    const headers = {
      authorization: `Bearer ${ada.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'if',
      'if-match': etag,
    };
    return service.raw(path, { method: 'PATCH', headers, body: JSON.stringify({ title: 'If' }) });
  };
  const read = await service.raw(path, { headers: { authorization: `Bearer ${ada.token}` } });
  const etag = read.headers.get('etag') ?? '';
  const replies = [await change(etag), await change(etag), await change('"another"')];
  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]),
    [
      [200, null],
      [200, 'true'],
      [409, null],
    ],
  );
});

test('who asks without a credential has no keys', async () => {
  const anonymous = await service.raw('/auth/password-reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'anyone' },
    body: JSON.stringify({ email: ada.email }),
  });
  assert.equal(anonymous.headers.get('idempotent-replayed'), null);
});

test('while the first request has not ended, the others are refused', async () => {
  const things = await makeThings(service, ada, other);
  const input = exampleInput(api.webhooks.test, things);
  await call('ended', api.webhooks.test, input);
  await call('ended-too', api.cards.create, { params: {}, query: {}, body: newCard });
  // The state left behind by a service that ended in the middle of the request.
  await service.sql('update idempotency_keys set reply_sealed = null');
  const [tested, made] = [
    await call('ended', api.webhooks.test, input),
    await call('ended-too', api.cards.create, { params: {}, query: {}, body: newCard }),
  ];
  assert.deepEqual([tested.status, made.status], [400, 409]);
  for (const { issue } of [tested, made]) assert.match(issue ?? '', /has not been answered/);
});

test('what takes long keeps its key, and says until when the claim lasts', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { url, received } = await receiver((response) => void released.then(() => response.end()));
  const params = { workspacePublicId: workspace };
  const hook = { name: 'Slow', url, events: ['card.created' as const] };
  const { publicId } = await ada.call(api.webhooks.create, { params, body: hook });
  const path = `/workspaces/${workspace}/webhooks/${publicId}/test`;
  const first = send('slow', path, {});
  await until(() => received.length > 0);
  const again = async () => {
    const { status, issue, retryAfter } = await send('slow', path, {});
    return [status, issue?.split('; ')[1], retryAfter];
  };
  service.clock.pass(claimTime - 10 * second);
  const [, , left] = await again();
  assert.ok(Number(left) >= 1 && Number(left) <= 10, String(left));
  await service.jobs.run('idempotency-claims');
  for (let n = 0; n < 2; n++) {
    const [status, said, retryAfter] = await again();
    assert.deepEqual([status, said], [400, `try again in ${retryAfter} s`]);
    assert.ok(Number(retryAfter) > 50 && Number(retryAfter) <= 60, String(retryAfter));
    service.clock.pass(second);
  }
  release();
  assert.deepEqual((await first).status, 200);
  const replayed = await send('slow', path, {});
  assert.deepEqual([replayed.status, replayed.replayed, received.length], [200, 'true', 1]);
});

test('what has lost its claim, because nobody renewed it, leaves nothing behind', async () => {
  const target = await makeWorkspace(ada);
  const cards = Array.from({ length: 600 }, (_, n) => ({ id: `c${n}`, name: `${n}`, idList: 'l', pos: n }));
  const content = JSON.stringify({ name: 'Lost', lists: [{ id: 'l', name: 'L', pos: 1 }], cards });
  const body = { workspacePublicId: target, format: 'boardtool-json', content };
  const first = send('lost', '/imports/files', body);
  const claimed = () => service.sql(`select 1 from idempotency_keys where key = 'lost'`);
  await until(async () => (await claimed()).length > 0);
  await service.sql(`update idempotency_keys set claimed_by = 'another' where key = 'lost'`);
  const { status, issue } = await first;
  assert.equal(status, 409);
  assert.match(issue ?? '', /has not been answered/);
  assert.deepEqual(await ada.call(api.boards.list, { params: { workspacePublicId: target } }), []);
  service.clock.pass(claimTime);
  assert.equal((await send('lost', '/imports/files', body)).status, 200);
  assert.equal((await send('lost', '/imports/files', body)).replayed, 'true');
  assert.equal((await ada.call(api.boards.list, { params: { workspacePublicId: target } })).length, 1);
});

test('what is done in parts and fails leaves its key free', async () => {
  const body = { workspacePublicId: await makeWorkspace(ada), projectIds: ['one'] };
  for (let n = 0; n < 2; n++) {
    const { status, issue } = await send('import', '/imports/codehost/projects', body);
    assert.equal(status, 400);
    assert.doesNotMatch(issue ?? '', /Idempotency-Key/);
  }
});

/** Operations of the specification that must not return a status that it does not list. */
const withoutConflict = [
  'duplicateCard',
  'createChecklist',
  'createComment',
  'confirmUpload',
  'resetMemberPermissions',
  'testWebhook',
  'importCodehostProjects',
  'deactivateInviteLink',
  'updateChecklistItem',
  'toggleCardMember',
  'deleteComment',
];

const keyed = operations.filter(takesIdempotencyKey);

test('every operation that takes a key can refuse it', () => {
  assert.ok(keyed.length > 30);
  for (const { id, errors } of keyed) {
    assert.ok(errors.includes(400), id);
    assert.equal(errors.includes(409), !withoutConflict.includes(id), id);
  }
});

/** Operations that end the caller's access, or fail on made-up input. */
const notTwice = [
  'signOut',
  'acceptInvite',
  'changePassword',
  'requestNewAddress',
  'confirmNewAddress',
  'confirmSecondFactor',
  'deleteSecondFactor',
  'replaceRecoveryCodes',
  'confirmSession',
  'confirmUpload',
  'importCodehostProjects',
  'importBoardtoolBoards',
  'importFile',
  'endSession',
  'deleteExport',
  'deleteMe',
  'deleteApiKey',
  'deleteBotKey',
  'endWorkspaceKey',
  'updateOwnView',
  'deleteOwnView',
  'changeMemberRole',
  'connectIntegration',
  'inviteMemberAgain',
  'createMemberInviteLink',
  'updateNotifications',
];

for (const operation of keyed.filter(({ id }) => !notTwice.includes(id))) {
  test(`${operation.id} is carried out once`, async () => {
    const admin = await service.signUp(`admin-${operation.id}`);
    if (operation.access === 'operator') await makeOperator(service, admin);
    const things = await makeThings(service, admin, await service.signUp(`member-${operation.id}`));
    const input = exampleInput(operation, things);
    if (operation.id === 'allowApplication') {
      const { address } = begin(service, await registerApplication(service));
      input.body = { ...input.body, request: address.search.slice(1) };
    }
    const sent = { token: admin.token };
    const first = await call(operation.id, operation, input, sent);
    assert.deepEqual([first.status, first.replayed], [200, null], first.issue);
    // Invitation codes can be read again.
    const isSecret = /(?:\btb(?!i)[a-z]_|\bwhsec_)\w{16}/.test(JSON.stringify(first.reply));
    assert.ok(!isSecret || showsSecret(operation));
    const types = await service.recorded(async () => {
      const second = await call(operation.id, operation, input, sent);
      assert.deepEqual([second.status, second.replayed], [200, 'true'], second.issue);
      assert.deepEqual(second.reply, first.reply);
    });
    assert.deepEqual(types, []);
  });
}

test('who asks first is answered by what the change gave, as everyone after', async () => {
  const http = createServer(service.config, createConnections(systemClock(), undefined), service.stopping);
  after(() => http.close());
  // Simulates a bug: the handler answers something else than was stored. That must not end in an error.
  bind({ ...service, http }, api.lists.create, async ({ change, body }) => {
    const made = await change((work) => createList(work, body));
    return { ...made, name: 'another answer' };
  });
  const address = await http.listen({ port: 0 });
  const make = async () => {
    const response = await fetch(`${address}/api/v1/lists`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'as-kept',
      },
      body: JSON.stringify({ name: 'Kept', boardPublicId: board }),
    });
    const { name } = (await response.json()) as { name: string };
    return [response.status, response.headers.get('idempotent-replayed'), name];
  };
  assert.deepEqual(await make(), [200, null, 'Kept']);
  assert.deepEqual(await make(), [200, 'true', 'Kept']);
});

test('an account is deleted under a key, which goes with it', async () => {
  const gone = await service.signUp('gone');
  const remove = () =>
    send('me', '/users/me', { currentPassword: 'password of gone' }, { token: gone.token, method: 'DELETE' });
  assert.deepEqual([(await remove()).status, (await remove()).status], [200, 401]);
  assert.deepEqual(await service.sql(`select * from idempotency_keys where user_id = '${gone.id}'`), []);
});

test('a password is changed once, and the answer does not ask for the old one again', async () => {
  const eve = await service.signUp('eve');
  const body = { currentPassword: 'password of eve', newPassword: 'another password' };
  const [first, second] = [
    await send('password', '/users/me/password', body, { token: eve.token }),
    await send('password', '/users/me/password', body, { token: eve.token }),
  ];
  assert.deepEqual([first.status, second.status, second.replayed], [200, 200, 'true']);
  const stored = JSON.stringify(await service.sql('select * from idempotency_keys'));
  assert.doesNotMatch(stored, /another password/);
});

test('what is sent again after the secret key has changed is answered as before', async () => {
  const database = await testDatabase();
  after(() => database.remove());
  const [SECRET_KEY, SECRET_KEY_PREVIOUS] = ['new key '.repeat(5), 'key before '.repeat(4)];
  const before = await serve(database, { SECRET_KEY: SECRET_KEY_PREVIOUS });
  const body = { email: 'ada@example.com', password: 'correct horse battery' };
  const { token } = await createClient(before).call(api.auth.signUp, { body });
  const make = async ({ baseUrl }: { baseUrl: string }, name: string) => {
    const response = await fetch(`${baseUrl}/users/me/api-keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': '1',
      },
      body: JSON.stringify({ name }),
    });
    return [response.status, response.headers.get('idempotent-replayed'), await response.json()] as const;
  };
  const [made, , first] = await make(before, 'Key');
  assert.equal(made, 200);
  await before.close();
  const later = await serve(database, { SECRET_KEY, SECRET_KEY_PREVIOUS });
  assert.deepEqual(await make(later, 'Key'), [200, 'true', first]);
  const [other] = await make(later, 'Another key');
  assert.equal(other, 409, 'another request is still told from it');
  await later.close();
});

async function serve({ dataDir, databaseUrl }: TestDatabase, settings: Record<string, string>) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...settings });
  const running = await startService({ ...config, databaseUrl }, { timers: false });
  return { baseUrl: `${running.address}/api/v1`, close: () => running.close() };
}

test('an address is changed once: one mail goes out, and its code is not asked for again', async () => {
  const flo = await service.signUp('flo');
  const newEmail = 'flo@new.example';
  const body = { newEmail, currentPassword: 'password of flo' };
  const sent = { token: flo.token };
  const asked = [
    await send('new-address', '/users/me/email', body, sent),
    await send('new-address', '/users/me/email', body, sent),
  ];
  assert.deepEqual(
    asked.map(({ status, replayed }) => [status, replayed]),
    [
      [200, null],
      [200, 'true'],
    ],
  );
  const token = await mailedToken(service, newEmail);
  assert.equal(service.mails.filter(({ to }) => to === newEmail).length, 1);
  const [first, second] = [
    await send('confirmed', '/users/me/email/confirm', { token }, sent),
    await send('confirmed', '/users/me/email/confirm', { token }, sent),
  ];
  assert.deepEqual([first.status, second.status, second.replayed], [200, 200, 'true']);
  assert.deepEqual(second.reply, first.reply);
});
