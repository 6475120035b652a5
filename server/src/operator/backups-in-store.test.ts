import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { radosgwIsMissing, startRadosgw } from '../../../tools/radosgw.ts';
import { removeExpiredUploads } from '../attachments/jobs.ts';
import { backupStore } from '../base/backup/stored.ts';
import { day, hour, minute } from '../base/clock.ts';
import { clientOf } from '../base/storage/s3-client.ts';
import {
  abandonParts,
  beginParts,
  bytesOf,
  objectsBelow,
  oneChunk,
  remove,
  send,
  sendInParts,
} from '../base/storage/s3-objects.ts';
import { testDatabase } from '../testing/database.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { makeOperator } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { runTaskboard } from '../testing/taskboard.ts';

/* Scheduled backups in an object store: how they are made, kept and restored. How they fail is in `backups.test.ts`. */

const skip = radosgwIsMissing();
const folder = mkdtempSync(join(tmpdir(), 'taskboard-stored-'));
after(() => rmSync(folder, { recursive: true, force: true }));

suite('backups in an object store', { skip, timeout: 300_000 }, async () => {
  const gateway = skip ? assert.fail() : await startRadosgw();
  after(() => gateway.remove());
  const settings = { ...gateway.settings, BACKUP_SCHEDULE: '6h', BACKUP_TO: 'store', BACKUP_KEEP: '2' };
  const service = await testService({ ...settings, LOG_LEVEL: 'silent' });
  // A minute after one is due: none comes in between, whatever the time of day is now.
  service.clock.pass(6 * hour - (service.clock.now() % (6 * hour)) + minute);
  const operator = await service.signUp('operator');
  await makeOperator(service, operator);
  const { lists } = await makeBoard(operator);
  const card = await makeCard(operator, nth(lists, 0));
  await attach(operator, card, { content: 'The plan.' });

  const objectStore = service.config.objectStore ?? assert.fail();
  const client = clientOf(objectStore);
  const store = backupStore(objectStore);
  const pathsBelow = async (prefix: string) => {
    const paths: string[] = [];
    for await (const { path } of objectsBelow(client, prefix)) paths.push(path);
    return paths;
  };
  const write = (path: string, content: string | Buffer) => {
    const bytes = Buffer.from(content);
    return send(client, path, oneChunk(bytes), bytes.length, 'text/plain');
  };
  const names = async () => (await store.list()).map(({ name }) => name).sort();
  const uploads = async () =>
    (await (await client.ask({ method: 'GET', query: { uploads: '' } })).text()).match(/<Upload>/g)?.length ??
    0;
  const round = async (passing = 6 * hour) => {
    service.clock.pass(passing);
    await service.jobs.run('backups');
    await service.jobs.run('backups-told');
  };
  const health = () => operator.call(api.operator.health);
  const codes = async () =>
    (await health()).problems.map(({ code }) => code).filter((code) => code.startsWith('backup'));
  const here = { DATA_DIR: service.config.dataDir, DATABASE_URL: service.config.databaseUrl };

  test('one is made at once, whole, without the files, and leaves nothing on the disk', async () => {
    await round(0);
    assert.deepEqual(await codes(), []);
    const [name = ''] = await names();
    assert.match(name, /^taskboard-\d{8}T\d{6}Z-[0-9a-f]{8}$/);
    const { backups } = await health();
    assert.deepEqual([backups?.lastGood?.name, backups?.folder], [name, store.text]);
    const parts = ['backup.json', 'secret.key', 'taskboard.db'];
    assert.deepEqual(
      await pathsBelow('backups/'),
      parts.map((part) => `backups/${name}/${part}`),
    );
    assert.deepEqual(readdirSync(join(service.config.dataDir, 'backups')), []);
    assert.equal(await uploads(), 0);
  });

  test('on a new machine it is listed, and restored with all that there was', async () => {
    const fresh = await testDatabase();
    const there = { DATA_DIR: fresh.dataDir, DATABASE_URL: fresh.databaseUrl, ...gateway.settings };
    const { output } = await runTaskboard(['backups'], there);
    const [name = ''] = await names();
    assert.equal(output.length, 1);
    assert.match(nth(output, 0), new RegExp(`\\t--from-store ${name}$`));
    const restored = await runTaskboard(['restore', name, '--from-store'], there);
    assert.deepEqual([restored.status, restored.errors], [0, []]);
    assert.equal(restored.output.length, 1, 'no file is missing');
    for (const table of ['users', 'workspaces', 'boards', 'lists', 'cards', 'attachments', 'activities']) {
      const all = `select * from ${table} order by id`;
      assert.deepEqual(await fresh.sql(all), await service.sql(all), table);
    }
    const again = await testService({ ...gateway.settings, DATA_DIR: fresh.dataDir }, {}, fresh);
    after(() => fresh.remove());
    const { attachments } = await again
      .caller(operator.token)
      .call(api.cards.get, { params: { cardPublicId: card } });
    assert.equal(await (await fetch(nth(attachments, 0).url ?? '')).text(), 'The plan.');
  });

  test('what is damaged or absent is not restored, and changes nothing', async () => {
    await round();
    const [, name = ''] = await names();
    const path = `backups/${name}/taskboard.db`;
    const original = await buffer(await bytesOf(client, path));
    const target = { DATA_DIR: join(folder, 'refused'), ...gateway.settings };
    const restore = (given: string) => runTaskboard(['restore', given, '--from-store'], target);
    const damaged = Buffer.from(original);
    damaged[5000] = (damaged[5000] ?? 0) ^ 1;
    await write(path, damaged);
    assert.match((await restore(name)).errors.join(), /is damaged: taskboard\.db is not what was stored$/);
    await write(path, original.subarray(0, 5000));
    assert.match(
      (await restore(name)).errors.join(),
      /is not whole: taskboard\.db is missing or of another size$/,
    );
    assert.equal((await names()).length, 1);
    await round(6 * minute);
    assert.deepEqual(await codes(), ['backup-gone']);
    await write(path, original);
    await round(6 * minute);
    assert.deepEqual(await codes(), []);
    assert.match((await restore('taskboard-20200101T000000Z-00000000')).errors.join(), /there is no backup/);
    assert.equal((await restore('../backups')).status, 2);
    assert.ok(!existsSync(join(target.DATA_DIR, 'taskboard.db')));
  });

  test('a backup.json that names other files leads nowhere', async () => {
    const [name = ''] = await names();
    const manifest = JSON.parse(String(await buffer(await bytesOf(client, `backups/${name}/backup.json`))));
    const part = { bytes: 1, sha256: '' };
    const foreign = { ...manifest, parts: { ...manifest.parts, '../../stolen': part } };
    await write('backups/foreign/backup.json', JSON.stringify(foreign));
    const { status, errors } = await runTaskboard(['restore', 'foreign', '--from-store'], {
      DATA_DIR: join(folder, 'foreign'),
      ...gateway.settings,
    });
    assert.deepEqual([status, errors.length], [1, 1]);
    assert.ok(!(await names()).includes('foreign'));
    await remove(client, 'backups/foreign/backup.json');
  });

  test('old ones go once a new one is whole, and so does what was left; nothing else in the bucket does', async () => {
    const [name = ''] = await names();
    const mark = /[0-9a-f]{8}$/.exec(name)?.[0];
    const foreign = [
      'backups/taskboard-20200101T000000Z-00000001/backup.json',
      'backups/taskboard-20200101T000000Z-00000001/taskboard.db',
      'backups/taskboard-20200101T000000Z-00000002/taskboard.db',
      `backups/taskboard-20200101T000000Z-${mark}.copy/taskboard.db`,
      'backups/notes & <more>.txt',
      'backups',
      'elsewhere/taskboard.db',
    ];
    // One is whole, but of another installation.
    const manifest = { format: 1, keyMark: 'x', parts: { 'taskboard.db': { bytes: 1, sha256: '' } } };
    for (const path of foreign) await write(path, path.endsWith('.json') ? JSON.stringify(manifest) : 'x');
    await write(`backups/taskboard-20200101T000000Z-${mark}/taskboard.db`, 'half removed');
    const files = await pathsBelow('stored/');
    for (let turn = 0; turn < 3; turn++) await round();
    const paths = await pathsBelow('');
    for (const path of [...foreign, ...files]) assert.ok(paths.includes(path), path);
    assert.equal((await names()).filter((each) => each.endsWith(mark ?? '')).length, 2);
    assert.ok(!(await names()).includes(name));
    assert.ok(!paths.some((path) => path.includes(`20200101T000000Z-${mark}/`)));
    for (const path of foreign) await remove(client, path);
  });

  test('an attempt whose process died leaves nothing behind once the next has come', async () => {
    const [, name = ''] = await names();
    await service.sql(`update backups set state = 'failed', leased_until = 0 where name = '${name}'`);
    for (const path of await pathsBelow(`backups/${name}/`)) {
      if (path.endsWith('backup.json')) await remove(client, path);
    }
    await beginParts(client, `backups/${name}/taskboard.db`);
    const between = join(service.config.dataDir, 'backups', `${name}.sending`);
    writeFileSync(between, 'x');
    writeFileSync(`${between}.unfinished`, 'x');
    await beginParts(client, 'stored/of-somebody');
    await round();
    assert.equal(await uploads(), 1, 'that of somebody');
    await abandonParts(client, 'stored/of-somebody');
    assert.deepEqual(await pathsBelow(`backups/${name}/`), []);
    assert.deepEqual(readdirSync(join(service.config.dataDir, 'backups')), []);
    assert.deepEqual(await codes(), []);
  });

  test('neither the cleaning of files nor a copy of them touches backups', async () => {
    const before = await pathsBelow('backups/');
    service.clock.pass(400 * day);
    await removeExpiredUploads(service);
    service.clock.pass(-400 * day);
    const { output } = await runTaskboard(['copy-files', '--to', 'disk'], { ...here, ...gateway.settings });
    assert.match(nth(output, 0), /^done: 1 files/);
    assert.deepEqual(readdirSync(join(service.config.dataDir, 'files')).sort(), ['incoming', 'stored']);
    assert.deepEqual(await pathsBelow('backups/'), before);
    rmSync(join(service.config.dataDir, 'files'), { recursive: true });
  });

  test('the doctor says what is there, and what is wrong', async () => {
    const found = async (more: Record<string, string> = {}) =>
      (await runTaskboard(['doctor'], { ...here, ...settings, ...more })).output.filter((line) =>
        /^\w+ +backups /.test(line),
      );
    const [parts, last] = await found();
    assert.match(parts ?? '', /^ok .*backups takes files in parts$/);
    // The clock of the test is ahead of the doctor's.
    assert.match(last ?? '', /^(note .*none yet in|ok .*, the last one of)/);
    const [wrong] = await found({ S3_SECRET_ACCESS_KEY: 'wrong' });
    assert.match(wrong ?? '', /^wrong .*S3_SECRET_ACCESS_KEY is not that of/);
  });

  test('a file of many parts arrives as it was; one that breaks off leaves nothing', async () => {
    const file = join(folder, 'large');
    const size = 37 * 1024 ** 2 + 11;
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += 4096) bytes.writeUInt32LE(at, Math.min(at, size - 4));
    writeFileSync(file, bytes);
    await sendInParts(client, 'backups/large', file);
    assert.ok(bytes.equals(await buffer(await bytesOf(client, 'backups/large'))));
    await remove(client, 'backups/large');
    // A folder has a size, and cannot be read.
    await assert.rejects(sendInParts(client, 'backups/broken', folder), /EISDIR/);
    assert.deepEqual([await pathsBelow('backups/broken'), await uploads()], [[], 0]);
  });
});
