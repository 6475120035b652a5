import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { readConfig } from '../server/src/base/config/config.ts';
import { s3Storage } from '../server/src/base/storage/s3.ts';
import { attach, filesOf } from '../server/src/testing/files.ts';
import { makeBoard, makeCard, nth } from '../server/src/testing/fixtures.ts';
import { testService } from '../server/src/testing/service.ts';
import { runTaskboard } from '../server/src/testing/taskboard.ts';
import { radosgwIsMissing, startRadosgw } from '../tools/radosgw.ts';

const skip = radosgwIsMissing();

suite('taskboard copy-files', { skip, timeout: 200_000 }, async () => {
  const store = skip ? assert.fail() : await startRadosgw();
  after(() => store.remove());
  const service = await testService();
  const ada = await service.signUp('ada');
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const one = (await attach(ada, card, { content: 'one' })).storageKey;
  const two = (await attach(ada, card, { content: 'two, and longer' })).storageKey;
  const { dataDir, databaseUrl } = service.config;
  const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const copyTo = (to: string, settings: Record<string, string> = store.settings) =>
    runTaskboard(['copy-files', '--to', to], { ...place, ...settings });
  const stored = (key: string) => join(dataDir, 'files/stored', key);

  test('copies the files to the store, and again where nothing is left to do', async () => {
    for (let time = 1; time <= 2; time++) {
      const { status, errors } = await copyTo('store');
      assert.equal(status, 0, errors.join('\n'));
    }
    assert.equal(filesOf(service).length, 2);
    const { objectStore } = readConfig(store.settings);
    assert.ok(objectStore);
    const there = s3Storage(objectStore, dataDir);
    assert.equal(await text(await there.open(one)), 'one');
    assert.equal((await there.stat(two))?.size, 15);
  });

  test('and back, also what was cut or is missing there', async () => {
    rmSync(stored(one));
    truncateSync(stored(two), 3);
    const { status, errors } = await copyTo('disk');
    assert.equal(status, 0, errors.join('\n'));
    assert.equal(readFileSync(stored(one), 'utf8'), 'one');
    assert.equal(readFileSync(stored(two), 'utf8'), 'two, and longer');
  });

  test('says in one line what is wrong with how it is called, or with the store', async () => {
    const wrong: [Promise<{ status: number | null; errors: string[] }>, number, RegExp][] = [
      [copyTo('cloud'), 2, /--to must be store or disk/],
      [copyTo('store', {}), 1, /no object store is set/],
      [copyTo('store', { ...store.settings, S3_BUCKET: 'absent' }), 1, /no such bucket/],
    ];
    for (const [run, expected, message] of wrong) {
      const { status, errors } = await run;
      assert.equal(status, expected);
      assert.match(errors.join('\n'), message);
    }
  });
});
