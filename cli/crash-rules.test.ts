import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { engine, testDatabase } from '../server/src/testing/database.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { type Node, startNode } from '../server/src/testing/nodes.ts';

/*
 * Kills nodes (one of two on PostgreSQL, the only one on SQLite) while rules run, and lets them look again: each cause lets each
 * rule run once. `RULE_CRASHES` kills more often.
 */
const crashes = Number(process.env.RULE_CRASHES ?? 3);

/** Cards that are completed before each crash. */
const some = 25;

const database = await testDatabase({ migrated: true });
const nodes: Node[] = [];
const start = async (): Promise<void> => {
  const { dataDir, databaseUrl } = database;
  nodes.push(await startNode({ dataDir, databaseUrl: databaseUrl || undefined }));
};
after(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await database.remove();
});

const at = (node: Node, token?: string): Client => createClient({ baseUrl: `${node.address}/api/v1`, token });
const count = async (from: string): Promise<number> =>
  Number((await database.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

test('rules run once for each cause, whichever nodes die', async () => {
  for (let node = 0; node < (engine === 'sqlite' ? 1 : 2); node++) await start();
  const body = { email: 'ada@example.com', password: 'correct horse battery', name: 'ada' };
  const { token } = await at(nth(nodes, 0)).call(api.auth.signUp, { body });
  const ada = () => at(nth(nodes, 0), token);
  const { publicId: workspace } = await ada().call(api.workspaces.create, { body: { name: 'Crash' } });
  const params = { workspacePublicId: workspace };
  const lists = ['To do', 'Done'];
  const { publicId: board } = await ada().call(api.boards.create, { params, body: { name: 'Board', lists } });
  const [made] = await ada().call(api.boards.list, { params });
  const [todo = '', done = ''] = made?.lists.map(({ publicId }) => publicId) ?? [];
  const onBoard = { params: { boardPublicId: board } };
  await ada().call(api.rules.create, {
    ...onBoard,
    body: {
      name: 'To Done',
      when: { type: 'completed' },
      then: [
        { type: 'move', listPublicId: done },
        { type: 'comment', text: 'done' },
      ],
    },
  });
  await ada().call(api.rules.create, {
    ...onBoard,
    body: {
      name: 'Tells',
      when: { type: 'moved', listPublicId: done },
      then: [
        { type: 'comment', text: 'moved' },
        { type: 'sort-list', listPublicId: done, by: '-number' },
      ],
    },
  });
  for (let crash = 0; crash < crashes; crash++) {
    const open: string[] = [];
    for (let n = 0; n < some; n++) {
      const body = { title: `${crash} ${n}`, listPublicId: todo };
      open.push((await ada().call(api.cards.create, { body })).publicId);
    }
    const operations = open.map((cardPublicId) => ({
      type: 'change' as const,
      cardPublicId,
      completed: true,
    }));
    await ada().call(api.cards.bulk, { body: { operations } });
    const before = await count(`comments where comment = 'done'`);
    await until(async () => (await count(`comments where comment = 'done'`)) > before + crash);
    await nth(nodes, 0).kill();
    nodes.shift();
    await start();
    nodes.reverse();
  }
  const all = crashes * some;
  await until(async () => (await count(`comments where comment = 'moved'`)) >= all);
  // Whoever would run something again has had the time to look.
  await pause(2500);
  for (const comment of ['done', 'moved'])
    assert.deepEqual(
      await database.sql(`select count(*) as count from comments where comment = '${comment}' group by card_id
        having count(*) <> 1`),
      [],
      comment,
    );
  assert.equal(await count(`comments where comment = 'done'`), all);
  assert.equal(await count(`cards where list_id = '${done}'`), all);
  assert.equal(await count(`rule_runs where state <> 'done'`), 0);
  const inDone = await database.sql<{ number: number }>(
    `select number from cards where list_id = '${done}' order by position`,
  );
  const numbers = inDone.map(({ number }) => Number(number));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
    'the last of them has left the list in order',
  );
});
