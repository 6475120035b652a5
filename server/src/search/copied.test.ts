import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { copyDatabase } from '../base/db/copy/copy.ts';
import { type DatabaseLocation, openEngine } from '../base/db/open.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';
import { indexAll } from './jobs.ts';

/* A search finds the same in a database copy, although the copy inserts all boards, then all cards, then all comments. */

const source = await testService();
const ada = await source.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);
const card = await makeCard(ada, list, { title: 'commented' });

const numbers = (count: number) =>
  engine === 'sqlite'
    ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) n`
    : `generate_series(1, ${count}) n (i)`;
// Ids are ordered by time, and so are the numbers of texts: first comments, then titles, then others.
await source.sql(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at)
  select '${made.workspace}', 'y-comment' || (1000 + i), '${card}', 'needle', '${ada.id}', i from ${numbers(300)}`);
for (const [title, first] of [
  ['needle', 0],
  ['hay', 10],
] as const) {
  await source.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, position, created_by,
      created_at)
    select '${made.workspace}', 'z-card' || (1000 + ${first} + i), '${made.board}', '${list}', 100 + ${first} + i,
      '${title}', 'b' || (1000 + ${first} + i), '${ada.id}', i from ${numbers(title === 'needle' ? 10 : 200)}`);
}

async function found(service: TestService, person: Pick<Person, 'call'>) {
  await indexAll(service);
  const params = { workspacePublicId: made.workspace };
  return person.call(api.search.workspace, { params, query: { query: 'needle', limit: 50 } });
}

async function copy(from: DatabaseLocation, to: DatabaseLocation): Promise<void> {
  const engines = [openEngine(from), openEngine(to)] as const;
  try {
    await copyDatabase(...engines);
  } finally {
    for (const each of engines) await each.close();
  }
}

test('a search finds the same in a copy, on either engine', async () => {
  const original = await found(source, ada);
  assert.deepEqual(
    original.map(({ title }) => title),
    [...Array.from({ length: 10 }, () => 'needle'), 'commented'],
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-copied-'));
  const target = await testDatabase();
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const onSqlite = { databaseUrl: undefined, dataDir };
  await copy(source.config, onSqlite);
  await copy(onSqlite, target);
  copyFileSync(join(source.config.dataDir, 'secret.key'), join(target.dataDir, 'secret.key'));
  const copied = await testService({}, {}, target);
  after(() => target.remove());
  assert.deepEqual(await found(copied, copied.caller(ada.token)), original);
});
