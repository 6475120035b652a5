import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day, minute } from '../base/clock.ts';
import { filesIn, linesIn } from '../testing/exports.ts';
import { attach, filesOf } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Background exports. Jobs run only when a test starts them. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const run = () => service.jobs.run('exports');

const start = (person: Pick<Person, 'call'>, boardPublicId: string, format?: 'native' | 'csv' | 'markdown') =>
  person.call(api.exports.startBoard, { params: { boardPublicId }, body: format ? { format } : {} });

const read = (person: Pick<Person, 'call'>, exportPublicId: string) =>
  person.call(api.exports.get, { params: { exportPublicId } });

const listed = async (person: Pick<Person, 'call'>) =>
  (await person.call(api.exports.list)).map(({ exportPublicId }) => exportPublicId);

const remove = (person: Pick<Person, 'call'>, exportPublicId: string) =>
  person.call(api.exports.delete, { params: { exportPublicId } });

/** Fetches the content of an export. */
const fetched = (url: string | null) => fetch(service.baseUrl + (url ?? '').split('/api/v1')[1]);

async function boardWithFile() {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  const { publicId } = await attach(ada, card, { content: 'a file' });
  return { ...made, card, file: publicId };
}

test('an export is written in the background, and downloaded from its URL', async () => {
  const { board, workspace, file } = await boardWithFile();
  const started = await start(ada, board);
  assert.deepEqual([started.state, started.url, started.total], ['waiting', null, 1]);
  await run();
  const { state, done, total, url, size } = await read(ada, started.exportPublicId);
  assert.deepEqual([state, done, total], ['completed', 1, 1]);
  const response = await fetched(url);
  assert.equal(response.headers.get('content-length'), String(size));
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="board-[\w-]+\.zip"$/,
  );
  const files = await filesIn(response);
  assert.equal(files.get(`files/${file}`), 'a file');
  assert.equal(linesIn(files, board).at(-1)?.type, 'end');
  const whole = await ada.call(api.exports.startWorkspace, {
    params: { workspacePublicId: workspace },
    body: { format: 'csv' },
  });
  await run();
  const csv = await fetched((await read(ada, whole.exportPublicId)).url);
  assert.match(await csv.text(), /Board,List/);
  for (const id of [started.exportPublicId, whole.exportPublicId]) await remove(ada, id);
});

test('an export can be read by the user who requested it, while their permissions last', async () => {
  const { workspace, board } = await boardWithFile();
  await addMember(service, workspace, bob);
  const { exportPublicId } = await start(ada, board);
  await run();
  const params = { exportPublicId };
  await bob.refused(404, api.exports.get, { params });
  await bob.refused(404, api.exports.delete, { params });
  const key = await keyOf(service, ada, ['workspace:view', 'board:view']);
  await key.refused(404, api.exports.get, { params });
  assert.deepEqual(await Promise.all([ada, bob, key].map(listed)), [[exportPublicId], [], []]);
  await service.caller().refused(401, api.exports.get, { params });
  const { url } = await read(ada, exportPublicId);
  assert.equal((await fetched((url ?? '').replace(ada.id, bob.id))).status, 403);
  service.clock.pass(11 * minute);
  assert.equal((await fetched(url)).status, 403);
  await remove(ada, exportPublicId);
});

test('an address works only while its owner may see the board', async () => {
  const { workspace, board } = await boardWithFile();
  const member = await addMember(service, workspace, bob);
  const { exportPublicId } = await start(bob, board);
  await run();
  const { url } = await read(bob, exportPublicId);
  assert.equal((await fetched(url)).status, 200);
  await setStatus(service, member, 'paused');
  assert.equal((await fetched(url)).status, 403);
  await remove(bob, exportPublicId);
});

test('an export fails if the user who requested it can no longer see the board', async () => {
  const { workspace, board } = await boardWithFile();
  const member = await addMember(service, workspace, bob);
  const { exportPublicId } = await start(bob, board);
  await setStatus(service, member, 'paused');
  await run();
  const { state, url, error } = await read(bob, exportPublicId);
  assert.deepEqual([state, url], ['failed', null]);
  const prefer = { authorization: `Bearer ${bob.token}`, prefer: 'issue-codes' };
  const coded = await service.raw(`/exports/${exportPublicId}`, { headers: prefer });
  const { errorIssues } = (await coded.json()) as { errorIssues: unknown };
  assert.deepEqual(errorIssues, [{ message: error, code: 'export-not-allowed', values: {} }]);
  await remove(bob, exportPublicId);
});

test('a deleted export leaves no file, whole or under way', async () => {
  const before = filesOf(service).length;
  const { board } = await makeLargeBoard(service, ada, bob, 1500);
  const first = await start(ada, board);
  await run();
  assert.equal(filesOf(service).length, before + 1);
  await remove(ada, first.exportPublicId);
  await ada.refused(404, api.exports.get, { params: { exportPublicId: first.exportPublicId } });
  assert.equal(filesOf(service).length, before);
  const second = await start(ada, board);
  const running = run();
  await remove(ada, second.exportPublicId);
  await running;
  assert.equal(filesOf(service).length, before);
});

test('deleting it again with the same key returns the stored reply', async () => {
  const { board } = await boardWithFile();
  const { exportPublicId } = await start(ada, board);
  const headers = { authorization: `Bearer ${ada.token}`, 'idempotency-key': 'delete-it-once' };
  for (let tries = 0; tries < 2; tries++) {
    const reply = await service.raw(`/exports/${exportPublicId}`, { method: 'DELETE', headers });
    assert.deepEqual([reply.status, await reply.json()], [200, { success: true }]);
  }
  await ada.refused(404, api.exports.delete, { params: { exportPublicId } });
});

test('an export that a node has begun is left alone while its lease lasts, and restarted after that', async () => {
  const { board } = await boardWithFile();
  const before = filesOf(service);
  const { exportPublicId } = await start(ada, board);
  const due = service.clock.now() + minute;
  const key = `${exportPublicId}/left`;
  await service.storage.put(
    key,
    (async function* () {
      yield Buffer.from('half');
    })(),
  );
  await service.sql(`update exports set state = 'running', storage_key = '${key}', due_at = ${due}
    where id = '${exportPublicId}'`);
  await run();
  assert.equal((await read(ada, exportPublicId)).state, 'running');
  service.clock.pass(2 * minute);
  await run();
  assert.equal((await read(ada, exportPublicId)).state, 'completed');
  assert.equal(filesOf(service).length, before.length + 1);
  assert.ok(!filesOf(service).includes(`stored/${key}`));
  await remove(ada, exportPublicId);
});

test('an export that two nodes take up is written by one', async () => {
  const { board } = await makeLargeBoard(service, ada, bob, 300);
  const before = filesOf(service).length;
  const { exportPublicId } = await start(ada, board);
  await Promise.all([run(), run(), run()]);
  assert.equal((await read(ada, exportPublicId)).state, 'completed');
  const [row] = await service.sql(`select attempts from exports where id = '${exportPublicId}'`);
  assert.equal(Number(row?.attempts), 1);
  assert.equal(filesOf(service).length, before + 1);
  await remove(ada, exportPublicId);
});

test('exports are deleted after three days, with their files', async () => {
  const { board } = await boardWithFile();
  const before = filesOf(service).length;
  const { exportPublicId } = await start(ada, board);
  await run();
  service.clock.pass(2 * day);
  await service.jobs.run('old-exports');
  assert.equal((await read(ada, exportPublicId)).state, 'completed');
  service.clock.pass(1.1 * day);
  await service.jobs.run('old-exports');
  await ada.refused(404, api.exports.get, { params: { exportPublicId } });
  assert.equal(filesOf(service).length, before);
});

test('an account keeps at most ten exports', async () => {
  const { board } = await boardWithFile();
  const made = [];
  for (let n = 0; n < 10; n++) made.push(await start(ada, board));
  assert.deepEqual(
    await listed(ada),
    made.map(({ exportPublicId }) => exportPublicId).toReversed(),
    'the newest first',
  );
  await ada.refused(409, api.exports.startBoard, { params: { boardPublicId: board }, body: {} });
  for (const { exportPublicId } of made) await remove(ada, exportPublicId);
  await start(ada, board);
});

test('what cannot be removed from the disk yet is offered to nobody, and goes later', async (t) => {
  const { board } = await boardWithFile();
  const { exportPublicId } = await start(ada, board);
  await run();
  const before = filesOf(service);
  const broken = t.mock.method(service.storage, 'delete', async () => {
    throw new Error('as if the node were killed here');
  });
  await remove(ada, exportPublicId);
  await ada.refused(404, api.exports.get, { params: { exportPublicId } });
  const listed = await ada.call(api.exports.list);
  assert.ok(!listed.some((each) => each.exportPublicId === exportPublicId));
  assert.equal(filesOf(service).length, before.length);
  broken.mock.restore();
  await service.jobs.run('old-exports');
  assert.ok(filesOf(service).length < before.length);
  assert.deepEqual(await service.sql(`select * from exports where id = '${exportPublicId}'`), []);
});

test('an export in the background has the cards that pass its filter, also if a field of it is gone', async () => {
  const { board, lists } = await makeBoard(ada);
  const params = { boardPublicId: board };
  const field = await ada.call(api.fields.create, { params, body: { name: 'Cost', type: 'number' } });
  await makeCard(ada, nth(lists, 0), { title: 'Dear', fields: { Cost: 7 } });
  await makeCard(ada, nth(lists, 0), { title: 'Cheap', fields: { Cost: 1 } });
  const begin = () =>
    ada.call(api.exports.startBoard, { params, body: { format: 'csv', filter: ' Cost:>5 ' } });
  const written = async ({ exportPublicId }: { exportPublicId: string }) => {
    await run();
    const { state, url, done, filter } = await read(ada, exportPublicId);
    assert.deepEqual([state, filter], ['completed', 'Cost:>5']);
    const text = await (await fetched(url)).text();
    return [done, /Dear/.test(text), /Cheap/.test(text)];
  };
  assert.deepEqual(await written(await begin()), [1, true, false]);
  const late = await begin();
  await ada.call(api.fields.delete, { params: { fieldPublicId: field.publicId } });
  assert.deepEqual(await written(late), [0, false, false]);
});
