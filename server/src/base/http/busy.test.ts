import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { makeBoard } from '../../testing/fixtures.ts';
import { type Person, testService } from '../../testing/service.ts';
import { dial, pause, until } from '../../testing/wire.ts';
import { Busy } from '../errors.ts';
import { Admission } from './admission.ts';
import { workClassOf } from './work.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board } = await makeBoard(ada);

const ask = (path: string, { token }: Pick<Person, 'token'>, method = 'GET') =>
  service.raw(path, { method, headers: { authorization: `Bearer ${token}` } });

/** Makes all rooms full. */
const beBusy = (t: TestContext) =>
  t.mock.method(Admission.prototype, 'enter', async () => {
    throw new Busy();
  });

/** Opens requests whose bodies never arrive, each of which counts towards its account's limit. */
async function stuckWrites({ token }: Person, count: number, length: number) {
  const sockets = Array.from({ length: count }, () => {
    const socket = dial(service.address);
    socket.write(
      `PUT /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
    );
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await pause(200);
  return { end: () => sockets.forEach((socket) => void socket.destroy()) };
}

test('what cannot be done in time is answered 503, in the shape of every error', async (t) => {
  beBusy(t);
  for (const [method, path] of [
    ['GET', '/users/me'],
    ['GET', `/boards/${board}`],
    ['DELETE', `/boards/${board}`],
    ['POST', `/workspaces/${workspace}/members/permissions/reset`],
  ] as const) {
    const reply = await ask(path, ada, method);
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '2'], path);
    assert.deepEqual(await reply.json(), {
      code: 'SERVICE_UNAVAILABLE',
      message: 'Service unavailable',
      issues: [{ message: 'The service is busy: try again in 2 s' }],
    });
  }
});

test('however busy it is, the service says how it is, ends sessions and begins streams', async (t) => {
  const bob = await service.signUp('bob');
  beBusy(t);
  assert.equal((await ask('/health', bob)).status, 200);
  const stream = await ask(`/workspaces/${workspace}/events`, ada);
  assert.equal(stream.status, 200);
  await stream.body?.cancel();
  for (const path of ['/livez', '/readyz']) assert.equal((await fetch(service.address + path)).status, 200);
  assert.equal((await ask('/auth/sign-out', bob, 'POST')).status, 200);
});

test('reads of an account do not wait for its writes, nor does the end of a session', async () => {
  const eve = await service.signUp('eve');
  const stuck = await stuckWrites(eve, 8, 100);
  try {
    assert.equal((await ask('/users/me', eve)).status, 200);
    assert.equal((await ask('/auth/sign-out', eve, 'POST')).status, 200);
  } finally {
    stuck.end();
  }
});

test('a large body that does not arrive keeps no other account waiting, and no small body of its own', async () => {
  const [eve, bob] = [await service.signUp('late'), await service.signUp('other')];
  const stuck = await stuckWrites(eve, 4, 1024 ** 2);
  const large = `{"name":"New"${' '.repeat(500_000)}}`;
  const put = ({ token }: Person, body: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return service.raw('/users', { method: 'PUT', headers, body });
  };
  try {
    assert.equal((await put(bob, large)).status, 200);
    assert.equal((await put(eve, '{"name":"New"}')).status, 200);
  } finally {
    stuck.end();
  }
  assert.equal((await put(eve, large)).status, 200, 'what has gone away has given its room back');
});

test('what waits for others than our database has room of its own; few things are always answered', () => {
  const classOf = new Map(operations.map((each) => [each.id, workClassOf(each)]));
  const of = (name: string | undefined) => operations.filter(({ id }) => classOf.get(id) === name);
  assert.deepEqual(
    of(undefined).map(({ id }) => id),
    [
      'signOut',
      'endOtherSessions',
      'endSession',
      'getQuestion',
      'uploadFile',
      'downloadAttachment',
      'followNotifications',
      'followWorkspace',
      'listChanges',
      'downloadExport',
      'getHealth',
    ],
  );
  for (const { id } of [
    api.integrations.connect,
    api.webhooks.test,
    api.imports.codehostProjects,
    api.openid.authorize,
  ]) {
    assert.equal(classOf.get(id), 'outside', id);
  }
});

test('who goes away before it is known who they are takes no turn from their account', async (t) => {
  const eve = await service.signUp('fleeing');
  const first = service.db.first.bind(service.db);
  const gate = Promise.withResolvers<void>();
  const held = t.mock.method(service.db, 'first', async (...asked: Parameters<typeof first>) => {
    await gate.promise;
    return first(...asked);
  });
  const stuck = await stuckWrites(eve, 4, 1024 ** 2);
  await until(() => held.mock.callCount() === 4);
  stuck.end();
  await pause(200);
  gate.resolve();
  await pause(50);
  held.mock.restore();
  const headers = { authorization: `Bearer ${eve.token}`, 'content-type': 'application/json' };
  const body = `{"name":"New"${' '.repeat(500_000)}}`;
  const signal = AbortSignal.timeout(20_000);
  assert.equal((await service.raw('/users', { method: 'PUT', headers, body, signal })).status, 200);
});
