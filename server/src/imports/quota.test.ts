import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { day, hour } from '../base/clock.ts';
import { download } from '../testing/exports.ts';
import { attach, filesOf } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Imports and uploads share the storage quota of a workspace. */

const service = await testService({ STORAGE_QUOTA: '100', LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

/** An export of a board with two files of 30 bytes each. */
const { board, lists } = await makeBoard(ada);
const card = await makeCard(ada, nth(lists, 0));
for (const filename of ['one.txt', 'two.txt']) await attach(ada, card, { filename, content: 'x'.repeat(30) });
const zip = await (await download(service, ada, `/boards/${board}/export?format=native`)).arrayBuffer();

async function begin(workspacePublicId: string): Promise<string> {
  const query = { workspacePublicId, format: 'native' } as const;
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/zip' },
    body: Buffer.from(zip),
  });
  return ((await reply.json()) as { importPublicId: string }).importPublicId;
}

const ended = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });
const usedBy = async (workspacePublicId: string) =>
  (await ada.call(api.attachments.usage, { params: { workspacePublicId } })).usedBytes;
const boardsOf = (workspacePublicId: string) => ada.call(api.boards.list, { params: { workspacePublicId } });

test('an import that fits counts, and one that does not fails clearly and leaves nothing', async () => {
  const workspace = await makeWorkspace(ada);
  const first = await begin(workspace);
  await service.jobs.run('imports');
  assert.equal((await ended(first)).state, 'completed');
  assert.equal(await usedBy(workspace), 60);
  const [before, had] = [filesOf(service).sort(), await boardsOf(workspace)];
  const second = await begin(workspace);
  await service.jobs.run('imports');
  const { state, error } = await ended(second);
  assert.deepEqual([state, error], ['failed', 'The files of this workspace may take up at most 100 bytes']);
  assert.deepEqual(await boardsOf(workspace), had);
  service.clock.pass(day + 2 * hour);
  for (const job of ['imports', 'trash', 'expired-uploads']) await service.jobs.run(job);
  assert.deepEqual(filesOf(service).sort(), before);
  assert.equal(await usedBy(workspace), 60);
});

test('of imports at once only as many are shown as fit', async () => {
  const workspace = await makeWorkspace(ada);
  const both = [await begin(workspace), await begin(workspace)];
  await service.jobs.run('imports');
  const states = await Promise.all(both.map(async (id) => (await ended(id)).state));
  assert.deepEqual(states.sort(), ['completed', 'failed']);
  assert.equal(await usedBy(workspace), 60);
});
