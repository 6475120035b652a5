import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { api } from '../../../contract/api.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { addComment, startNode, startWriter, tally, untrue } from '../testing/nodes.ts';
import { type TestService, testService } from '../testing/service.ts';

/* Several nodes that share nothing but one PostgreSQL. */

const skip = engine === 'sqlite' && 'it takes PostgreSQL';

/** Nodes on an empty database, with a card for each. */
async function cluster(count: number) {
  const database = await testDatabase();
  const here = await testService({}, {}, database);
  const ada = await here.signUp('ada');
  const { lists } = await makeBoard(ada);
  const cards = await Promise.all(Array.from({ length: count }, () => makeCard(ada, nth(lists, 0))));
  const place = { dataDir: database.dataDir, databaseUrl: database.databaseUrl ?? '' };
  const nodes = await Promise.all(cards.map(() => startNode(place)));
  after(() => database.remove());
  const stored = () => database.sql<{ comment: string }>('select comment from comments');
  const write = (turn: number) =>
    startWriter({ node: nth(nodes, turn % count), token: ada.token, card: nth(cards, turn % count) });
  return { database, ada, cards, nodes, stored, write };
}

test('a node that is killed and one that is stopped cost the others nothing, and nobody a change', {
  skip,
}, async (t) => {
  const { nodes, stored, write } = await cluster(4);
  const [killed, stopped] = [nth(nodes, 0), nth(nodes, 1)];
  const writers = Array.from({ length: 16 }, (_, turn) => write(turn));
  const of = (turn: number) =>
    writers.flatMap((writer, each) => (each % 4 === turn ? [...writer.outcomes] : []));
  const written = () => writers.every(({ outcomes }) => outcomes.length > 10);
  await until(written);
  await killed.kill();
  await pause(200);
  assert.equal(await stopped.stop(), 0, stopped.log());
  const before = of(2).length + of(3).length;
  await until(() => of(2).length + of(3).length > before + 100);
  await Promise.all(writers.map((writer) => writer.stop()));

  for (const turn of [2, 3]) assert.deepEqual(Object.keys(tally(of(turn))), ['200'], 'a surviving node');
  assert.deepEqual(
    Object.keys(tally(of(1))).sort(),
    ['200', 'broken'],
    'the stopped one answers or does not listen',
  );
  const all = [0, 1, 2, 3].flatMap(of);
  assert.deepEqual(untrue(all, await stored()), []);
  assert.deepEqual(
    nodes.map((node) => node.log()),
    ['', '', '', ''],
  );
  t.diagnostic(`${JSON.stringify(tally(all))} of 16 clients`);
});

test('a node that is stopped answers what it has begun, and is not ready for more', { skip }, async () => {
  const { nodes, cards, ada, database, stored } = await cluster(2);
  const [node, card] = [nth(nodes, 0), nth(cards, 0)];
  const holder = new pg.Client({ connectionString: database.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select id from cards where id = '${card}' for update`);
  const waiting = addComment(node, ada.token, card, 'begun before');
  const blocked = `select 1 as found from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await database.sql(blocked)).length > 0);
  const ended = node.stop();
  await until(async () => (await fetch(`${node.address}/readyz`).catch(() => undefined))?.status !== 200);
  await holder.query('commit');
  await holder.end();
  assert.equal((await waiting).status, 200);
  assert.equal(await ended, 0, node.log());
  assert.deepEqual(await stored(), [{ comment: 'begun before' }]);
});

/** Two nodes in this process, on one database. */
async function pair(): Promise<[TestService, TestService]> {
  const database = await testDatabase();
  const nodes: [TestService, TestService] = [
    await testService({}, {}, database),
    await testService({}, {}, database),
  ];
  after(() => database.remove());
  return nodes;
}

test('who signs out on one node is signed out on every other', { skip }, async () => {
  const [first, second] = await pair();
  const ada = await first.signUp('ada');
  const there = second.caller(ada.token);
  assert.equal((await there.call(api.users.me, {})).id, ada.id);
  await ada.call(api.auth.signOut, {});
  await there.refused(401, api.users.me, {});
});

test('a permission that changes on one node has changed on every other', { skip }, async () => {
  const [first, second] = await pair();
  const ada = await first.signUp('ada');
  const bob = await first.signUp('bob');
  const { workspace, lists } = await makeBoard(ada);
  const member = await addMember(first, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0));
  const there = second.caller(bob.token);
  const rename = { params: { cardPublicId: card }, body: { title: 'Renamed' } };
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await there.call(api.cards.update, rename);
  await ada.call(api.members.revoke, { params, body: { permission: 'card:edit' } });
  await there.refused(403, api.cards.update, rename);
  await ada.call(api.members.grant, { params, body: { permission: 'card:edit' } });
  await there.call(api.cards.update, rename);
  await ada.call(api.members.remove, { params });
  await there.refused(403, api.cards.get, { params: { cardPublicId: card } });
});

test('a new password on one node ends the sessions on every other', { skip }, async () => {
  const [first, second] = await pair();
  const ada = await first.signUp('ada');
  const { token } = await second.caller().call(api.auth.signIn, {
    body: { email: ada.email, password: 'password of ada' },
  });
  await ada.call(api.users.changePassword, {
    body: { currentPassword: 'password of ada', newPassword: 'another password' },
  });
  await second.caller(token).refused(401, api.users.me, {});
});
