import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { api } from '../../../../../contract/api.ts';
import { engine, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { testService } from '../../../testing/service.ts';
import { makeThings } from '../../../testing/things.ts';
import { Unusable } from '../migrate.ts';
import { type DatabaseLocation, databaseFile, openDatabase, openEngine } from '../open.ts';
import { copyDatabase, NoCopy } from './copy.ts';
import { copiedTables } from './tables.ts';

const source = await testService();
const ada = await source.signUp('ada');
const things = await makeThings(source, ada, await source.signUp('bob'));
await ada.call(api.boards.update, { params: { boardPublicId: things.board }, body: { favorite: true } });
const key = await ada.call(api.users.createApiKey, { body: { name: 'a key' } });
// More than one batch, and text of every kind.
await source.sql(`insert into checklist_items (workspace_id, id, checklist_id, title, completed, position, created_at)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200)
  select '${things.workspace}', 'item' || i, '${things.checklist}', '日本語 "''\\ 🎈' || i, i % 2, 'b' || i, i from n`);
await source.sql(
  "insert into users (id, email, name, created_at) values ('early', 'early@example.com', null, -1)",
);

const from = openEngine(source.config);
after(() => from.close());

/** A location for an empty embedded database. */
function emptyFolder(): DatabaseLocation {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-copy-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  return { databaseUrl: undefined, dataDir };
}

/** Removed after the services that use them. */
const toRemove: TestDatabase[] = [];
after(async () => {
  for (const database of toRemove) await database.remove();
});

/** A location for an empty database of this run's engine. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  toRemove.push(database);
  return database;
}

/** Copies one database to another; returns the number of rows. */
async function copy(original: DatabaseLocation, target: DatabaseLocation): Promise<number> {
  const [a, b] = [openEngine(original), openEngine(target)];
  try {
    return await copyDatabase(a, b);
  } finally {
    await a.close();
    await b.close();
  }
}

/** All rows of an embedded database, except those that triggers and copies write. */
function contentOf({ dataDir }: DatabaseLocation): Record<string, unknown[]> {
  const db = new Sqlite(join(dataDir, databaseFile), { readonly: true });
  try {
    return Object.fromEntries(
      copiedTables().map(({ name, key: order }) => [
        name,
        db.prepare(`select * from ${name} order by ${order.join()}`).all(),
      ]),
    );
  } finally {
    db.close();
  }
}

test('every table is copied, or is filled by triggers, or forgotten at once', async () => {
  const tables = await source.sql<{ name: string }>(
    engine === 'sqlite'
      ? "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'"
      : "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const names = tables.map(({ name }) => name).filter((name) => name !== 'migrations');
  const copied = copiedTables().map(({ name }) => name);
  // Nodes and sizes are those of the service that runs: it tells of the former each minute, and counts the latter again each day.
  const others = ['card_blocks', 'field_values', 'nodes', 'presences', 'search_texts', 'workspace_sizes'];
  assert.deepEqual(names.filter((name) => !copied.includes(name)).sort(), others);
});

test('a copy through both engines is the same in the end', async () => {
  const [first, between, last] = [emptyFolder(), await emptyDatabase(), emptyFolder()];
  const rows = await copy(source.config, first);
  assert.equal(await copy(first, between), rows);
  assert.equal(await copy(between, last), rows);
  const content = contentOf(first);
  assert.ok(rows > 1200);
  assert.equal(content.checklist_items?.length, 1201);
  assert.deepEqual(contentOf(last), content);

  // A service on the intermediate copy sends the same replies, and continues the numbering.
  copyFileSync(join(source.config.dataDir, 'secret.key'), join(between.dataDir, 'secret.key'));
  const copied = await testService({}, {}, between);
  const person = copied.caller(ada.token);
  const params = { cardPublicId: things.card };
  const whole = await ada.call(api.cards.get, { params });
  const again = await person.call(api.cards.get, { params });
  // File addresses are signed anew every time.
  const unsigned = ({ attachments, ...card }: typeof whole) => ({
    ...card,
    attachments: attachments.map(({ publicId }) => publicId),
  });
  assert.deepEqual(unsigned(again), unsigned(whole));
  assert.deepEqual(
    await person.call(api.boards.get, { params: { boardPublicId: things.board }, query: {} }),
    await ada.call(api.boards.get, { params: { boardPublicId: things.board }, query: {} }),
  );
  const next = await person.call(api.users.createApiKey, { body: { name: 'next' } });
  assert.ok(next.id > key.id);
  const renamed = () => person.call(api.cards.update, { params, body: { title: 'Renamed in the copy' } });
  assert.deepEqual(await copied.recorded(renamed), ['card.updated.title'], 'the log continues');
});

test('a target that holds something is refused and left alone', async () => {
  const target = emptyFolder();
  await copy(source.config, target);
  const before = contentOf(target);
  await assert.rejects(copy(source.config, target), /the target is not empty: it has users/);
  assert.deepEqual(contentOf(target), before);
  await (await openDatabase(target)).close();
});

test('a copy that breaks off serves nobody, and is gone on with', async () => {
  const target = await emptyDatabase();
  const to = openEngine(target);
  after(() => to.close());
  const stopAt = (table: string, rows: number) => (name: string, copied: number) => {
    if (name === table && copied >= rows) throw new Error('the power failed');
  };
  await assert.rejects(copyDatabase(from, to, stopAt('checklist_items', 500)), /the power failed/);
  await assert.rejects(openDatabase(target), Unusable);
  await assert.rejects(copyDatabase(from, to, stopAt('webhook_deliveries', 1)), /the power failed/);
  const told: string[] = [];
  await copyDatabase(from, to, (table, rows) => told.push(`${table} ${rows}`));
  assert.ok(told.includes('checklist_items 0'), 'what is there is not copied again');
  await (await openDatabase(target)).close();
});

test('a copy that differs is refused', async () => {
  const target = await emptyDatabase();
  const to = openEngine(target);
  after(() => to.close());
  const lose = (table: string, _rows: number, done: boolean) => {
    if (table === 'sessions' && done) throw new Error('stop');
  };
  await assert.rejects(copyDatabase(from, to, lose), /stop/);
  await to.alone(async (run) => void (await run("update users set name = 'Eve' where name = 'ada'")));
  await assert.rejects(copyDatabase(from, to), (error: Error) => {
    assert.ok(error instanceof NoCopy);
    assert.match(error.message, /^users differs in the copy/);
    return true;
  });
  await assert.rejects(openDatabase(target), Unusable);
});
