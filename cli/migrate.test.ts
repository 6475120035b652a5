import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engine, testDatabase } from '../server/src/testing/database.ts';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

const database = await testDatabase();
after(() => database.remove());

const run = (command: string) =>
  runTaskboard([command], { PORT: '0', DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl });

test('an empty database is brought up to this version, one that is there is left alone', async () => {
  // An empty file: the command does not create one.
  if (engine === 'sqlite') writeFileSync(join(database.dataDir, 'taskboard.db'), '');
  const first = await run('migrate');
  assert.equal(first.status, 0);
  assert.match(first.output[0] ?? '', /^applied 0001-initial$/);
  const applied = await database.sql<{ name: string }>('select name from migrations order by name');
  assert.deepEqual(
    first.output,
    applied.map(({ name }) => `applied ${name}`),
  );
  const { status, output, errors } = await run('migrate');
  assert.deepEqual([status, output, errors], [0, ['the database is up to date'], []]);
});

test('a database of a newer version is refused by every command, in one line', async () => {
  await database.sql("insert into migrations (name, checksum, applied_at) values ('9999-newer', '', 0)");
  for (const command of ['migrate', 'serve']) {
    const { status, errors } = await run(command);
    assert.equal(status, 1);
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? '', /newer than this version .*9999-newer/);
  }
  const { status, output } = await run('doctor');
  assert.equal(status, 1);
  assert.ok(output.some((line) => /^wrong +database .*9999-newer/.test(line)));
});
