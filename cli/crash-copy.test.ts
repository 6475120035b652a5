import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { freePort } from '../tools/postgres.ts';
import { kill, startService } from './killable.ts';

const cards = 3_000;
const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-crash-copy-'));
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}/api/v1`;

const start = () => startService(dataDir, port);

/** Opens the database directly, while the service runs. */
function directly<T>(work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(join(dataDir, 'taskboard.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const countOf = (from: string): number =>
  directly(
    (db) => db.prepare<[], { count: number }>(`select count(*) as count from ${from}`).get()?.count ?? 0,
  );

test('a crash in the middle of a large copy leaves nothing to be seen, and the copy is made once by asking again', async (t) => {
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  let service = await start();
  t.after(() => service.kill('SIGKILL'));
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const client = createClient({
    baseUrl,
    token,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      if (typeof init.body === 'string' && init.body.includes('sourceBoardPublicId'))
        headers.set('idempotency-key', 'copy');
      return fetch(url, { ...init, headers });
    },
  });
  const { publicId: workspace } = await client.call(api.workspaces.create, { body: { name: 'Crash' } });
  const params = { workspacePublicId: workspace };
  const original = { name: 'Board', lists: ['To do'] };
  const { publicId: source } = await client.call(api.boards.create, { params, body: original });
  directly((db) =>
    db.exec(`insert into cards (workspace_id, id, board_id, list_id, number, title, position, created_by, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cards})
      select l.workspace_id, 'card-' || substr('00000' || i, -5), l.board_id, l.id, i, 'Card ' || i,
        'a0' || substr('00000' || i, -5) || 'V', (select id from users), 1 from n, lists l;
      update workspaces set card_counter = ${cards}`),
  );
  const copy = () =>
    client.call(api.boards.create, { params, body: { name: 'Copy', sourceBoardPublicId: source } });

  const asked = copy().catch(() => undefined);
  while (countOf('cards') < 1.2 * cards) await pause(1);
  await kill(service);
  assert.equal(await asked, undefined);
  assert.ok(countOf('cards') < 2 * cards, 'it was in the middle');

  service = await start();
  const names = async () => (await client.call(api.boards.list, { params })).map(({ name }) => name);
  assert.deepEqual(await names(), ['Board']);
  const { publicId } = await copy();
  assert.deepEqual(await copy(), { publicId, name: 'Copy' });
  assert.deepEqual(await names(), ['Board', 'Copy']);
  assert.equal(countOf(`cards where board_id = '${publicId}'`), cards);
  assert.deepEqual(
    directly((db) => db.pragma('foreign_key_check')),
    [],
  );
});
