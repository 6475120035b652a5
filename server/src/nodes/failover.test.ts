import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { errors } from '../../../contract/errors.ts';
import { type Postgres, startPostgres } from '../../../tools/postgres.ts';
import { engine } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import {
  addComment,
  type Node,
  type Outcome,
  startNode,
  startWriter,
  tally,
  untrue,
} from '../testing/nodes.ts';

/* PostgreSQL stops under load and comes back, or another server replaces it. Each test has its own servers. */

const skip = engine === 'sqlite' && 'it takes PostgreSQL';

async function server(options: Parameters<typeof startPostgres>[0] = {}): Promise<Postgres> {
  const postgres = await startPostgres(options);
  after(() => postgres.remove());
  return postgres;
}

/** Nodes on the servers in an address, and an account with a card for each node. */
async function nodesOn(databaseUrl: string, count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-nodes-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode({ databaseUrl, dataDir })));
  const baseUrl = `${nodes[0]?.address}/api/v1`;
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'password of ada' },
  });
  const ada = createClient({ baseUrl, token });
  const { publicId: workspace } = await ada.call(api.workspaces.create, { body: { name: 'Nodes' } });
  const params = { workspacePublicId: workspace };
  await ada.call(api.boards.create, { params, body: { name: 'Board', lists: ['To do'] } });
  const [board] = await ada.call(api.boards.list, { params });
  const targets = await Promise.all(
    nodes.map(async (node) => {
      const body = { title: 'Card', listPublicId: board?.lists[0]?.publicId ?? '' };
      return { node, token, card: (await ada.call(api.cards.create, { body })).publicId };
    }),
  );
  return { nodes, targets, token };
}

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Makes commits wait for replicas with these names. Restarts all sessions, so that it applies to each. */
async function waitForReplicas(primary: Postgres, names: string): Promise<void> {
  await ask(primary.url, `alter system set synchronous_standby_names = '${names}'`);
  await primary.stop();
  await primary.start();
}

const comments = (url: string) => ask<{ comment: string }>(url, 'select comment from comments');

/** Checks the replies without a database: 503 in the usual shape of errors, with a time to retry. */
function assertUnavailable(outcomes: readonly Outcome[]): void {
  const refused = outcomes.filter(({ status }) => status !== 200);
  assert.deepEqual(Object.keys(tally(refused)), ['503']);
  for (const { body } of refused) assert.deepEqual(body, { ...errors[503], issues: [] });
}

const readiness = async (node: Node) => (await fetch(`${node.address}/readyz`)).status;

for (const [how, end] of [
  ['is restarted', (postgres: Postgres) => postgres.stop()],
  ['crashes', (postgres: Postgres) => postgres.kill()],
] as const) {
  test(`PostgreSQL ${how} under load: 503 until it is back, and the next request works`, {
    skip,
  }, async (t) => {
    const postgres = await server();
    const { nodes, targets, token } = await nodesOn(postgres.url, 2);
    const writers = [...targets, ...targets, ...targets, ...targets].map(startWriter);
    const reached = (count: number, status: number) => () =>
      writers.every(({ outcomes }) => outcomes.filter((each) => each.status === status).length >= count);
    await until(reached(10, 200));
    await end(postgres);
    await until(reached(3, 503));
    for (const node of nodes) await until(async () => (await readiness(node)) === 503);
    await postgres.start();
    for (const { node, card } of targets) {
      assert.equal((await addComment(node, token, card, 'the first one')).status, 200);
    }
    await until(reached(20, 200));
    for (const node of nodes) await until(async () => (await readiness(node)) === 200);
    await Promise.all(writers.map((writer) => writer.stop()));
    const all = writers.flatMap(({ outcomes }) => [...outcomes]);
    assertUnavailable(all);
    assert.deepEqual(untrue(all, await comments(postgres.url)), []);
    t.diagnostic(JSON.stringify(tally(all)));
  });
}

test('a replica takes the place of its primary: nodes go on, and nothing acknowledged is lost', {
  skip,
}, async (t) => {
  const primary = await server();
  const replica = await server({ replicaOf: primary });
  await waitForReplicas(primary, '*');
  await until(async () => {
    const [sender] = await ask(primary.url, `select 1 from pg_stat_replication where sync_state = 'sync'`);
    return sender !== undefined;
  });
  const both = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/postgres?target_session_attrs=read-write`;
  const { nodes, targets, token } = await nodesOn(both, 2);
  const writers = [...targets, ...targets, ...targets, ...targets].map(startWriter);
  const reached = (count: number, status: number) => () =>
    writers.every(({ outcomes }) => outcomes.filter((each) => each.status === status).length >= count);
  await until(reached(10, 200));
  await primary.kill();
  await until(reached(3, 503));
  await ask(replica.url, 'select pg_promote()');
  for (const { node, card } of targets) {
    assert.equal((await addComment(node, token, card, 'on the replica')).status, 200);
  }
  await until(reached(20, 200));
  await Promise.all(writers.map((writer) => writer.stop()));
  const all = writers.flatMap(({ outcomes }) => [...outcomes]);
  assertUnavailable(all);
  assert.deepEqual(untrue(all, await comments(replica.url)), []);
  for (const node of nodes) assert.equal(await readiness(node), 200);
  t.diagnostic(JSON.stringify(tally(all)));
});

test('a change that the replica does not have is not acknowledged', { skip }, async () => {
  const primary = await server();
  const { targets, token } = await nodesOn(primary.url, 1);
  await waitForReplicas(primary, 'absent');
  const [target] = targets;
  assert.ok(target);
  let outcome: Outcome | undefined;
  const waiting = addComment(target.node, token, target.card, 'on the primary only').then((ended) => {
    outcome = ended;
  });
  // PostgreSQL reports success if the wait is cancelled. What the node does by itself waits as well, and may have begun before.
  const giveUp = `select pg_cancel_backend(pid) as done from pg_stat_activity where wait_event = 'SyncRep'`;
  await until(async () => {
    await ask(primary.url, giveUp);
    return outcome !== undefined;
  });
  await waiting;
  assert.equal(outcome?.status, 503);
  assert.deepEqual(await comments(primary.url), [{ comment: 'on the primary only' }]);
});
