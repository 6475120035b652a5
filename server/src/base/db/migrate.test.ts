import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engine, testDatabase } from '../../testing/database.ts';
import type { Engine } from './database.ts';
import { migrate, Unusable, unfinishedCopy } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { openDatabase, openEngine } from './open.ts';

const steps: Migration[] = [
  { name: '0001-one', shared: "create table one (id $key primary key);\ninsert into one (id) values ('a')" },
  { name: '0002-two', shared: 'alter table one add column two $integer' },
];

/** An empty database, and the migrations applied to it. */
async function emptyDatabase() {
  const database = await testDatabase();
  const opened: Engine[] = [];
  after(async () => {
    for (const db of opened) await db.close();
    await database.remove();
  });
  const open = () => {
    const db = openEngine(database);
    opened.push(db);
    return db;
  };
  const had = async () =>
    (await database.sql<{ name: string }>('select name from migrations order by name')).map(
      ({ name }) => name,
    );
  return { database, open, had };
}

const skip = engine === 'sqlite' && 'one process has one connection that writes';
test('ten who migrate at once migrate once', { skip }, async () => {
  const { open, had } = await emptyDatabase();
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(open(), steps)));
  assert.deepEqual(applied.flat().sort(), ['0001-one', '0002-two']);
  assert.deepEqual(await had(), ['0001-one', '0002-two']);
});

test('ten processes that start at once on an empty database all start', async () => {
  const { database, had } = await emptyDatabase();
  const script = `const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))});
    const db = await openDatabase(${JSON.stringify({ ...database })});
    await db.check();
    await db.close();`;
  const codes = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      return code as number;
    }),
  );
  assert.deepEqual(
    codes,
    Array.from({ length: 10 }, () => 0),
  );
  assert.equal((await had())[0], '0001-initial');
});

test('a database is brought up to date from where it is', async () => {
  const { database, open } = await emptyDatabase();
  const db = open();
  assert.deepEqual(await migrate(db, steps.slice(0, 1)), ['0001-one']);
  assert.deepEqual(await migrate(db, steps), ['0002-two']);
  assert.deepEqual(await migrate(db, steps), []);
  assert.deepEqual(await database.sql('select id, two from one'), [{ id: 'a', two: null }]);
});

test('a migration that fails leaves nothing of itself', async () => {
  const { open, database, had } = await emptyDatabase();
  const db = open();
  const broken = {
    name: '0003-broken',
    shared: 'create table three (id $key);\ninsert into nowhere values (1)',
  };
  await migrate(db, steps.slice(0, 1));
  await assert.rejects(migrate(db, [...steps, broken]), (error: Error) => {
    assert.ok(error instanceof Unusable);
    assert.match(
      error.message,
      /^the database cannot be updated .* \(0003-broken: .*nowhere.*\): it is unchanged/,
    );
    return true;
  });
  assert.deepEqual(await had(), ['0001-one'], 'nor of those that were to run before it');
  await assert.rejects(database.sql('select * from three'));
  assert.deepEqual(await migrate(db, steps), ['0002-two'], 'the connection is of use afterwards');
});

test('a database that is newer than the code is refused in one line', async () => {
  const { open, had } = await emptyDatabase();
  const db = open();
  await migrate(db, steps);
  await assert.rejects(migrate(db, steps.slice(0, 1)), (error: Error) => {
    assert.ok(error instanceof Unusable);
    assert.match(
      error.message,
      /^the database is newer than this version .* 0002-two; use the version that made it/,
    );
    return true;
  });
  assert.deepEqual(await had(), ['0001-one', '0002-two']);
});

test('a database that has had another form of a migration is refused', async () => {
  const { open } = await emptyDatabase();
  const db = open();
  await migrate(db, steps);
  const changed = steps.map((step) => ({ ...step, shared: step.shared.replace('two', 'too') }));
  await assert.rejects(
    migrate(db, changed),
    /has had a migration 0002-two that is not the one of this version/,
  );
});

test('a database that holds half a copy is refused', async () => {
  const { open, database } = await emptyDatabase();
  const db = open();
  await migrate(db);
  await database.sql(
    `insert into migrations (name, checksum, applied_at) values ('${unfinishedCopy}', '', 0)`,
  );
  await assert.rejects(openDatabase(database), /a copy into the database was not finished/);
});

test('migrations may use what only one engine has', async () => {
  const { open, database } = await emptyDatabase();
  const own = {
    sqlite: ["insert into one values ('sqlite')"],
    postgres: ["insert into one values ('postgres')"],
  };
  await migrate(open(), [{ name: '0001-one', shared: 'create table one (id $key)', own }]);
  assert.deepEqual(await database.sql('select id from one'), [{ id: engine }]);
});
