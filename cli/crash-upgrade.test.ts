import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copiedTables } from '../server/src/base/db/copy/tables.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { releasedData } from '../server/src/testing/release.ts';
import { crashTaskboard, runTaskboard } from '../server/src/testing/taskboard.ts';

/*
 * Kills an upgrade and its rollback at moments spread over their whole duration. Running them again completes them, and nothing
 * is lost. `npm run test:crash` kills at more moments.
 */
const crashes = Math.min(12, Number(process.env.CRASHES ?? 3));

const database = await releasedData('v0.1.0');
const { dataDir } = database;
after(() => database.remove());

const settings = { DATA_DIR: dataDir, DATABASE_URL: database.databaseUrl, BACKUP_BEFORE_MIGRATION: 'on' };
const had = await migrationNames();
const tables = copiedTables(had);
const before = await content();

async function migrationNames(): Promise<string[]> {
  const rows = await database.sql<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** All rows, except numbers that are only meaningful in one database. */
async function content(): Promise<Record<string, unknown>> {
  const rows = tables.map(async ({ name, key }) => {
    const all = await database.sql(`select * from ${name} order by ${key.join()}`);
    return [name, all.map((row) => ({ ...row, transaction_id: 0 }))] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

async function counts(): Promise<number[]> {
  const rows = tables.map(({ name }) => database.sql(`select count(*) as rows from ${name}`));
  return (await Promise.all(rows)).map(([row]) => Number(row?.rows));
}

const rowsBefore = await counts();

const countOf = (name: string): number => rowsBefore[tables.findIndex((table) => table.name === name)] ?? 0;

/** Migration 0013 adds one role to each workspace. */
const rowsAfter = rowsBefore.map((rows, n) =>
  tables[n]?.name === 'roles' ? rows + countOf('workspaces') : rows,
);

/** Runs a command to its end; returns its duration in milliseconds. */
async function run(command: string): Promise<number> {
  const begun = performance.now();
  const { status, errors } = await runTaskboard([command], settings);
  assert.deepEqual([status, errors], [0, []], command);
  return performance.now() - begun;
}

async function assertUpdated(): Promise<void> {
  assert.ok((await migrationNames()).length > had.length);
  assert.deepEqual(await counts(), rowsAfter);
}

async function assertAsBefore(): Promise<void> {
  assert.deepEqual(await migrationNames(), had);
  assert.deepEqual(await content(), before);
}

test(`of an update and a rollback that are killed ${crashes} times each nothing is lost`, async (t) => {
  // Once without a crash, to measure the time in which it can be killed.
  const toMigrate = await run('migrate');
  await assertUpdated();
  const toRollBack = await run('rollback');
  await assertAsBefore();
  let killed = 0;
  for (let crash = 0; crash < crashes; crash++) {
    const part = (crash + 1) / (crashes + 1);
    if (await crashTaskboard(['migrate'], settings, toMigrate * part)) killed++;
    // Existing rows are still readable, in the old or the new version.
    const isOld = (await migrationNames()).length === had.length;
    assert.deepEqual(await counts(), isOld ? rowsBefore : rowsAfter);
    if (isOld) assert.deepEqual(await content(), before);
    await run('migrate');
    await assertUpdated();
    if (await crashTaskboard(['rollback'], settings, toRollBack * part)) killed++;
    const again = await runTaskboard(['rollback'], settings);
    if (again.status === 1) assert.match(nth(again.errors, 0), /already as it was before the last update$/);
    else assert.deepEqual([again.status, again.errors], [0, []]);
    await assertAsBefore();
  }
  await run('migrate');
  await assertUpdated();
  t.diagnostic(`${killed} of ${2 * crashes} were killed before they had ended`);
});

test('what was cut off leaves nothing behind', () => {
  assert.ok(!existsSync(join(dataDir, 'rollback.unfinished')));
  const backups = readdirSync(join(dataDir, 'backups'));
  assert.deepEqual(
    backups.filter((name) => name.endsWith('.unfinished')),
    [],
  );
});
