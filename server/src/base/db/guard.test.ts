import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engine, testDatabase } from '../../testing/database.ts';
import { releasedData } from '../../testing/release.ts';
import { guardWith } from './guard.ts';
import { hadMigrations, migrate, migrationsNamed, Unusable } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { openDatabase, openEngine } from './open.ts';

/* A faulty migration on the data of a release. */

const database = await releasedData('v0.1.0');
const db = openEngine(database);
after(async () => {
  await db.close();
  await database.remove();
});

/** All migrations of this version. */
async function ours(): Promise<Migration[]> {
  const empty = await testDatabase();
  await (await openDatabase(empty)).close();
  const opened = openEngine(empty);
  const names = [...(await hadMigrations(opened)).keys()];
  await opened.close();
  await empty.remove();
  return migrationsNamed(names);
}

const all = await ours();
const before = await hadMigrations(db);
const rows = async () => Number((await database.sql('select count(*) as rows from comments'))[0]?.rows);
const had = await rows();

/** The error message of an upgrade with this migration. */
async function refusal(mistake: Migration): Promise<string> {
  let line = '';
  await assert.rejects(migrate(db, [...all, mistake], guardWith()), (error) => {
    assert.ok(error instanceof Unusable);
    line = error.message;
    return true;
  });
  return line;
}

/** Checks that nothing of the attempt remains, including the correct migrations. */
async function assertUntouched(): Promise<void> {
  assert.deepEqual(await hadMigrations(db), before);
  assert.equal(await rows(), had);
}

test('a migration that loses rows is undone, and reported in one line', async () => {
  assert.ok(had > 0);
  const line = await refusal({ name: '9999-loses', shared: 'delete from comments' });
  assert.equal(
    line,
    `the database cannot be updated to this version (${[...all.map(({ name }) => name).filter((name) => !before.has(name)), '9999-loses'].join(', ')}: comments had ${had} rows and would have 0): it is unchanged, go on with the previous version`,
  );
  await assertUntouched();
});

test('a migration that loses a table is undone', async () => {
  const line = await refusal({ name: '9999-drops', shared: 'drop table comments' });
  assert.match(
    line,
    /^the database cannot be updated to this version \(.*: the table comments would be lost\): it is/,
  );
  await assertUntouched();
});

test('a migration that breaks a reference is undone', {
  skip: engine === 'postgres' && 'PostgreSQL holds them itself',
}, async () => {
  const shared = `pragma defer_foreign_keys = on;\nupdate comments set card_id = 'nowhere'`;
  const line = await refusal({ name: '9999-breaks', shared });
  assert.match(line, /a row of comments would refer to nothing|FOREIGN KEY/);
  assert.ok(!line.includes('\n'));
  await assertUntouched();
});

test('a migration may change the number of rows of tables that it announces', async () => {
  const announced = { name: '9999-announced', shared: 'delete from comments', recounts: ['comments'] };
  await migrate(db, [...all, announced], guardWith());
  assert.equal(await rows(), 0);
});
