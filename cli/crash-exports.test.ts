import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { engine } from '../server/src/testing/database.ts';
import { filesIn, linesIn } from '../server/src/testing/exports.ts';
import { filesOf, until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { killableNodes } from '../server/src/testing/killable-nodes.ts';

/*
 * Kills the nodes that write an export (two on PostgreSQL). The export is either complete or absent, and is written in the
 * end. `npm run test:crash` kills ten times; `npm test` a few times.
 */
const crashes = Math.min(10, Number(process.env.CRASHES ?? 4));
const cards = 1500;

const { database, nodes, startAll, killAll, at } = await killableNodes();

/** Expires all claims. On the embedded database, the service does this itself when it starts. */
async function endClaims(): Promise<void> {
  if (engine === 'postgres') await database.sql('update exports set due_at = 1 where due_at > 1');
}

test(`${crashes} crashes leave exports that are whole or not there, and all are written`, async () => {
  const { token, user } = await at(nth(nodes, 0)).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const ada = () => at(nth(nodes, 0), token);
  const { publicId: workspacePublicId } = await ada().call(api.workspaces.create, {
    body: { name: 'Crash' },
  });
  const { publicId: board } = await ada().call(api.boards.create, {
    params: { workspacePublicId },
    body: { name: 'Board', lists: ['To do'], labels: [] },
  });
  const [list] = await database.sql<{ id: string }>(`select id from lists where board_id = '${board}'`);
  await database.sql(`insert into cards
    (workspace_id, id, board_id, list_id, number, title, description, position, created_by, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cards})
    select '${workspacePublicId}', '${board.slice(-9)}' || (10000 + i), '${board}', '${list?.id}', i, 'Card ' || i, 'What to do',
      'a' || (10000 + i) || 'V', '${user.id}', 1 from n`);

  for (let crash = 0; crash < crashes; crash++) {
    const { exportPublicId } = await ada().call(api.exports.startBoard, {
      params: { boardPublicId: board },
      body: {},
    });
    const params = { exportPublicId };
    // At a different point of the writing each time, and sometimes after it.
    await pause((crash * 37) % 300);
    await killAll();
    await endClaims();
    await startAll();
    const now = () => ada().call(api.exports.get, { params });
    await until(async () => {
      const { state } = await now();
      assert.notEqual(state, 'failed');
      return state === 'completed';
    });
    const { url } = await now();
    const files = await filesIn(
      await fetch(nth(nodes, 0).address + (url ?? '').replace(/^.*?(?=\/api)/, '')),
    );
    const lines = linesIn(files, board);
    assert.equal(lines.filter(({ type }) => type === 'card').length, cards);
    assert.equal(lines.at(-1)?.type, 'end');
    const stored = () =>
      filesOf({ config: { dataDir: database.dataDir } } as never).filter((name) =>
        name.startsWith('stored/'),
      );
    assert.equal(stored().length, 1, 'nothing of an attempt that was cut off stays');
    await ada().call(api.exports.delete, { params });
    assert.deepEqual(stored(), []);
  }
});
