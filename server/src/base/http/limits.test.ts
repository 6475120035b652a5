import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { type Person, testService } from '../../testing/service.ts';
import { dial, pause } from '../../testing/wire.ts';
import { minute, second } from '../clock.ts';

/** A board that exceeds the buffers of a connection. */
async function largeBoard(person: Person) {
  const made = await makeBoard(person);
  const description = 'x'.repeat(10_000);
  for (let at = 0; at < 100; at++) await makeCard(person, nth(made.lists, 0), { description });
  return made;
}

suite('5 requests a minute are allowed per account', async () => {
  const service = await testService({ RATE_LIMIT: '5' });
  service.clock.hold();
  const me = (token: string) => service.raw('/users/me', { headers: { authorization: `Bearer ${token}` } });

  test('the remaining quota is announced; beyond it requests get 429 until the announced time', async () => {
    const { token } = await service.signUp('ada');
    const first = await me(token);
    assert.equal(first.headers.get('ratelimit-policy'), '"account";q=5;w=60');
    assert.equal(first.headers.get('ratelimit'), '"account";r=4;t=12');
    for (let i = 0; i < 4; i++) assert.equal((await me(token)).status, 200);
    const refused = await me(token);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"account";r=0;t=\d+$/);
    const body = (await refused.json()) as { code: string };
    assert.equal(body.code, 'TOO_MANY_REQUESTS');
    service.clock.pass(Number(refused.headers.get('retry-after')) * second);
    assert.equal((await me(token)).status, 200);
  });

  test('the sessions and keys of an account share its requests; another account has its own', async () => {
    const eve = await service.signUp('eve');
    const { key } = await eve.call(api.users.createApiKey, { body: { name: 'key' } });
    for (let i = 0; i < 4; i++) assert.equal((await me(i % 2 === 0 ? key : eve.token)).status, 200);
    for (const token of [eve.token, key]) assert.equal((await me(token)).status, 429);
    assert.equal((await me((await service.signUp('bob')).token)).status, 200);
    service.clock.pass(minute);
  });

  test('a refused token is 401, not counted, and nothing is announced', async () => {
    for (let i = 0; i < 8; i++) {
      const response = await me('tbs_unknown');
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('ratelimit'), null);
    }
  });
});

suite('no limit is set', async () => {
  const service = await testService();

  test('requests are neither counted nor announced', async () => {
    const { token } = await service.signUp('ada');
    const response = await service.raw('/users/me', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.headers.get('ratelimit'), null);
    assert.equal(response.headers.get('ratelimit-policy'), null);
  });
});

suite('5 anonymous requests a minute are allowed per address', async () => {
  const service = await testService({ ANONYMOUS_RATE_LIMIT: '5', TRUST_PROXY: 'loopback' });
  service.clock.hold();
  const board = (address: string) =>
    service.raw('/workspaces/none-at-all/boards/none-at-all', { headers: { 'x-forwarded-for': address } });
  const statuses = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map(board))).map(({ status }) => status);

  test('an address behind a proxy is its own, and of IPv6 a /64 is one', async () => {
    const ofOne = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1'];
    assert.deepEqual(await statuses(ofOne), [404, 404, 404, 404, 404]);
    const refused = await board('192.0.2.1');
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"address";r=0;t=\d+$/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.deepEqual(await statuses(['192.0.2.2']), [404]);
    const ofNetwork = Array.from({ length: 5 }, (_, at) => `2001:db8::${at}`);
    assert.deepEqual(await statuses(ofNetwork), [404, 404, 404, 404, 404]);
    assert.deepEqual(await statuses(['2001:db8::1:2:3:4', '2001:db8:0:1::1']), [429, 404]);
  });

  test('signed-in callers and health checks are not counted', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    for (let i = 0; i < 8; i++) assert.equal((await service.raw('/health', { headers })).status, 200);
    const ada = await service.signUp('ada');
    for (let i = 0; i < 8; i++) {
      const reply = await service.raw('/users/me', {
        headers: { ...headers, authorization: `Bearer ${ada.token}` },
      });
      assert.equal(reply.status, 200);
    }
  });
});

suite('8 requests of an account run at a time', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const bob = await service.signUp('bob');

  test('all of a hundred at once are answered', async () => {
    const headers = { authorization: `Bearer ${ada.token}` };
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => service.raw('/users/me', { headers })),
    );
    assert.ok(replies.every(({ status }) => status === 200));
  });

  test('who reads none of the answers keeps nobody else waiting', async () => {
    const { board } = await largeBoard(ada);
    const sockets = Array.from({ length: 12 }, () => {
      const socket = dial(service.address).pause();
      socket.write(
        `GET /api/v1/boards/${board} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.token}\r\n\r\n`.repeat(
          4,
        ),
      );
      return socket;
    });
    await pause(500);
    const reply = await service.raw('/users/me', { headers: { authorization: `Bearer ${bob.token}` } });
    assert.equal(reply.status, 200);
    for (const socket of sockets) socket.destroy();
    const after = await service.raw('/users/me', { headers: { authorization: `Bearer ${ada.token}` } });
    assert.equal(after.status, 200, 'the turns of those who went away are free again');
  });
});
