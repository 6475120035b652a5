import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { minute } from '../base/clock.ts';
import {
  attach,
  beginUpload,
  confirmation,
  filesOf,
  sendBytes,
  sendChunked,
  until,
} from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { removeExpiredUploads } from './jobs.ts';

const service = await testService({ MAX_UPLOAD_SIZE: '200000' });
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const card = await makeCard(ada, nth(made.lists, 0));
const params = { cardPublicId: card };

const storedAs = (storageKey: string) => `stored/${storageKey}`;

test('a file is uploaded without a credential, and lies under the key that was given', async () => {
  const upload = await beginUpload(ada, card);
  assert.equal(upload.method, 'PUT');
  assert.deepEqual(upload.headers, { 'content-type': 'text/plain' });
  assert.ok(upload.url.startsWith(`${service.publicUrl}/api/v1/uploads/`));
  assert.match(upload.storageKey, /^[0-9a-z]+\/[0-9a-f]{32}$/);
  const lasts = Date.parse(upload.expiresAt) - service.clock.now() / 1000;
  assert.ok(lasts > 14 * 60_000 && lasts <= 15 * 60_000);
  const response = await sendBytes(upload);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { success: true });
  const path = join(service.config.dataDir, 'files', storedAs(upload.storageKey));
  const { size, mode } = statSync(path);
  assert.equal(size, 13);
  assert.equal(mode & 0o777, 0o600);
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('beginning an upload records nothing', async () => {
  assert.deepEqual(await service.recorded(() => beginUpload(ada, card)), []);
});

test('no name of a file gets into a key', async () => {
  for (const filename of ['../../etc/passwd', '/etc/passwd', '..\\..\\x', 'a\u0301/é', '.', '..']) {
    const { storageKey } = await attach(ada, card, { filename });
    assert.match(storageKey, /^[0-9a-z]+\/[0-9a-f]{32}$/);
  }
});

test('sizes from 1 byte to the limit are taken, others are not', async () => {
  for (const size of [0, -1, 1.5, 200_001, '5', null]) {
    const body = { filename: 'a', contentType: 'text/plain', size: size as number };
    await ada.refused(400, api.attachments.createUpload, { params, body });
  }
  for (const size of [1, 200_000]) {
    const content = 'x'.repeat(size);
    assert.equal((await attach(ada, card, { content })).size, size);
  }
});

test('an invalid media type is refused', async () => {
  for (const contentType of [
    '',
    'text',
    'text/',
    '/plain',
    'text/plain\r\nx: y',
    'text/pläin',
    'text plain/x',
  ]) {
    const body = { filename: 'a', contentType, size: 1 };
    await ada.refused(400, api.attachments.createUpload, { params, body });
  }
  await attach(ada, card, { contentType: 'Text/Plain; charset="utf-8"' });
});

test('an address works once', async () => {
  const upload = await beginUpload(ada, card);
  assert.equal((await sendBytes(upload)).status, 200);
  assert.equal((await sendBytes(upload, 'Other content')).status, 403);
  await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
  assert.equal((await sendBytes(upload, 'Other content')).status, 403);
  const { attachments } = await ada.call(api.cards.get, { params });
  const kept = attachments.find(({ storageKey }) => storageKey === upload.storageKey);
  assert.equal(await (await fetch(kept?.url ?? '')).text(), 'Hello, files!');
});

test('of many uploads to one address at once, one is stored', async () => {
  const upload = await beginUpload(ada, card);
  const contents = Array.from({ length: 16 }, (_, n) => `Hello, file ${n % 10}`);
  const replies = await Promise.all(contents.map((content) => sendBytes(upload, content)));
  const stored = contents.filter((_, n) => replies[n]?.status === 200);
  assert.equal(stored.length, 1);
  assert.ok(replies.every(({ status }) => status === 200 || status === 403 || status === 409));
  const { publicId } = await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
  const { attachments } = await ada.call(api.cards.get, { params });
  const url = attachments.find((attachment) => attachment.publicId === publicId)?.url ?? '';
  assert.equal(await (await fetch(url)).text(), stored[0]);
});

test('an address that was changed, is for something else or has expired opens nothing', async () => {
  const upload = await beginUpload(ada, card);
  const other = await beginUpload(ada, card);
  const url = new URL(upload.url);
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };
  const { attachments } = await ada.call(api.cards.get, { params });
  const download = new URL(nth(attachments, 0).url).searchParams;
  const wrong = [
    changed(({ searchParams }) => searchParams.set('signature', 'x'.repeat(43))),
    changed(({ searchParams }) =>
      searchParams.set('expires', String(Number(searchParams.get('expires')) + 1)),
    ),
    changed((copy) => {
      copy.pathname = new URL(other.url).pathname;
    }),
    changed((copy) => {
      copy.pathname = copy.pathname.replace(/[^/]+$/, nth(attachments, 0).publicId);
      copy.search = download.toString();
    }),
  ];
  for (const address of wrong) {
    assert.equal((await sendBytes({ ...upload, url: address })).status, 403, address);
  }
  assert.equal((await sendBytes({ ...upload, url: changed((copy) => (copy.search = '')) })).status, 400);
  service.clock.pass(15 * minute);
  assert.equal((await sendBytes(upload)).status, 403);
  await ada.refused(400, api.attachments.confirm, { params, body: confirmation(upload) });
});

test('bytes of another type or length are refused, and nothing is kept of them', async () => {
  const upload = await beginUpload(ada, card);
  const before = filesOf(service);
  const html = { ...upload, headers: { 'content-type': 'text/html' } };
  assert.equal((await sendBytes(html)).status, 400);
  assert.equal((await sendBytes(upload, 'too short')).status, 400);
  assert.equal((await sendBytes(upload, '')).status, 400);
  assert.equal((await sendBytes(upload, 'this is one that is too long')).status, 413);
  assert.equal((await sendChunked(upload, 'too short')).status, 400);
  assert.equal((await sendChunked(upload, 'x'.repeat(1_000_000))).status, 413);
  assert.deepEqual(filesOf(service), before);
  assert.equal((await sendChunked(upload, 'Hello, files!')).status, 200);
});

test('who sends more than is taken may ask for the next thing on the same connection', async () => {
  const upload = await beginUpload(ada, card);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const statusOf = (request: http.ClientRequest) =>
    new Promise((resolve, reject) => {
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
  const refused = http.request(upload.url, { agent, method: 'PUT', headers: upload.headers });
  refused.write('x'.repeat(500_000));
  refused.end('x'.repeat(500_000));
  assert.equal(await statusOf(refused), 413);
  assert.equal(await statusOf(http.get(upload.url, { agent })), 404);
  agent.destroy();
});

test('JSON is uploaded as it is', async () => {
  const content = '{"__proto__":  [1,\n2';
  const { publicId } = await attach(ada, card, { content, contentType: 'application/json' });
  const { attachments } = await ada.call(api.cards.get, { params });
  const url = attachments.find((attachment) => attachment.publicId === publicId)?.url ?? '';
  assert.equal(await (await fetch(url)).text(), content);
});

test('an upload that breaks off leaves nothing, and can be begun again', async () => {
  const content = 'x'.repeat(150_000);
  const upload = await beginUpload(ada, card, { content });
  const incoming = () => filesOf(service).filter((name) => name.startsWith('incoming/'));
  const before = filesOf(service);
  const headers = { ...upload.headers, 'content-length': content.length };
  const request = http.request(upload.url, { method: 'PUT', headers });
  request.on('error', () => {});
  request.write(content.slice(0, 100_000));
  await until(() => incoming().length === 1);
  request.destroy();
  await until(() => incoming().length === 0);
  assert.deepEqual(filesOf(service), before);
  assert.equal((await sendBytes(upload, content)).status, 200);
});

test('what was never confirmed is removed with its file; what was confirmed stays', async () => {
  const kept = await attach(ada, card);
  const uploaded = await beginUpload(ada, card);
  await sendBytes(uploaded);
  const empty = await beginUpload(ada, card);
  service.clock.pass(70 * minute);
  const fresh = await beginUpload(ada, card);
  await sendBytes(fresh);
  await removeExpiredUploads(service);
  assert.ok(filesOf(service).includes(storedAs(uploaded.storageKey)), 'an upload may still be under way');
  service.clock.pass(10 * minute);
  await removeExpiredUploads(service);
  const files = filesOf(service);
  assert.ok(!files.includes(storedAs(uploaded.storageKey)));
  assert.ok(files.includes(storedAs(fresh.storageKey)));
  assert.ok(files.includes(storedAs(kept.storageKey)));
  const rows = await service.sql<{ storage_key: string }>('select storage_key from uploads');
  const keys = rows.map(({ storage_key }) => storage_key);
  assert.ok(!keys.includes(uploaded.storageKey) && !keys.includes(empty.storageKey));
  assert.ok(keys.includes(fresh.storageKey));
});

test('a member without card:edit cannot begin an upload; an absent card is not found', async () => {
  const body = { filename: 'a', contentType: 'text/plain', size: 1 };
  const guest = await service.signUp('guest');
  await addMember(service, made.workspace, guest, { role: 'guest' });
  const outsider = await service.signUp('outsider');
  await guest.refused(403, api.attachments.createUpload, { params, body });
  await outsider.refused(403, api.attachments.createUpload, { params, body });
  await service.caller().refused(401, api.attachments.createUpload, { params, body });
  const absent = { cardPublicId: 'absent0absent000' };
  await ada.refused(404, api.attachments.createUpload, { params: absent, body });
});
