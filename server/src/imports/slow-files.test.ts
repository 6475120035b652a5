import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { minute } from '../base/clock.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Imports with files that take long to store: hidden rows must not be removed meanwhile. */

const service = await testService({ LOG_LEVEL: 'silent' });
service.clock.hold();
const ada = await service.signUp('ada');

/** A board of WeKan with a card for each file. */
const boardWith = (files: number): string =>
  JSON.stringify({
    _format: 'wekan-board-1.0.0',
    title: 'House',
    lists: [{ _id: 'list', title: 'Cellar' }],
    labels: [{ _id: 'label', name: 'Leaking', color: 'blue' }],
    cards: Array.from({ length: files }, (_, n) => ({
      _id: `card${n}`,
      title: `Card ${n}`,
      listId: 'list',
      labelIds: ['label'],
      sort: n,
    })),
    attachments: Array.from({ length: files }, (_, n) => ({
      _id: `file${n}`,
      cardId: `card${n}`,
      name: `${n}.txt`,
      file: Buffer.from(`file ${n}`).toString('base64'),
    })),
  });

async function send(into: { workspace: string; board?: string }, content: string): Promise<string> {
  const { workspace: workspacePublicId, board } = into;
  const target = board === undefined ? {} : { boardPublicId: board };
  const reply = await service.raw(
    addressOf(api.imports.upload, {}, { workspacePublicId, ...target, format: 'wekan' }),
    {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/octet-stream' },
      body: content,
    },
  );
  assert.equal(reply.status, 200);
  return ((await reply.json()) as { importPublicId: string }).importPublicId;
}

const read = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });

/** Calls `work` before each file that an import stores, except the uploaded file itself. */
function beforeEachFile(work: (file: number) => Promise<void>) {
  const { storage } = service;
  const put = storage.put.bind(storage);
  let files = 0;
  return mock.method(storage, 'put', async (...given: Parameters<typeof put>) => {
    await work(++files);
    return put(...given);
  });
}

const outline = async (boardPublicId: string) =>
  (await ada.call(api.boards.get, { params: { boardPublicId } })).lists.map(
    ({ name, cards }) => `${name}: ${cards.length}`,
  );

test('files of the cards of one slice may take hours, and nothing of them is removed meanwhile', async () => {
  for (const where of ['a new board', 'a board that is there']) {
    const { workspace, board } = await makeBoard(ada);
    const id = await send({ workspace, ...(where === 'a new board' ? {} : { board }) }, boardWith(10));
    const slowly = beforeEachFile(async () => {
      // In small steps, because otherwise another node would claim the import.
      for (let minutes = 0; minutes < 14; minutes++) {
        service.clock.pass(minute * 0.9);
        await service.jobs.run('claims-of-imports');
      }
      await service.jobs.run('trash');
    });
    await service.jobs.run('imports');
    slowly.mock.restore();
    const { state, error, boardPublicId } = await read(id);
    assert.deepEqual([state, error], ['completed', null], where);
    assert.ok((await outline(boardPublicId ?? '')).includes('Cellar: 10'), where);
    await assertConsistent(service);
  }
});

test('a node taken for dead removes nothing that another node writes to the same board', async () => {
  const into = await makeBoard(ada);
  const id = await send(into, boardWith(3));
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const held = beforeEachFile((file) => {
    asked = file;
    return [first, second][file - 1]?.promise ?? Promise.resolve();
  });
  const dead = service.jobs.run('imports');
  await until(async () => asked === 1);
  service.clock.pass(2 * minute);
  const alive = service.jobs.run('imports');
  await until(async () => asked === 2);
  first.resolve();
  await dead;
  await service.jobs.run('trash');
  second.resolve();
  await alive;
  held.mock.restore();
  assert.deepEqual(
    [(await read(id)).state, await outline(into.board)],
    ['completed', ['To do: 0', 'Done: 0', 'Cellar: 3']],
  );
  await service.jobs.run('trash');
  await assertConsistent(service);
});

test('nothing is written to a board that has moved to another workspace meanwhile', async () => {
  const into = await makeBoard(ada);
  const elsewhere = await makeWorkspace(ada);
  const id = await send(into, boardWith(3));
  const moved = beforeEachFile(async (file) => {
    if (file !== 1) return;
    await ada.call(api.boards.move, {
      params: { boardPublicId: into.board },
      body: { targetWorkspacePublicId: elsewhere },
    });
    await service.jobs.run('trash');
  });
  await service.jobs.run('imports');
  moved.mock.restore();
  const { state, error } = await read(id);
  assert.deepEqual([state, error], ['failed', 'The board no longer exists']);
  assert.deepEqual(await outline(into.board), ['To do: 0', 'Done: 0']);
  service.clock.pass(3 * 60 * minute);
  for (const job of ['trash', 'expired-uploads']) await service.jobs.run(job);
  for (const table of ['cards', 'attachments', 'activities', 'uploads']) {
    const rows = await service.sql(
      `select workspace_id from ${table} where workspace_id = '${into.workspace}'`,
    );
    assert.deepEqual(rows, [], table);
  }
  await assertConsistent(service);
});
