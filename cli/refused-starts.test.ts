import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engine, testDatabase } from '../server/src/testing/database.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { listening } from '../server/src/testing/receiver.ts';
import { type RunningTaskboard, runTaskboard, serveTaskboard } from '../server/src/testing/taskboard.ts';

/* Starts that would lose or expose data fail with a one-line message. */

const database = await testDatabase();
const running = new Set<RunningTaskboard>();
after(async () => {
  for (const { process } of running) process.kill('SIGKILL');
  await database.remove();
});

const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl };
const keyFile = join(database.dataDir, 'secret.key');

async function serve(settings: Record<string, string> = {}): Promise<RunningTaskboard> {
  const service = await serveTaskboard({ ...place, ...settings });
  running.add(service);
  return service;
}

async function end({ process, ended }: RunningTaskboard): Promise<void> {
  process.kill('SIGKILL');
  await ended;
}

/** The one-line message of a failed start. */
async function refusal(settings: Record<string, string> = {}): Promise<string> {
  const started = await runTaskboard(['serve'], { PORT: '0', LOG_LEVEL: 'error', ...place, ...settings });
  assert.deepEqual([started.status, started.errors.length], [1, 1], started.errors.join('\n'));
  return nth(started.errors, 0);
}

test('a port that is taken is noticed before anything is made', async () => {
  const port = await listening(createServer());
  assert.match(await refusal({ PORT: String(port) }), /^PORT=\d+ is in use/);
  assert.deepEqual(readdirSync(database.dataDir), []);
});

test('commands make no database', { skip: engine === 'postgres' }, async () => {
  for (const args of [
    ['migrate'],
    ['backup', join(database.dataDir, 'copy')],
    ['rollback'],
    ['user', 'create', 'ada@example.com'],
  ]) {
    const { status, errors, database: named } = await runTaskboard(args, place);
    assert.deepEqual([status, named], [1, join(database.dataDir, 'taskboard.db')], args.join(' '));
    assert.match(nth(errors, 0), /^there is no database in \S+: set DATA_DIR/);
  }
  assert.deepEqual(readdirSync(database.dataDir), []);
});

test('a second service on a folder is refused, and the first one leaves no lock behind, however it ends', {
  skip: engine === 'postgres',
}, async () => {
  const first = await serve();
  assert.match(await refusal(), /^a service is already running on \S+: stop it first$/);
  const { status } = await runTaskboard(['user', 'create', 'ada@example.com'], place);
  assert.equal(status, 0, 'commands work while it runs');
  await end(first);
  await end(await serve());
});

test('a key that is empty, cut, lost or another one stops the start; the doctor says so, too', async () => {
  await end(await serve());
  const key = readFileSync(keyFile, 'utf8');
  for (const broken of ['', key.slice(0, 20)]) {
    writeFileSync(keyFile, broken);
    assert.match(await refusal(), /secret\.key is not a key: it has \d+ characters and needs at least 32/);
  }
  writeFileSync(keyFile, 'x'.repeat(43));
  assert.match(await refusal(), /secret\.key is not the key that the database was used with/);
  assert.match(await refusal({ SECRET_KEY: 'y'.repeat(43) }), /^SECRET_KEY is not the key that/);
  const { status, output } = await runTaskboard(['doctor'], place);
  assert.equal(status, 1);
  assert.ok(output.some((line) => /^wrong +key +\S+ is not the key that/.test(line)));
  rmSync(keyFile);
  assert.match(await refusal(), /secret\.key is missing, but the database was used with a key/);
  assert.ok(!readdirSync(database.dataDir).includes('secret.key'), 'none is made in its place');
  writeFileSync(keyFile, key, { mode: 0o600 });
  await end(await serve());
});

test('a new key is taken where the one before is named, and is the only one afterwards', async () => {
  const [SECRET_KEY, SECRET_KEY_PREVIOUS] = ['z'.repeat(43), readFileSync(keyFile, 'utf8').trim()];
  await end(await serve({ SECRET_KEY, SECRET_KEY_PREVIOUS }));
  await end(await serve({ SECRET_KEY }));
  assert.match(await refusal(), /secret\.key is not the key that/);
});

test('a database that is gone is not replaced by an empty one, unless that is said', {
  skip: engine === 'postgres' && 'it is in no file of ours',
}, async (t) => {
  const own = await testDatabase();
  t.after(() => own.remove());
  const { dataDir } = own;
  const settings = { DATA_DIR: dataDir };
  const [file, moved, backup] = ['taskboard.db', 'moved.db', 'backup'].map((name) => join(dataDir, name));
  assert.ok(file && moved && backup);
  const command = async (...args: string[]) => {
    const { status, output } = await runTaskboard(args, settings);
    assert.equal(status, 0, args.join(' '));
    return output;
  };
  const accounts = async () => (await command('user', 'list')).join().match(/\w+@example\.com/g) ?? [];
  const logs = () =>
    readdirSync(dataDir).filter((name) => /^taskboard\.db-wal\.[\da-f-]+$/.test(name)).length;
  /** Moves the database away from a running service, which therefore leaves its write-ahead log behind when it ends. */
  const lose = async () => {
    const service = await serve(settings);
    renameSync(file, moved);
    await end(service);
    assert.ok(existsSync(`${file}-wal`));
  };

  await end(await serve(settings));
  await command('user', 'create', 'ada@example.com');
  await command('backup', backup);
  await command('user', 'create', 'grace@example.com');
  await lose();
  const lost =
    /^there is \S+secret\.key and \S+taskboard\.db-wal, but no taskboard\.db: put it back, .+ --new-database$/;
  assert.match(await refusal(settings), lost);
  const { status, output } = await runTaskboard(['doctor'], settings);
  assert.equal(status, 1);
  assert.ok(output.some((line) => /^wrong +database +there is \S+secret\.key and/.test(line)));
  assert.ok(!existsSync(file), 'neither has made one');

  renameSync(moved, file);
  await end(await serve(settings));
  assert.equal((await accounts()).length, 2, 'put back');

  await lose();
  await command('restore', backup);
  await end(await serve(settings));
  assert.deepEqual([await accounts(), logs()], [['ada@example.com'], 1], 'restored, and the log is kept');

  await lose();
  const fresh = await serveTaskboard(settings, ['--new-database']);
  running.add(fresh);
  await end(fresh);
  assert.deepEqual([await accounts(), logs()], [[], 2], 'new, and the log is kept');
  await end(await serve(settings));
});
