import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { engine, testDatabase } from '../server/src/testing/database.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { releasedData } from '../server/src/testing/release.ts';
import {
  type Outcome,
  runTaskboard,
  runTaskboardWithin,
  serveTaskboard,
} from '../server/src/testing/taskboard.ts';

/*
 * Full disks. They are simulated by a limit on the size of files, which refuses writes as a full disk does, even for root,
 * whom permissions do not stop.
 */

/** The one-line message of a failed start. */
function refusal({ status, errors }: Outcome): string {
  assert.deepEqual([status, errors.length], [1, 1], errors.join('\n'));
  return nth(errors, 0);
}

describe('an update whose backup cannot be written', async () => {
  const database = await releasedData('v0.1.0');
  after(() => database.remove());
  const { dataDir, databaseUrl } = database;
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    BACKUP_BEFORE_MIGRATION: 'on',
  };
  const state = async () => ({
    migrations: await database.sql('select name, checksum from migrations order by name'),
    cards: await database.sql('select * from cards order by id'),
  });
  const before = await state();
  const backups = join(dataDir, 'backups');

  test('on a full disk the start ends with one line, and the data is as before', async () => {
    const line = refusal(await runTaskboardWithin(64, ['serve'], settings));
    assert.match(line, /^the backup cannot be written to \S+backups\/before-\S+: disk I\/O error$/);
    assert.deepEqual(readdirSync(backups), []);
    assert.deepEqual(await state(), before);
  });

  test('without a folder that it could go to it is the same', async () => {
    rmSync(backups, { recursive: true });
    writeFileSync(backups, '');
    const line = refusal(await runTaskboard(['serve'], settings));
    assert.match(line, /^the backup cannot be written to \S+backups\/before-\S+: E\w+: /);
    assert.deepEqual(await state(), before);
    rmSync(backups);
  });

  test('once there is room the update goes through', async () => {
    const { status } = await runTaskboard(['migrate'], settings);
    assert.equal(status, 0);
    assert.equal(readdirSync(backups).length, 1);
  });
});

test('/readyz says of a data folder on a full disk that the disk is full', async () => {
  const database = await testDatabase();
  after(() => database.remove());
  const { dataDir, databaseUrl } = database;
  const service = await serveTaskboard({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  after(() => void service.process.kill('SIGKILL'));
  execFileSync('prlimit', ['--pid', String(service.process.pid), '--fsize=0:']);
  const reply = await fetch(`${service.address}/readyz`);
  assert.deepEqual([reply.status, await reply.text()], [503, 'the disk of the data folder is full\n']);
});

// PostgreSQL has its own disk; the failover tests cover a server that is read-only.
const skip = engine === 'postgres';
describe('a database that takes no writes', { skip }, async () => {
  const database = await testDatabase();
  after(() => database.remove());
  const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl };
  const service = await serveTaskboard(place);
  after(() => void service.process.kill('SIGKILL'));
  const baseUrl = `${service.address}/api/v1`;
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const ada = createClient({ baseUrl, token });
  const make = (name: string) => ada.call(api.workspaces.create, { body: { name } });
  await make('Before');

  const { pid } = service.process;
  /** Makes the disk of the service writable or full. */
  function takesWrites(writable: boolean): void {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${writable ? 'unlimited' : '0'}:`]);
  }

  const ready = async () => {
    const reply = await fetch(`${service.address}/readyz`);
    return [reply.status, await reply.text()] as const;
  };

  test('while it runs, writes are 503, reads go on, and /readyz says since when', async () => {
    assert.deepEqual(await ready(), [200, 'ok\n']);
    const from = new Date().toISOString();
    takesWrites(false);
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await fetch(`${baseUrl}/workspaces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Refused' }),
      });
      assert.equal(refused.status, 503);
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    }
    const found = await ada.call(api.workspaces.list, {});
    assert.equal(found.length, 1, 'reads go on, and nothing came of what was refused');
    const [status, text] = await ready();
    assert.equal(status, 503);
    const since = /^writes to the database have failed since (\S+)\n$/.exec(text)?.[1] ?? text;
    assert.ok(from <= since && since <= new Date().toISOString(), since);
    const health = await createClient({ baseUrl }).call(api.health.get, {});
    assert.equal(health.status, 'degraded');
    await sleep(1100);
    assert.equal((await ready())[1], text, 'it is the same failure still');
  });

  test('it recovers by itself', async () => {
    takesWrites(true);
    // /readyz tests writing once a second.
    await sleep(1100);
    assert.deepEqual(await ready(), [200, 'ok\n']);
    await make('Afterwards');
    const names = (await ada.call(api.workspaces.list, {})).map(({ workspace }) => workspace.name);
    assert.deepEqual(names.sort(), ['Afterwards', 'Before']);
  });

  test('a start on it ends with one line', async () => {
    service.process.kill('SIGTERM');
    await service.ended;
    const settings = { PORT: '0', LOG_LEVEL: 'error', ...place };
    assert.match(
      refusal(await runTaskboardWithin(0, ['serve'], settings)),
      /^DATA_DIR cannot be used: disk I\/O error$/,
    );
  });
});
