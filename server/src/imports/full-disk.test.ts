import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { hour } from '../base/clock.ts';
import { download } from '../testing/exports.ts';
import { attach, filesOf } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Imports on a full disk. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const { board, lists } = await makeBoard(ada);
await attach(ada, await makeCard(ada, nth(lists, 0)), { content: 'how to paint' });
const zip = await (await download(service, ada, `/boards/${board}/export?format=native`)).arrayBuffer();
const workspace = await makeWorkspace(ada);

const incoming = join(service.config.dataDir, 'files/incoming');

/** Replaces the folder by a file, because root may write into any folder. */
function takesFiles(isWritable: boolean): void {
  rmSync(incoming, { recursive: true, force: true });
  if (!isWritable) writeFileSync(incoming, '');
}

function upload(format: 'native' | 'csv' = 'native', content: string | ArrayBuffer = zip): Promise<Response> {
  const query = { workspacePublicId: workspace, format } as const;
  return service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
}

const boards = () => ada.call(api.boards.list, { params: { workspacePublicId: workspace } });
const stored = () => filesOf(service).filter((name) => name.startsWith('stored/'));

test('a file that cannot be stored is 503, and leaves no import', async () => {
  const before = stored();
  takesFiles(false);
  const reply = await upload();
  takesFiles(true);
  assert.equal(reply.status, 503);
  assert.ok(Number(reply.headers.get('retry-after')) > 0);
  assert.deepEqual(stored(), before);
  const imports = await ada.call(api.imports.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(imports, []);
});

test('an import whose files have no room continues once there is some, and is complete', async () => {
  const before = stored();
  const { importPublicId } = (await (await upload()).json()) as { importPublicId: string };
  const params = { importPublicId };
  takesFiles(false);
  await service.jobs.run('imports');
  assert.equal((await ada.call(api.imports.get, { params })).state, 'waiting');
  assert.deepEqual(await boards(), []);
  takesFiles(true);
  service.clock.pass(hour);
  await service.jobs.run('imports');
  assert.equal((await ada.call(api.imports.get, { params })).state, 'completed');
  assert.equal((await boards()).length, 1);
  service.clock.pass(2 * hour);
  for (const job of ['imports', 'trash', 'expired-uploads']) await service.jobs.run(job);
  // One more file, and none left by the attempt that failed.
  assert.equal(stored().length, before.length + 1);
});

test('an import that has no room to set cards aside continues once there is some', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => `Card ${n},${'words '.repeat(1000)}`);
  const reply = await upload('csv', ['title,description', ...rows].join('\n'));
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  const params = { importPublicId };
  takesFiles(false);
  await service.jobs.run('imports');
  assert.equal((await ada.call(api.imports.get, { params })).state, 'waiting');
  takesFiles(true);
  service.clock.pass(hour);
  await service.jobs.run('imports');
  const { state, done } = await ada.call(api.imports.get, { params });
  assert.deepEqual([state, done], ['completed', 100]);
  assert.deepEqual(readdirSync(incoming), []);
});
