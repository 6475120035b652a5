import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { mock, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { issue } from '../../../../contract/issues.ts';
import { until } from '../../testing/files.ts';
import { makeBoard, makeWorkspace } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { hour, isoMillis, minute, second } from '../clock.ts';
import { Failure } from '../errors.ts';

/* Attempts at background work: how long one holds its claim, and when the next one begins. */

const service = await testService({ LOG_LEVEL: 'silent' });
service.clock.hold();
const ada = await service.signUp('ada');

const content = JSON.stringify({
  name: 'House',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  cards: [{ id: 'c1', name: 'Card', idList: 'l1', pos: 1 }],
});

async function startImport(): Promise<string> {
  const body = { workspacePublicId: await makeWorkspace(ada), format: 'boardtool-json', content } as const;
  return (await ada.call(api.imports.file, { body, query: { async: true } })).importPublicId;
}

const read = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });

/** A file that does not come by itself, for the next import. */
function slowFile(): { file: PassThrough; isAsked: () => Promise<void> } {
  const file = new PassThrough();
  const { mock: opening } = mock.method(service.storage, 'open', async () => file, { times: 1 });
  return { file, isAsked: () => until(async () => opening.callCount() > 0) };
}

test('an import stays with the node that reads it, however long nothing is written', async () => {
  const { file, isAsked } = slowFile();
  const id = await startImport();
  const running = service.jobs.run('imports');
  await isAsked();
  for (let beats = 0; beats < 5; beats++) {
    service.clock.pass(50 * second);
    await service.jobs.run('claims-of-imports');
    await service.jobs.run('imports');
  }
  assert.equal((await read(id)).state, 'running');
  file.end(content);
  await running;
  assert.equal((await read(id)).state, 'completed');
  const [row] = await service.sql(`select attempts from imports where id = '${id}'`);
  assert.equal(Number(row?.attempts), 1);
});

test('a node that reads an import for long stops soon after it was cancelled', async () => {
  const { file, isAsked } = slowFile();
  const id = await startImport();
  const running = service.jobs.run('imports');
  await isAsked();
  await ada.call(api.imports.cancel, { params: { importPublicId: id } });
  await service.jobs.run('claims-of-imports');
  await running;
  assert.equal(file.destroyed, true);
  assert.equal((await read(id)).state, 'cancelled');
});

test('a node wrongly taken for dead stops, and everything is imported once', async () => {
  const { file, isAsked } = slowFile();
  const id = await startImport();
  const first = service.jobs.run('imports');
  await isAsked();
  service.clock.pass(2 * minute);
  await service.jobs.run('imports');
  const { state, boardPublicId, workspacePublicId } = await read(id);
  assert.equal(state, 'completed');
  file.end(content);
  await first;
  assert.equal((await read(id)).boardPublicId, boardPublicId);
  const boards = await ada.call(api.boards.list, { params: { workspacePublicId } });
  assert.deepEqual(
    boards.map(({ publicId }) => publicId),
    [boardPublicId],
  );
});

/** Has the file of the next import fail. */
const failNext = (error: Error) =>
  mock.method(service.storage, 'open', () => Promise.reject(error), { times: 1 });

test('an import waits for as long as a provider asks it to, and says why', async () => {
  const id = await startImport();
  for (const [retryAfter, wait] of [
    [600, 10 * minute],
    [1, 30 * second],
    [1_000_000, hour],
  ] as const) {
    failNext(
      new Failure(503, [issue('provider-fails', { reason: 'GitHub accepts no more requests for now' })], {
        retryAfter,
      }),
    );
    await service.jobs.run('imports');
    const { state, error, retryAt } = await read(id);
    assert.deepEqual([state, error], ['waiting', 'GitHub accepts no more requests for now']);
    const waited = Date.parse(retryAt ?? '') * 1000 - service.clock.now();
    assert.ok(Math.abs(waited - wait) < second, isoMillis(waited));
    service.clock.pass(wait - second);
    await service.jobs.run('imports');
    assert.equal((await read(id)).state, 'waiting');
    service.clock.pass(second);
  }
  await service.jobs.run('imports');
  const { state, error, retryAt } = await read(id);
  assert.deepEqual([state, error, retryAt], ['completed', null, null]);
});

test('an import that always breaks off fails after ten attempts, with the last reason', async () => {
  const id = await startImport();
  for (let attempt = 0; attempt < 10; attempt++) {
    assert.equal((await read(id)).state, 'waiting');
    failNext(
      attempt < 9
        ? new Error('a secret of the database')
        : new Failure(503, [issue('provider-fails', { reason: 'GitHub is away' })]),
    );
    await service.jobs.run('imports');
    service.clock.pass(minute);
    if (attempt < 9) assert.match((await read(id)).error ?? '', /^It was interrupted/);
  }
  const { state, error } = await read(id);
  assert.deepEqual([state, error], ['failed', 'GitHub is away']);
});

test('an import that ends its node each time is not begun for ever', async () => {
  const id = await startImport();
  await service.sql(`update imports set state = 'running', attempts = 10 where id = '${id}'`);
  await service.jobs.run('imports');
  const { state, error } = await read(id);
  assert.deepEqual([state, error], ['failed', 'It was interrupted; the log of the service says why']);
});

test('an import at which the service died twice is given up, and not begun a third time', async () => {
  const id = await startImport();
  for (let deaths = 0; deaths < 2; deaths++) {
    const { file, isAsked } = slowFile();
    const dying = service.jobs.run('imports');
    await isAsked();
    // As a dead node leaves it: the next attempt finds it running.
    service.clock.pass(2 * minute);
    if (deaths === 0) failNext(new Failure(503, [issue('provider-fails', { reason: 'GitHub is away' })]));
    await service.jobs.run('imports');
    const { state, error } = await read(id);
    if (deaths === 0) assert.deepEqual([state, error], ['waiting', 'GitHub is away']);
    else assert.deepEqual([state, error?.slice(0, 25)], ['failed', 'The service ended 2 times']);
    file.end(content);
    await dying;
    service.clock.pass(hour);
  }
  await service.jobs.run('imports');
  assert.equal((await read(id)).state, 'failed');
});

test('an export at which the service died twice is given up', async () => {
  const { board } = await makeBoard(ada);
  const asked = { params: { boardPublicId: board }, body: {} };
  const { exportPublicId } = await ada.call(api.exports.startBoard, asked);
  for (const state of ['completed', 'failed'] as const) {
    // The running attempt has counted itself.
    const deaths = state === 'failed' ? 2 : 1;
    await service.sql(
      `update exports set state = 'running', deaths = ${deaths}, ended_at = null, due_at = 1 where id = '${exportPublicId}'`,
    );
    await service.jobs.run('exports');
    assert.equal((await ada.call(api.exports.get, { params: { exportPublicId } })).state, state);
  }
});

test('an export is completed also where nobody heard that it was', async () => {
  const { board } = await makeBoard(ada);
  const { exportPublicId } = await ada.call(api.exports.startBoard, {
    params: { boardPublicId: board },
    body: {},
  });
  const { prepare } = service;
  const state = async () => (await ada.call(api.exports.get, { params: { exportPublicId } })).state;
  const unheard = mock.method(service, 'prepare', async (work: Parameters<typeof prepare>[0]) => {
    const value = await prepare(work);
    if ((await state()) === 'completed') throw new Error('the connection broke');
    return value;
  });
  await service.jobs.run('exports');
  unheard.mock.restore();
  const { url } = await ada.call(api.exports.get, { params: { exportPublicId } });
  assert.equal((await fetch(service.baseUrl + (url ?? '').split('/api/v1')[1])).status, 200);
});
