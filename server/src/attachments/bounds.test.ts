import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { minute } from '../base/clock.ts';
import { attach, beginUpload, confirmation, filesOf, sendBytes, until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const card = await makeCard(ada, nth(made.lists, 0));
const params = { cardPublicId: card };

const storedAs = (storageKey: string) => `stored/${storageKey}`;

test('of two requests that send the bytes of one upload at once, the second is refused, and may try again once the first broke off', async () => {
  const upload = await beginUpload(ada, card);
  const first = http.request(upload.url, {
    method: 'PUT',
    headers: { ...upload.headers, 'content-length': 13 },
  });
  first.on('error', () => {});
  first.write('Hello');
  await until(() => filesOf(service).some((file) => file.startsWith('incoming/')));
  assert.equal((await sendBytes(upload)).status, 409);
  first.destroy();
  await until(async () => (await sendBytes(upload)).status === 200);
});

test('open uploads count as attachments of the card', async () => {
  const full = await makeCard(ada, nth(made.lists, 0));
  await attach(ada, full);
  for (let n = 1; n < 200; n++) await beginUpload(ada, full);
  const body = { filename: 'a', contentType: 'text/plain', size: 1 };
  const input = { params: { cardPublicId: full }, body };
  await ada.refused(409, api.attachments.createUpload, input);
  service.clock.pass(31 * minute);
  await ada.call(api.attachments.createUpload, input);
});

test('the files of a workspace have as many bytes as its quota, open uploads counted, however many begin at once', async () => {
  const small = await testService({ STORAGE_QUOTA: '100' });
  const eve = await small.signUp('eve');
  const { lists } = await makeBoard(eve);
  const target = await makeCard(eve, nth(lists, 0));
  const { publicId } = await attach(eve, target, { content: 'x'.repeat(40) });
  const begun = await Promise.allSettled(
    Array.from({ length: 8 }, () => beginUpload(eve, target, { content: 'x'.repeat(20) })),
  );
  assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 3);
  const body = { filename: 'a', contentType: 'text/plain', size: 1 };
  const input = { params: { cardPublicId: target }, body };
  const { issues } = await eve.refused(409, api.attachments.createUpload, input);
  assert.match(nth(issues, 0).message, /100 bytes/);
  await attach(eve, await makeCard(eve, nth((await makeBoard(eve)).lists, 0)));
  await eve.call(api.attachments.delete, { params: { attachmentPublicId: publicId } });
  await eve.refused(409, api.attachments.createUpload, input);
  small.clock.pass(90 * minute);
  await small.jobs.run('expired-uploads');
  await eve.call(api.attachments.createUpload, input);
});

test('used bytes are reported, and concurrent confirmations up to the quota each count once', async () => {
  const small = await testService({ STORAGE_QUOTA: '100' });
  const eve = await small.signUp('eve');
  const { workspace, lists } = await makeBoard(eve);
  const cards = await Promise.all(Array.from({ length: 4 }, () => makeCard(eve, nth(lists, 0))));
  const usage = () => eve.call(api.attachments.usage, { params: { workspacePublicId: workspace } });
  assert.deepEqual(await usage(), { usedBytes: 0, quotaBytes: 100 });
  const content = 'x'.repeat(25);
  const begun = await Promise.all(
    cards.map(async (cardPublicId) => ({
      cardPublicId,
      upload: await beginUpload(eve, cardPublicId, { content }),
    })),
  );
  await Promise.all(begun.map(({ upload }) => sendBytes(upload, content)));
  const confirm = ({ cardPublicId, upload }: (typeof begun)[number]) =>
    eve.call(api.attachments.confirm, { params: { cardPublicId }, body: confirmation(upload, { content }) });
  const outcomes = await Promise.allSettled([...begun, ...begun].map(confirm));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 4);
  assert.deepEqual(await usage(), { usedBytes: 100, quotaBytes: 100 });
  const other = await small.signUp('other');
  await other.refused(403, api.attachments.usage, { params: { workspacePublicId: workspace } });
  const unlimited = await makeBoard(ada);
  assert.deepEqual(
    await ada.call(api.attachments.usage, { params: { workspacePublicId: unlimited.workspace } }),
    { usedBytes: 0, quotaBytes: null },
  );
});

test('files of a board that a move has left, or has not shown yet, take no room', async () => {
  const small = await testService({ STORAGE_QUOTA: '100' });
  const eve = await small.signUp('eve');
  const { workspace, board, lists } = await makeBoard(eve);
  const card = await makeCard(eve, nth((await makeBoard(eve, { workspace })).lists, 0));
  await attach(eve, await makeCard(eve, nth(lists, 0)), { content: 'x'.repeat(100) });
  const body = { filename: 'a', contentType: 'text/plain', size: 100 };
  const input = { params: { cardPublicId: card }, body };
  await eve.refused(409, api.attachments.createUpload, input);
  await small.sql(`update boards set deleted_at = 1, deleted_by = '${eve.id}' where id = '${board}'`);
  await eve.call(api.attachments.createUpload, input);
  await eve.refused(409, api.attachments.createUpload, input);
});

test('a disk that takes nothing is 503 with a time to wait, leaves nothing behind, and the upload works later', async () => {
  const upload = await beginUpload(ada, card);
  const incoming = join(service.config.dataDir, 'files/incoming');
  // Root may write into any folder, so the folder is replaced by a file.
  rmSync(incoming, { recursive: true, force: true });
  writeFileSync(incoming, '');
  service.http.log.level = 'silent';
  const response = await sendBytes(upload);
  service.http.log.level = 'error';
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) > 0);
  rmSync(incoming);
  assert.ok(!filesOf(service).includes(storedAs(upload.storageKey)));
  assert.equal((await sendBytes(upload)).status, 200);
});

test('clients that know keys by other names find and send them so', async () => {
  const upload = await beginUpload(ada, card);
  assert.equal(upload.key, upload.storageKey);
  await sendBytes(upload);
  const { storageKey: s3Key, ...rest } = confirmation(upload);
  await ada.refused(400, api.attachments.confirm, { params, body: rest });
  const record = await ada.call(api.attachments.confirm, { params, body: { ...rest, s3Key } });
  assert.equal(record.storageKey, upload.storageKey);
});

test('a content type holds nothing that a header does not', async () => {
  for (const contentType of [
    'text/plain\r\nx: y',
    'text/plain; a="\n"',
    'text/plain; a="é"',
    'text/plain; a="\u0000"',
  ]) {
    const body = { filename: 'a', contentType, size: 1 };
    await ada.refused(400, api.attachments.createUpload, { params, body });
  }
  const { contentType } = await attach(ada, card, { contentType: 'text/plain; a="b c"' });
  assert.equal(contentType, 'text/plain; a="b c"');
});
