import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueueKind } from '../../../contract/operator-shapes.ts';
import { Failure } from '../base/errors.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeOperator } from '../testing/members.ts';
import { png } from '../testing/pictures.ts';
import { testService } from '../testing/service.ts';

/* Work that failed, and is tried again because an operator asks. */

const service = await testService({ LOG_LEVEL: 'silent' });
service.clock.hold();
const ada = await service.signUp('ada');
const eve = await service.signUp('eve');
await makeOperator(service, ada);

const failed = async (kind: QueueKind) =>
  (await ada.call(api.operator.jobs)).queues.find((queue) => queue.kind === kind)?.failed;

const retry = async (queueKind: QueueKind) =>
  (await ada.call(api.operator.retry, { params: { queueKind } })).retried;

/** What a store answers that is away for a moment. */
const away = () => Promise.reject(new Failure(503));

test('a round that is under way is told, and none is begun beside it', async () => {
  let end = (): void => {};
  service.jobs.every('long', 3600, () => new Promise((resolve) => (end = resolve)));
  const params = { jobName: 'long' };
  const stateOf = async () =>
    (await ada.call(api.operator.jobs)).repeated.find(({ name }) => name === 'long');
  assert.equal((await stateOf())?.isRunning, false);
  await ada.call(api.operator.runJob, { params });
  assert.equal((await stateOf())?.isRunning, true);
  const { issues } = await ada.refused(409, api.operator.runJob, { params });
  assert.equal(nth(issues, 0).message, 'This work is under way already');
  end();
  while ((await stateOf())?.isRunning);
  await ada.call(api.operator.runJob, { params });
  end();
});

test('an import that waits for its next attempt is begun at once', async () => {
  const content = JSON.stringify({ name: 'House', lists: [{ id: 'l1', name: 'To do', pos: 1 }], cards: [] });
  const body = { workspacePublicId: await makeWorkspace(eve), format: 'boardtool-json', content } as const;
  const { importPublicId } = await eve.call(api.imports.file, { body, query: { async: true } });
  const state = async () => (await eve.call(api.imports.get, { params: { importPublicId } })).state;
  assert.equal(await failed('imports'), 0);
  assert.equal(await retry('imports'), 0, 'it waits for its first attempt');
  mock.method(service.storage, 'open', away, { times: 1 });
  await service.jobs.run('imports');
  assert.deepEqual([await state(), await failed('imports')], ['waiting', 1]);
  await service.jobs.run('imports');
  assert.equal(await state(), 'waiting');
  assert.equal(await retry('imports'), 1);
  assert.equal(await failed('imports'), 0);
  await service.jobs.run('imports');
  assert.equal(await state(), 'completed');
  assert.equal(await retry('imports'), 0);
});

test('so is an export', async () => {
  const { board } = await makeBoard(eve);
  const asked = { params: { boardPublicId: board }, body: {} };
  const { exportPublicId } = await eve.call(api.exports.startBoard, asked);
  const state = async () => (await eve.call(api.exports.get, { params: { exportPublicId } })).state;
  mock.method(service.storage, 'put', away, { times: 1 });
  await service.jobs.run('exports');
  assert.deepEqual([await state(), await failed('exports')], ['waiting', 1]);
  assert.equal(await retry('exports'), 1);
  await service.jobs.run('exports');
  assert.equal(await state(), 'completed');
});

test('a small version of a picture that was given up gets one more attempt', async () => {
  const { lists } = await makeBoard(eve);
  const card = await makeCard(eve, nth(lists, 0));
  const { publicId } = await attach(eve, card, { contentType: 'image/png', content: png(40, 20) });
  // As two nodes leave it that die while they are at it.
  for (const deaths of [1, 2]) {
    await service.sql(`update attachments set preview_deaths = ${deaths} where id = '${publicId}'`);
    assert.equal(await failed('previews'), 0);
  }
  const preview = async () =>
    nth(await eve.call(api.attachments.list, { params: { cardPublicId: card } }), 0).preview;
  await service.jobs.run('previews');
  assert.deepEqual([await preview(), await failed('previews')], [null, 1]);
  await service.jobs.run('previews');
  assert.equal(await preview(), null);
  assert.equal(await retry('previews'), 1);
  assert.equal(await failed('previews'), 0);
  await service.jobs.run('previews');
  assert.notEqual(await preview(), null);
  assert.deepEqual([await failed('previews'), await retry('previews')], [0, 0]);
});

test('five hundred are tried again at a time, and each once when two operators ask at once', async () => {
  const { lists } = await makeBoard(eve);
  const card = await makeCard(eve, nth(lists, 0));
  await attach(eve, card);
  await service.sql(`insert into attachments (workspace_id, id, card_id, storage_key, content_type, size, created_by, created_at,
      filename, original_filename, preview_attempts, preview_deaths, preview_due)
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 700)
    select workspace_id, 'copy' || i, card_id, 'copy' || i, content_type, size, created_by, created_at, filename,
      original_filename, 3, 3, null
    from numbers cross join attachments where card_id = '${card}'`);
  assert.equal(await failed('previews'), 700);
  const retried = await Promise.all([retry('previews'), retry('previews')]);
  assert.deepEqual(
    retried.toSorted((a, b) => a - b),
    [200, 500],
  );
  assert.deepEqual([await failed('previews'), await retry('previews')], [0, 0]);
  await service.sql(`delete from attachments where id like 'copy%'`);
});

test('so does a merge', async () => {
  const workspace = await makeWorkspace(eve);
  const bob = await service.signUp('bob');
  const member = await makeMember(service, eve, workspace, bob);
  const content = JSON.stringify({
    name: 'House',
    lists: [{ id: 'l1', name: 'To do', pos: 1 }],
    members: [{ id: '5f0000000000000000000001', username: 'ann', fullName: 'Ann' }],
    cards: [{ id: 'c1', name: 'Roof', idList: 'l1', pos: 1, idMembers: ['5f0000000000000000000001'] }],
  });
  const body = { workspacePublicId: workspace, format: 'boardtool-json', content } as const;
  await eve.call(api.imports.file, { body });
  const placeholders = async () =>
    (await eve.call(api.members.list, { params: { workspacePublicId: workspace } })).filter(
      ({ isPlaceholder }) => isPlaceholder,
    );
  assert.equal((await placeholders()).length, 1);
  await service.sql(`update placeholders set merged_into = '${member}', merged_by = '${eve.id}', merge_deaths = 2,
    due_at = ${service.clock.now()} where workspace_id = '${workspace}'`);
  assert.equal(await failed('merges'), 0);
  await service.jobs.run('merges');
  assert.deepEqual([(await placeholders()).length, await failed('merges')], [1, 1]);
  assert.equal(await retry('merges'), 1);
  await service.jobs.run('merges');
  assert.deepEqual([await placeholders(), await failed('merges')], [[], 0]);
});

test('others get nothing of it', async () => {
  await eve.refused(404, api.operator.retry, { params: { queueKind: 'imports' } });
  await ada.refused(400, api.operator.retry, { params: { queueKind: 'others' as 'imports' } });
});
