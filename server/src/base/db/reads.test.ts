import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import '../../start.ts';
import { engine, testDatabase } from '../../testing/database.ts';
import { exampleParameters } from '../../testing/reads/example-parameters.ts';
import { fill } from '../../testing/reads/full-database.ts';
import { postgresReads, refused } from '../../testing/reads/postgres-reads.ts';
import { sqliteReads } from '../../testing/reads/sqlite-reads.ts';
import { databaseFile, openDatabase } from './open.ts';
import { openPool } from './pool.ts';
import { type Compiled, statements } from './query.ts';
import type { Table } from './table.ts';

/*
 * Runs every statement of the service in a workspace of 100 000 cards, with and without statistics. Each must read few
 * rows (of one card, board or page), and must not be replanned at each run.
 */

/**
 * Max work of a statement: virtual machine steps on SQLite, several per row; on PostgreSQL rows plus a tenth of the
 * pages. A statement that reads all of a workspace's rows in a table exceeds it.
 */
const most = engine === 'sqlite' ? 120_000 : 15_000;

/** Statements that read more, with the reason. */
const walkers: Record<string, string> = {
  'backup.knownFiles': 'a backup has all of them',
  'backup.knownPreviews': 'the same',
  'idempotency_keys.releaseAll': 'it runs once, when the only node starts',
  'workspaces.bytes': 'a sum over an index, for uploads where there is a quota',
  'workspace_sizes.bytes': 'the same, once a day',
};

/** Statements that read more on PostgreSQL before ANALYZE: it estimates a workspace's share as a two-hundredth of each table. */
const untilAnalyzed = new Set([
  // All imports of a month, few of which are open.
  'imports.open',
]);

const root = join(import.meta.dirname, '..', '..');
const files = globSync('{base,data}/*/tables.ts', { cwd: root }).map((file) => join(root, file));
const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
const tables = modules
  .flatMap((module) => Object.values<Table>(module))
  .filter(({ name }) => name !== 'installation');

const database = await testDatabase();
const service = await openDatabase(database);
await service.close();
const reads = await (database.databaseUrl === undefined
  ? filledSqlite()
  : filledPostgres(database.databaseUrl));
after(async () => {
  await reads.close();
  await database.remove();
});

const parametersOf = exampleParameters(tables);

/** The statements of the service, without those of tests that ran earlier in this process. */
const ours = () => [...statements].filter(([name]) => !name.startsWith('test.'));

/** Returns the statements that read too much. */
async function breaches(except: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, statement] of ours()) {
    if (name in walkers || except.has(name)) continue;
    const compiled = statement.for(engine);
    const read = await reads.run(compiled, compiled.bind(parametersOf(name))).catch((cause) => {
      throw new Error(`${name} cannot be run`, { cause });
    });
    if (read > most) found.push(`${name}: ${Math.round(read)}`);
  }
  return found;
}

test('few rows are read where nothing is known of the tables', async () => {
  assert.deepEqual(await breaches(engine === 'sqlite' ? new Set() : untilAnalyzed), []);
});

test('few rows are read with statistics', async () => {
  await reads.analyze();
  assert.deepEqual(await breaches(new Set()), []);
});

const onPostgres = engine === 'sqlite' && 'of SQLite, each run above has counted that';

test('no statement is planned each time it runs', { skip: onPostgres }, async () => {
  const empty = await testDatabase({ migrated: true });
  const pool = openPool(empty.databaseUrl ?? '', { size: 1, preparedStatements: 'auto' });
  after(async () => {
    await pool.close();
    await empty.remove();
  });
  // PostgreSQL plans the first five runs for the bound values, then compares the cost with a generic plan.
  const runs = 7;
  await pool.use(async (connection) => {
    await connection.query({ text: 'set session_replication_role = replica' });
    for (const [name, statement] of ours()) {
      const compiled = statement.for(engine);
      const values = compiled.bind(parametersOf(name));
      for (let run = 0; run < runs; run++) {
        await connection.query({ text: 'begin' });
        // A refused statement has still been planned.
        await connection.query({ name, text: compiled.sql, values }).catch(refused);
        await connection.query({ text: 'rollback' });
      }
    }
    const text = 'select name, generic_plans as kept, custom_plans as anew from pg_prepared_statements';
    const planned = await connection.query({ text });
    assert.equal(planned.length, ours().length);
    assert.deepEqual(
      planned.filter(({ kept, anew }) => Number(kept) !== runs || Number(anew) > 0),
      [],
    );
  });
});

/** Statements that must fail, by their fault. */
const planted: Record<string, string> = {
  'a scan of a table': `select count(*) as n from comments where comment = 'x'`,
  'all that a workspace has': `select count(*) as n from comments where workspace_id = 'workspace0000000' and comment = 'x'`,
  'an index by its first column': `select min(member_id) as n from card_members
    where workspace_id = 'workspace0000000' and member_id || '' = 'x'`,
  'a sort of all before a page': `select id from cards where workspace_id = 'workspace0000000' order by title || '' limit 1`,
  'a write that looks for its rows': `update cards set title = 'x' where workspace_id = 'workspace0000000' and title = 'y'`,
  'a join that begins at the wrong end': `select count(*) as n from activities a, cards c
    where a.workspace_id = 'workspace0000000' and c.workspace_id = a.workspace_id and c.id = a.card_id and c.title = 'x'`,
};

for (const [what, sql] of Object.entries(planted)) {
  test(`${what} is found`, async () => {
    const statement: Compiled = { name: what, sql, bind: () => [] };
    assert.ok((await reads.run(statement, [])) > most);
  });
}

async function filledSqlite() {
  const file = join(database.dataDir, databaseFile);
  const db = new Sqlite(file);
  for (const setting of ['foreign_keys = off', 'journal_mode = delete', 'synchronous = off'])
    db.pragma(setting);
  // Triggers write to other tables, which are filled separately.
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`select name, sql from sqlite_schema where type = 'trigger'`)
    .all();
  db.transaction(() => {
    for (const { name } of triggers) db.exec(`drop trigger ${name}`);
    for (const table of tables) db.exec(fill(table, 'sqlite'));
    db.exec(`insert into search_index (rowid, line)
      select number, workspace_id || ' ' || title || ' ' || body from search_texts where title is not null`);
    for (const { sql } of triggers) db.exec(sql);
  })();
  const version = db.prepare('select sqlite_version()').pluck().get();
  db.close();
  return sqliteReads(file, String(version));
}

async function filledPostgres(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  for (const table of tables) {
    await client.query(`alter table ${table.name} set (autovacuum_enabled = false)`);
    await client.query(fill(table, 'postgres'));
  }
  await client.end();
  return postgresReads(url);
}
