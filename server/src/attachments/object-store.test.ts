import assert from 'node:assert/strict';
import http from 'node:http';
import { after, suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { type Radosgw, radosgwIsMissing, startRadosgw } from '../../../tools/radosgw.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour, minute, second } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { checkStore } from '../base/storage/check-store.ts';
import { openStorage } from '../base/storage/open.ts';
import { s3Storage } from '../base/storage/s3.ts';
import { testDatabase } from '../testing/database.ts';
import {
  attach,
  beginUpload,
  confirmation,
  filesOf,
  type GivenFile,
  sendBytes,
  sendChunked,
  until,
} from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { removeExpiredUploads } from './jobs.ts';

/* Files in a real object store: Ceph's, which Debian packages. It must pass the same tests as the disk in this folder. */

const skip = radosgwIsMissing();

suite('files in an object store', { skip, timeout: 200_000 }, async () => {
  // Not in `before`: the following setup depends on it.
  const store: Radosgw = skip ? assert.fail() : await startRadosgw();
  after(() => store.remove());
  const service = await testService({ ...store.settings, LOG_LEVEL: 'silent' });
  const { storage } = service;
  const ada = await service.signUp('ada');
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  const params = { cardPublicId: card };

  const attachmentsOf = async (cardPublicId: string) =>
    (await ada.call(api.cards.get, { params: { cardPublicId } })).attachments;
  const urlOf = async (publicId: string) =>
    (await attachmentsOf(card)).find((attachment) => attachment.publicId === publicId)?.url ?? '';
  const beginThrough = (given: GivenFile & { size?: number } = {}) =>
    ada.call(api.attachments.createUpload, {
      params,
      body: {
        filename: 'hello.txt',
        contentType: 'text/plain',
        size: given.size ?? 13,
        throughService: true,
      },
    });

  test('go there by an address of the store, and are given by the service', async () => {
    const upload = await beginUpload(ada, card);
    const url = new URL(upload.url);
    assert.equal(url.origin, store.settings.S3_ENDPOINT);
    assert.equal(url.searchParams.get('X-Amz-SignedHeaders'), 'content-length;content-type;host');
    assert.equal(url.searchParams.get('X-Amz-Expires'), '900');
    assert.equal((await sendBytes(upload)).status, 200);
    const { publicId } = await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
    const address = await urlOf(publicId);
    assert.ok(address.startsWith(service.publicUrl));
    const reply = await fetch(address);
    assert.equal(await reply.text(), 'Hello, files!');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment/);
    const part = await fetch(address, { headers: { range: 'bytes=7-9' } });
    assert.deepEqual([part.status, await part.text()], [206, 'fil']);
    assert.deepEqual(filesOf(service), [], 'nothing is on the disk');
    assert.equal(await storage.arrivals?.stat(upload.storageKey), undefined);
  });

  test('the store refuses what an address was not given for', async () => {
    const upload = await beginUpload(ada, card);
    const other = await beginUpload(ada, card);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(upload.url);
      change(url);
      return { ...upload, url: url.href };
    };
    const html = { 'content-type': 'text/html' };
    assert.equal((await sendBytes(upload, 'too short')).status, 403);
    assert.equal((await sendBytes(upload, 'this is one that is too long')).status, 403);
    assert.equal((await sendBytes({ ...upload, headers: html })).status, 403);
    assert.equal((await sendBytes({ ...upload, method: 'DELETE' }, undefined)).status, 403);
    for (const wrong of [
      changed(({ searchParams }) => searchParams.set('X-Amz-Signature', 'f'.repeat(64))),
      changed(({ searchParams }) => searchParams.set('X-Amz-Expires', '90000')),
      changed((url) => {
        url.pathname = new URL(other.url).pathname;
      }),
      changed((url) => {
        url.pathname = url.pathname.replace('/incoming/', '/stored/');
      }),
    ]) {
      assert.equal((await sendBytes(wrong)).status, 403, wrong.url);
    }
    assert.equal(await storage.arrivals?.stat(upload.storageKey), undefined);
    await ada.refused(400, api.attachments.confirm, { params, body: confirmation(upload) });
  });

  test('an address that has expired opens nothing', async () => {
    const now = Date.now() * 1000;
    const expected = { contentType: 'text/plain', size: 13, from: now - 2 * minute, until: now - minute };
    const url = await storage.arrivals?.address('late/1', expected);
    const reply = await fetch(url ?? '', {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: 'Hello, files!',
    });
    assert.equal(reply.status, 403);
  });

  test('a key of another card, workspace or caller, used up, or of nothing, attaches nothing and harms nothing', async () => {
    const bob = await service.signUp('bob');
    await addMember(service, made.workspace, bob, { role: 'member' });
    const elsewhere = await makeBoard(bob);
    const foreign = await makeCard(bob, nth(elsewhere.lists, 0));
    const otherCard = await makeCard(ada, nth(made.lists, 0));
    const ofBob = await beginUpload(bob, card);
    const ofForeign = await beginUpload(bob, foreign);
    const ofOther = await beginUpload(ada, otherCard);
    for (const upload of [ofBob, ofForeign, ofOther]) assert.equal((await sendBytes(upload)).status, 200);
    const { storageKey: attachedKey } = await attach(bob, foreign);
    const confirmed = await attach(ada, card);
    const before = (await attachmentsOf(card)).map(({ publicId }) => publicId);
    for (const storageKey of [
      ofBob.storageKey,
      ofForeign.storageKey,
      ofOther.storageKey,
      attachedKey,
      confirmed.storageKey,
      `${made.workspace}/${'0'.repeat(32)}`,
      `../stored/${attachedKey}`,
    ]) {
      const body = { ...confirmation(ofOther), storageKey };
      await ada.refused(400, api.attachments.confirm, { params, body });
    }
    assert.deepEqual(
      (await attachmentsOf(card)).map(({ publicId }) => publicId),
      before,
    );
    // Everything is unchanged, even after expired uploads are removed.
    await removeExpiredUploads(service);
    await bob.call(api.attachments.confirm, { params, body: confirmation(ofBob) });
    await bob.call(api.attachments.confirm, {
      params: { cardPublicId: foreign },
      body: confirmation(ofForeign),
    });
    assert.deepEqual(await storage.stat(attachedKey), { size: 13, contentType: 'text/plain' });
  });

  test('what is sent to an address after the file was attached does not change the file', async () => {
    const upload = await beginUpload(ada, card);
    await sendBytes(upload);
    const { publicId } = await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
    assert.equal((await sendBytes(upload, 'Other content')).status, 200, 'the store cannot know');
    await ada.refused(400, api.attachments.confirm, { params, body: confirmation(upload) });
    assert.equal(await (await fetch(await urlOf(publicId))).text(), 'Hello, files!');
  });

  test('of 8 confirmations at once one attaches the file', async () => {
    const upload = await beginUpload(ada, card);
    await sendBytes(upload);
    const call = { params, body: confirmation(upload) };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => ada.call(api.attachments.confirm, call)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal((outcome.reason as { status: number }).status, 400);
    }
  });

  test('who reaches only the service sends files through it', async () => {
    const upload = await beginThrough();
    assert.ok(upload.url.startsWith(service.publicUrl));
    assert.equal((await sendBytes(upload, 'too short')).status, 400);
    assert.equal((await sendBytes(upload, 'this is one that is too long')).status, 413);
    assert.equal((await sendChunked(upload, 'too short')).status, 400);
    assert.equal((await sendChunked(upload, 'Hello, files!!')).status, 413);
    assert.equal(await storage.arrivals?.stat(upload.storageKey), undefined, 'nothing is kept of them');
    assert.equal((await sendChunked(upload, 'Hello, files!')).status, 200);
    assert.equal((await sendBytes(upload)).status, 403, 'an address of the service works once');
    const { publicId } = await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
    assert.equal(await (await fetch(await urlOf(publicId))).text(), 'Hello, files!');
  });

  test('an upload through the service that breaks off leaves nothing', async () => {
    const size = 3_000_000;
    const upload = await beginThrough({ size });
    const headers = { ...upload.headers, 'content-length': size };
    const request = http.request(upload.url, { method: 'PUT', headers });
    request.on('error', () => {});
    await new Promise((resolve) => request.write(Buffer.alloc(1_000_000), resolve));
    request.destroy();
    const content = Buffer.alloc(size, 'x');
    await until(async () => (await sendBytes(upload, content)).status === 200);
    const stat = await storage.arrivals?.stat(upload.storageKey);
    assert.deepEqual(stat, { size, contentType: 'text/plain' });
  });

  test('what was never confirmed, and what was deleted, is removed from the store', async () => {
    const { publicId, storageKey } = await attach(ada, card);
    const unconfirmed = await beginUpload(ada, card);
    await sendBytes(unconfirmed);
    const again = await beginUpload(ada, card);
    await sendBytes(again);
    await ada.call(api.attachments.confirm, { params, body: confirmation(again) });
    await sendBytes(again, 'Other content');
    await ada.call(api.attachments.delete, { params: { attachmentPublicId: publicId } });
    service.clock.pass(trashTime + 2 * hour);
    try {
      await removeExpiredUploads(service);
    } finally {
      service.clock.pass(-(trashTime + 2 * hour));
    }
    assert.equal(await storage.stat(storageKey), undefined);
    for (const key of [unconfirmed.storageKey, again.storageKey]) {
      assert.equal(await storage.arrivals?.stat(key), undefined);
    }
    assert.ok(await storage.stat(again.storageKey), 'what is attached stays');
  });

  test('the service itself stores files of known and of unknown size, whole or not at all', async () => {
    async function* content(...parts: string[]) {
      for (const part of parts) yield Buffer.from(part);
    }
    assert.equal(await storage.put('a/1', content('Hello, ', 'files!'), 13), true);
    assert.equal(await storage.put('a/2', content('Hello, ', 'files!')), true);
    assert.equal(await storage.put('a/2', content('Others')), false);
    for (const key of ['a/1', 'a/2']) {
      assert.equal((await storage.stat(key))?.size, 13);
      const chunks = await (await storage.open(key, { start: 7, end: 12 })).toArray();
      assert.equal(Buffer.concat(chunks as Buffer[]).toString(), 'files!');
    }
    const broken = async function* () {
      yield* content('Hello');
      throw new Error('broken off');
    };
    await assert.rejects(storage.put('a/3', broken(), 13), /broken off/);
    await assert.rejects(storage.put('a/3', broken()), /broken off/);
    assert.equal(await storage.stat('a/3'), undefined);
    assert.deepEqual(filesOf(service), []);
    await assert.rejects(async () => storage.stat('../a'), /not one of ours/);
  });

  test('an address may name the bucket in its host', async () => {
    const { objectStore } = service.config;
    assert.ok(objectStore);
    const endpoint = objectStore.endpoint.replace('127.0.0.1', 'localhost');
    const { arrivals } = s3Storage({ ...objectStore, endpoint, pathStyle: false }, service.config.dataDir);
    const now = Date.now() * 1000;
    const expected = { contentType: 'text/plain', size: 13, from: now, until: now + minute };
    const url = new URL(await arrivals.address('virtual/host', expected));
    assert.equal(url.hostname, `${objectStore.bucket}.localhost`);
    const headers = { host: url.host, 'content-type': 'text/plain', 'content-length': '13' };
    const status = await new Promise((resolve, reject) => {
      http
        .request({
          host: '127.0.0.1',
          port: url.port,
          path: url.pathname + url.search,
          method: 'PUT',
          headers,
        })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end('Hello, files!');
    });
    assert.equal(status, 200);
    assert.equal((await storage.arrivals?.stat('virtual/host'))?.size, 13);
  });

  test('a store that is set wrongly stops the start with a line that says what to do', async () => {
    const database = await testDatabase();
    const { dataDir } = database;
    const reasonFor = async (settings: Record<string, string>) => {
      const { objectStore } = readConfig({ ...store.settings, ...settings, DATA_DIR: dataDir });
      assert.ok(objectStore);
      const error = await checkStore(objectStore, dataDir, Date.now() * 1000).catch((error: Error) => error);
      return error?.message ?? '';
    };
    assert.equal(await reasonFor({}), '');
    assert.match(
      await reasonFor({ S3_BUCKET: 'absent' }),
      /no such bucket: create it, or correct S3_BUCKET$/,
    );
    assert.match(await reasonFor({ S3_ACCESS_KEY_ID: 'ABSENT' }), /S3_ACCESS_KEY_ID is not known there$/);
    assert.match(await reasonFor({ S3_SECRET_ACCESS_KEY: 'wrong' }), /S3_SECRET_ACCESS_KEY is not that of/);
    assert.match(
      await reasonFor({ S3_ENDPOINT: 'http://127.0.0.1:1' }),
      /did not answer: .*; check S3_ENDPOINT$/,
    );
    const wrong = { ...store.settings, S3_BUCKET: 'absent' };
    await assert.rejects(testService(wrong, {}, database), /cannot be written to: there is no such bucket/);
    await database.remove();
  });

  test('while the store is unavailable, requests that need it fail clearly, others work, and it recovers', async () => {
    const kept = await attach(ada, card);
    const [direct, through] = [await beginUpload(ada, card), await beginThrough()];
    await sendBytes(direct);
    const address = await urlOf(kept.publicId);
    const health = async () => {
      service.clock.pass(second);
      return service.caller().call(api.health.get);
    };
    assert.equal((await health()).storage, 'ok');
    await store.kill();
    try {
      assert.equal((await sendBytes(through)).status, 503);
      const { issues } = await ada.refused(500, api.attachments.confirm, {
        params,
        body: confirmation(direct),
      });
      assert.match(nth(issues, 0).message, /cannot be reached right now/);
      assert.equal((await fetch(address)).status, 503);
      assert.deepEqual((({ status, storage }) => [status, storage])(await health()), [
        'degraded',
        'unavailable',
      ]);
      assert.ok((await attachmentsOf(card)).length > 0);
      await beginUpload(ada, card);
      await assert.rejects(openStorage(service.config).stat('a/1'), { status: 503 });
    } finally {
      await store.start();
    }
    assert.equal((await health()).storage, 'ok');
    assert.equal((await sendBytes(through)).status, 200);
    for (const upload of [direct, through]) {
      await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
    }
    assert.equal(await (await fetch(address)).text(), 'Hello, files!');
  });
});
