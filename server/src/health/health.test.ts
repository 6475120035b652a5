import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import pg from 'pg';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { engine } from '../testing/database.ts';
import { type TestService, testService } from '../testing/service.ts';

const quiet = { LOG_LEVEL: 'silent' };
const healthy = { status: 'ok', database: 'ok', storage: 'ok', version };

/** The status and text of a health check at the root, after the cached checks have expired. */
async function ask(service: TestService, path: '/livez' | '/readyz') {
  service.clock.pass(second);
  const reply = await fetch(service.address + path);
  return [reply.status, (await reply.text()).trim()];
}

const healthOf = (service: TestService) => {
  service.clock.pass(second);
  return service.caller().call(api.health.get);
};

/** Makes the database unavailable; returns a function that restores it. */
async function takeDatabase(service: TestService): Promise<() => Promise<void>> {
  const { dataDir, databaseUrl } = service.config;
  if (databaseUrl === undefined) {
    const file = join(dataDir, 'taskboard.db');
    renameSync(file, `${file}.away`);
    return async () => renameSync(`${file}.away`, file);
  }
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return async () => {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  };
}

suite('a service in health', async () => {
  const service = await testService();

  test('says so to anyone, with its version', async () => {
    assert.deepEqual(await healthOf(service), healthy);
    assert.deepEqual(await ask(service, '/livez'), [200, 'ok']);
    assert.deepEqual(await ask(service, '/readyz'), [200, 'ok']);
  });

  test('leaves no trace of its checks', async () => {
    await healthOf(service);
    const left = readdirSync(service.config.dataDir).filter((name) => name.startsWith('.'));
    assert.deepEqual(left, []);
  });
});

suite('a service whose database is gone', async () => {
  const service = await testService(quiet);

  test('returns 503, is not ready and is not restarted; it recovers by itself', async () => {
    const bringBack = await takeDatabase(service);
    try {
      service.clock.pass(second);
      const error = await service.caller().refused(503, api.health.get);
      assert.deepEqual(error.issues, [{ message: 'the database does not answer' }]);
      assert.deepEqual(await ask(service, '/readyz'), [503, 'the database does not answer']);
      assert.deepEqual(await ask(service, '/livez'), [200, 'ok']);
    } finally {
      await bringBack();
    }
    assert.deepEqual(await healthOf(service), healthy);
    assert.deepEqual(await ask(service, '/readyz'), [200, 'ok']);
  });
});

suite('a service that cannot store files', async () => {
  const service = await testService(quiet);
  const { dataDir } = service.config;

  test('is degraded, and ready: nothing else needs them', async () => {
    const files = join(dataDir, 'files');
    mkdirSync(files, { recursive: true });
    writeFileSync(join(files, 'stored'), 'no folder');
    assert.deepEqual(await healthOf(service), { ...healthy, status: 'degraded', storage: 'unavailable' });
    assert.deepEqual(await ask(service, '/readyz'), [200, 'ok']);
    rmSync(join(files, 'stored'));
    assert.deepEqual(await healthOf(service), healthy);
  });

  test('is not ready without its data folder', async () => {
    renameSync(dataDir, `${dataDir}.away`);
    const reason = engine === 'sqlite' ? 'the database does not answer' : 'the data folder is not writable';
    assert.deepEqual(await ask(service, '/readyz'), [503, reason]);
    renameSync(`${dataDir}.away`, dataDir);
    assert.deepEqual(await ask(service, '/readyz'), [200, 'ok']);
  });
});
