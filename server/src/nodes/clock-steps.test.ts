import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { type MachineClock, systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { startService } from '../start.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { nth } from '../testing/fixtures.ts';
import { receiver } from '../testing/receiver.ts';

/* The clock of one machine jumps an hour forward and back while the service runs; another node has the right time. */

const [hour, second] = [3_600_000, 1_000];
const password = 'correct horse battery';

const database = await testDatabase({ migrated: true });
after(() => database.remove());

/** Time that has passed on all machines beyond real time; milliseconds. */
let passed = 0;
const pass = (ms: number) => {
  passed += ms;
};

/** A machine whose clock is off by `state.step`. */
function machine() {
  const state = { step: 0 };
  const clock: MachineClock = {
    wall: () => Date.now() + passed + state.step,
    elapsed: () => performance.now() + passed,
  };
  return { state, clock };
}

async function startOn(clock: MachineClock) {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: database.dataDir,
    RATE_LIMIT: '60',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  });
  return startService(
    { ...config, databaseUrl: database.databaseUrl },
    { clock: systemClock(clock), timers: false, random: () => 0 },
  );
}

const at = ({ address }: { address: string }, token?: string) =>
  createClient({ baseUrl: `${address}/api/v1`, token });

test('work continues after steps of the clock, and times are in the future no longer than needed', async () => {
  const wrong = machine();
  const first = await startOn(wrong.clock);
  const replies = [500, 500, 200];
  const hook = await receiver((response) => void response.writeHead(replies.shift() ?? 200).end());
  const { token } = await at(first).call(api.auth.signUp, { body: { email: 'ada@example.com', password } });
  const ada = at(first, token);
  const { publicId: workspacePublicId } = await ada.call(api.workspaces.create, { body: { name: 'Clocks' } });
  const params = { workspacePublicId };
  const content = { name: 'Board', lists: ['To do'], labels: [] };
  await ada.call(api.boards.create, { params, body: content });
  const [board] = await ada.call(api.boards.list, { params });
  const listPublicId = nth(board?.lists ?? [], 0).publicId;
  const { url } = hook;
  await ada.call(api.webhooks.create, { params, body: { name: 'Chat', url, events: ['card.created'] } });
  const deliver = async (service = first) => {
    await service.jobs.run('webhooks');
    await service.sender.idle();
  };
  const signedAt = () => Number(hook.received.at(-1)?.headers['webhook-timestamp']) * 1000;
  const isNear = (a: number, b: number) => assert.ok(Math.abs(a - b) < 30 * second, `${a} and ${b}`);

  wrong.state.step = hour;
  const { publicId: cardPublicId } = await ada.call(api.cards.create, {
    body: { title: 'Told', listPublicId },
  });
  await deliver();
  assert.equal(hook.received.length, 1);
  isNear(signedAt(), wrong.clock.wall());

  // A lease of a minute that another node holds.
  const ofFile = { workspacePublicId, format: 'csv' as const, content: 'Title,List\nRoof,House\n' };
  const { importPublicId } = await ada.call(api.imports.file, { query: { async: true }, body: ofFile });
  const lease = first.clock.now() + 60_000_000;
  await database.sql(
    `update imports set state = 'running', attempts = 1, due_at = ${lease} where id = '${importPublicId}'`,
  );
  const stateOf = async () => (await ada.call(api.imports.get, { params: { importPublicId } })).state;

  wrong.state.step = 0;
  pass(11 * second);
  await deliver();
  assert.equal(hook.received.length, 2, 'it is tried again');
  isNear(signedAt(), wrong.clock.wall());
  await first.jobs.run('imports');
  assert.equal(await stateOf(), 'running', 'a lease does not end at once');
  pass(121 * second);
  await first.jobs.run('imports');
  assert.equal(await stateOf(), 'completed', 'nor does it last an hour');
  pass(660 * second);
  await deliver();
  assert.deepEqual([hook.received.length, replies.length], [3, 0]);

  const readMe = () =>
    ada.call(api.users.me).then(
      () => 200,
      ({ status }) => status as number,
    );
  for (let n = 0; n < 70 && (await readMe()) === 200; n++);
  assert.equal(await readMe(), 429);
  pass(2 * second);
  assert.equal(await readMe(), 200, 'a limit recovers');

  const feed = async (client: typeof ada, card: string) => {
    const params = { cardPublicId: card };
    const { activities } = await client.call(api.activities.list, { params, query: { limit: 50 } });
    return activities.map(({ createdAt }) => createdAt);
  };
  /** Creates a card, and comments on another one; returns the new card's reported creation time. */
  const create = async (client = ada) => {
    await client.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'When?' } });
    const { publicId } = await client.call(api.cards.create, { body: { title: 'New', listPublicId } });
    return Date.parse(nth(await feed(client, publicId), 0));
  };
  pass(60 * second);
  const early = await create();
  assert.ok(early - wrong.clock.wall() < hour && early > wrong.clock.wall() + hour / 2);
  // Another node on PostgreSQL, or the next service on the files.
  if (engine === 'sqlite') await first.close();
  const second_ = await startOn(machine().clock);
  isNear(await create(at(second_, token)), wrong.clock.wall());
  pass(2 * hour);
  if (engine === 'postgres') isNear(await create(), wrong.clock.wall());
  isNear(await create(at(second_, token)), wrong.clock.wall());
  const times = await feed(at(second_, token), cardPublicId);
  assert.equal(new Set(times).size, times.length);
  assert.deepEqual(times, times.toSorted().reverse(), 'newest first');
  if (engine === 'postgres') await first.close();
  await second_.close();
});
