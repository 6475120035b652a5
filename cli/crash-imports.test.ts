import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../contract/api.ts';
import { addressOf } from '../contract/client.ts';
import { engine } from '../server/src/testing/database.ts';
import { filesOf, until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { killableNodes } from '../server/src/testing/killable-nodes.ts';

/*
 * Whoever writes an import is killed while it does; on PostgreSQL there are two who may. The board is whole or not there,
 * and there once in the end. `npm run test:crash` kills ten times; `npm test` a few times.
 */
const crashes = Number(process.env.CRASHES ?? 2);
const cards = 500;

const { database, nodes, startAll, killAll, at } = await killableNodes();

/** As if the time of all claims were over; where one node has the database to itself, it sees to that as it starts. */
async function endClaims(): Promise<void> {
  if (engine === 'postgres') await database.sql('update imports set due_at = 1 where due_at > 1');
}

const file = JSON.stringify({
  name: 'House',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  labels: [{ id: 'b1', name: 'urgent', color: 'red' }],
  cards: Array.from({ length: cards }, (_, n) => ({
    id: `c${n}`,
    name: `Card ${n}`,
    idList: 'l1',
    pos: n,
    idLabels: ['b1'],
  })),
  checklists: Array.from({ length: cards }, (_, n) => ({
    id: `k${n}`,
    idCard: `c${n}`,
    name: 'Steps',
    checkItems: [{ name: 'first', state: 'complete' }],
  })),
});

test(`${crashes} crashes leave boards that are whole or not there, and all are imported, each once`, async () => {
  const { token } = await at(nth(nodes, 0)).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const ada = () => at(nth(nodes, 0), token);
  const { publicId: workspacePublicId } = await ada().call(api.workspaces.create, {
    body: { name: 'Crash' },
  });
  const boards = () => ada().call(api.boards.list, { params: { workspacePublicId } });

  let hits = 0;
  for (let crash = 0; hits < crashes; crash++) {
    const query = { workspacePublicId, format: 'boardtool-json' } as const;
    const sent = await fetch(`${nth(nodes, 0).address}/api/v1${addressOf(api.imports.upload, {}, query)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: file,
    });
    const { importPublicId } = (await sent.json()) as { importPublicId: string };
    const now = () => ada().call(api.imports.get, { params: { importPublicId } });
    // In the middle of the writing, and at another point of it each time.
    const enough = 1 + ((crash * 199) % (cards / 3));
    await until(async () => (await now()).done >= enough);
    const seen = await boards();
    await killAll();
    const [cut] = await database.sql<{ state: string; board_id: string }>(
      `select state, board_id from imports where id = '${importPublicId}'`,
    );
    const isHit = cut?.state === 'running';
    if (isHit) hits++;
    if (isHit) assert.deepEqual(seen, [], 'nothing is seen of what is being written');
    await endClaims();
    await startAll();
    // One of two nodes may have imported all of it anew while the other one started.
    const givenUp = (await boards()).filter(({ publicId }) => publicId === cut?.board_id);
    if (isHit) assert.deepEqual(givenUp, [], 'nothing is seen of what was given up');
    await until(async () => {
      const { state } = await now();
      assert.ok(state === 'running' || state === 'waiting' || state === 'completed', state);
      return state === 'completed';
    });
    const { boardPublicId, done } = await now();
    assert.equal(done, cards);
    assert.deepEqual(
      (await boards()).map(({ publicId }) => publicId),
      [boardPublicId],
    );
    const there = await database.sql<{ title: string }>(
      `select c.title as title from cards c
      join card_labels l on l.workspace_id = c.workspace_id and l.card_id = c.id
      join checklists k on k.workspace_id = c.workspace_id and k.card_id = c.id
      join checklist_items i on i.workspace_id = c.workspace_id and i.checklist_id = k.id
      where c.board_id = '${boardPublicId}' order by c.position`,
    );
    assert.deepEqual(
      there.map(({ title }) => title),
      Array.from({ length: cards }, (_, n) => `Card ${n}`),
    );
    await until(
      () =>
        !filesOf({ config: { dataDir: database.dataDir } } as never).some((name) =>
          name.startsWith('stored/'),
        ),
    );
    await ada().call(api.boards.delete, { params: { boardPublicId: boardPublicId ?? '' } });
  }
});
