import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { assertConsistent } from '../consistency.ts';
import { testDatabase } from '../database.ts';
import { testService } from '../service.ts';
import { stageOf } from './play.ts';
import { fuzz } from './run.ts';
import { watchWrites } from './writes.ts';

const { FUZZ_REQUESTS = '2000', FUZZ_SECONDS = '600', FUZZ_SEED = '1', FUZZ_PATH } = process.env;

/** Nothing listens there: no request to other services may leave the machine. */
const closed = 'http://127.0.0.1:1';

const settings = {
  LOG_LEVEL: FUZZ_PATH === undefined ? 'fatal' : 'error',
  CODEHOST_API_URL: closed,
  BOARDTOOL_API_URL: closed,
  BOARDTOOL_API_KEY: 'key',
  OIDC_CLOSED_ISSUER: closed,
  OIDC_CLOSED_CLIENT_ID: 'id',
  OIDC_CLOSED_CLIENT_SECRET: 'secret',
};

const database = await testDatabase();
const service = await testService(settings, {}, database);
const writes = await watchWrites(database);
after(async () => {
  await writes.close();
  await database.remove();
});
const stage = await stageOf(service, writes);

test('whatever is sent, the service answers as the document says and stores nothing in vain', async (t) => {
  const found = await fuzz(stage, {
    requests: Number(FUZZ_REQUESTS),
    seconds: Number(FUZZ_SECONDS),
    seed: Number(FUZZ_SEED),
    path: FUZZ_PATH,
  });
  for (const [operation, statuses] of [...stage.tally].toSorted(([a], [b]) => a.localeCompare(b))) {
    t.diagnostic(`${operation}: ${[...statuses].map(([status, times]) => `${status} ×${times}`).join(', ')}`);
  }
  assert.equal(found.length, 0, found.join('\n\n'));
});

test('and what it has stored is consistent', () => assertConsistent(database));

test('and it is still well', async () => {
  const { status, database: answers } = await service.caller().call(api.health.get);
  assert.deepEqual([status, answers], ['ok', 'ok']);
});
