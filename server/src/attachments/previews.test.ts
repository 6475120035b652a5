import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour, minute, second } from '../base/clock.ts';
import { attach, filesOf, type GivenFile } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { gif, png } from '../testing/pictures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const { board, lists } = await makeBoard(ada);

const picture = { contentType: 'image/png', filename: 'plan.png' };
const run = () => service.jobs.run('previews');

/** A file on a card of its own, after the job has processed it. */
async function attached(file: GivenFile) {
  const card = await makeCard(ada, nth(lists, 0));
  await attach(ada, card, { ...picture, ...file });
  await run();
  const [listed] = await listOf(card);
  assert.ok(listed);
  return { card, ...listed };
}

const listOf = (card: string) => ada.call(api.attachments.list, { params: { cardPublicId: card } });

const previewOf = (id: string, { token } = ada, headers: Record<string, string> = {}) =>
  fetch(`${service.address}/api/v1/attachments/${id}/preview`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

/** Width and height of a WebP, from its header. */
function sizeOf(webp: Buffer): [number, number] {
  assert.equal(webp.toString('latin1', 8, 16), 'WEBPVP8 ');
  return [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff];
}

test('a picture has dimensions and a preview, which everyone who sees the card can read', async () => {
  const { publicId, preview, width, height, url } = await attached({ content: png(1280, 200) });
  assert.deepEqual([width, height], [1280, 200]);
  assert.ok(preview?.endsWith(`/api/v1/attachments/${publicId}/preview`));
  assert.match(url, /content\?expires=/);
  const reply = await previewOf(publicId);
  assert.equal(reply.status, 200);
  const header = (name: string) => reply.headers.get(name);
  assert.equal(header('content-type'), 'image/webp');
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.match(header('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  assert.equal(header('cache-control'), 'private, no-cache');
  const bytes = Buffer.from(await reply.arrayBuffer());
  assert.equal(header('content-length'), String(bytes.length));
  assert.deepEqual(sizeOf(bytes), [640, 100]);
  const again = await previewOf(publicId, ada, { 'if-none-match': header('etag') ?? '' });
  assert.deepEqual([again.status, again.headers.get('content-type'), await again.text()], [304, null, '']);
  assert.equal((await previewOf(publicId, bob)).status, 403);
  assert.equal((await fetch(preview ?? '')).status, 401);
});

test('a small picture is not made larger, and a tall one is shown whole', async () => {
  const sizes = [
    { given: [3, 2], shown: [3, 2] },
    { given: [100, 4000], shown: [10, 400] },
    { given: [4000, 3], shown: [640, 1] },
  ] as const;
  for (const { given, shown } of sizes) {
    const { publicId } = await attached({ content: png(given[0], given[1]) });
    assert.deepEqual(sizeOf(Buffer.from(await (await previewOf(publicId)).arrayBuffer())), shown);
  }
});

test('the bytes decide what is a picture, not the type', async () => {
  const { preview } = await attached({ content: png(9, 9), contentType: 'application/x-thing' });
  assert.notEqual(preview, null);
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'Hello', 'x']) {
    const { publicId, url, ...none } = await attached({ content });
    assert.deepEqual([none.preview, none.width, none.height], [null, null, null]);
    assert.equal((await previewOf(publicId)).status, 404);
    const download = await fetch(url);
    assert.equal(download.headers.get('content-disposition'), 'attachment; filename="plan.png"');
    assert.equal(await download.text(), content);
  }
});

test('what is damaged or far too large gets none, and what comes after it does', async () => {
  const whole = png(600, 600);
  const bombs = {
    'a picture of 2.5 gigapixels': png(50_000, 50_000, 100),
    'more pixels than there are bytes for': png(5000, 5000, 1),
    'a file that ends too early': png(2000, 2000).slice(0, 400),
    'nonsense after a good beginning': Buffer.concat([png(900, 900).slice(0, 45), Buffer.alloc(1000, 7)]),
    'a JPEG of nothing': new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(500)]),
    'an AVIF of nothing': Buffer.from(`\0\0\0\x20ftypavif${'\0'.repeat(200)}`, 'latin1'),
    'a WebP of nothing': Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${'\xff'.repeat(200)}`, 'latin1'),
  };
  for (const [what, content] of Object.entries(bombs)) {
    const { preview, url } = await attached({ content: new Uint8Array(content) });
    assert.equal(preview, null, what);
    assert.deepEqual(new Uint8Array(await (await fetch(url)).arrayBuffer()), new Uint8Array(content), what);
  }
  assert.notEqual((await attached({ content: whole })).preview, null);
});

test('of ten thousand frames the first is taken', async () => {
  const { width, height } = await attached({ content: gif(10_000), contentType: 'image/gif' });
  assert.deepEqual([width, height], [1, 1]);
});

test('others are answered all the time while pictures are made small', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  for (const content of [png(8000, 6000), png(50_000, 50_000, 500)])
    await attach(ada, card, { ...picture, content });
  let isDone = false;
  const made = run().finally(() => (isDone = true));
  let answered = 0;
  for (; !isDone; answered++) await ada.call(api.users.me, {});
  await made;
  assert.deepEqual(
    (await listOf(card)).map(({ width }) => width),
    [8000, null],
  );
  // If the event loop were blocked, only one would be answered, at the end.
  assert.ok(answered > 10, `${answered} requests`);
});

test('readers of the board see the newest picture of a card, and are notified when it is ready', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const cardIn = async () => {
    const snapshot = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
    return snapshot.cards.find(({ publicId }) => publicId === card);
  };
  await attach(ada, card, { ...picture, content: png(30, 20) });
  const before = await cardIn();
  assert.deepEqual([before?.attachmentCount, before?.cover], [1, null]);
  await run();
  const first = (await cardIn())?.cover;
  assert.deepEqual([first?.width, first?.height], [30, 20]);
  const { publicId } = await attach(ada, card, { ...picture, content: png(40, 40) });
  await attach(ada, card, { content: 'no picture' });
  await run();
  assert.deepEqual((await cardIn())?.cover, { attachmentPublicId: publicId, width: 40, height: 40 });
  const [{ type, subject_id: subject } = {}] = await service.sql<{ type: string; subject_id: string }>(
    'select type, subject_id from changes order by position desc limit 1',
  );
  assert.deepEqual([type, subject], ['card.updated.attachment.previewed', publicId]);
});

test('the small version goes with its attachment', async () => {
  const { publicId, storageKey } = await attached({ content: png(50, 50) });
  const stored = () => filesOf(service).filter((name) => name.includes(storageKey));
  assert.deepEqual(stored().sort(), [`stored/${storageKey}`, `stored/${storageKey}p`]);
  await ada.call(api.attachments.delete, { params: { attachmentPublicId: publicId } });
  assert.equal((await previewOf(publicId)).status, 404);
  service.clock.pass(trashTime + 2 * hour);
  await service.jobs.run('expired-uploads');
  service.clock.pass(-(trashTime + 2 * hour));
  assert.deepEqual(stored(), []);
});

test('what was deleted while it was made small leaves nothing', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const { storageKey } = await attach(ada, card, { ...picture, content: png(50, 50) });
  const put = service.storage.put.bind(service.storage);
  service.storage.put = async (...given) => {
    service.storage.put = put;
    const stored = await put(...given);
    // Like the job that empties the trash.
    await service.storage.delete(storageKey);
    await service.sql(`delete from attachments where storage_key = '${storageKey}'`);
    return stored;
  };
  await run();
  assert.deepEqual(
    filesOf(service).filter((name) => name.includes(storageKey)),
    [],
  );
});

test('what is removed just while its small version is stored leaves nothing', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const { publicId, storageKey } = await attach(ada, card, { ...picture, content: png(50, 50) });
  const { storage } = service;
  const [put, remove] = [storage.put.bind(storage), storage.delete.bind(storage)];
  const fileIsGone = Promise.withResolvers<void>();
  let removed = Promise.resolve();
  let made = Promise.resolve();
  storage.delete = async (key) => {
    await remove(key);
    if (key !== storageKey) return;
    fileIsGone.resolve();
    // The row of the file stays until the preview is stored.
    await made;
  };
  storage.put = async (...given) => {
    storage.put = put;
    await ada.call(api.attachments.delete, { params: { attachmentPublicId: publicId } });
    service.clock.pass(trashTime + 2 * hour);
    removed = service.jobs.run('expired-uploads');
    await fileIsGone.promise;
    return put(...given);
  };
  made = run();
  await made;
  await removed;
  service.clock.pass(-(trashTime + 2 * hour));
  storage.delete = remove;
  assert.deepEqual(
    filesOf(service).filter((name) => name.includes(storageKey)),
    [],
  );
});

test('a small version that is not there any more is made once more', async () => {
  const { publicId, storageKey } = await attached({ content: png(50, 50) });
  await service.storage.delete(`${storageKey}p`);
  assert.equal((await previewOf(publicId)).status, 404);
  await run();
  assert.equal((await previewOf(publicId)).status, 200);
});

test('what was claimed by a node that is no more is taken up after a while, twice at the most', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const { publicId } = await attach(ada, card, { ...picture, content: png(50, 50) });
  const claim = (deaths: number) =>
    service.sql(`update attachments set preview_deaths = ${deaths}, preview_due = ${service.clock.now() + minute}
      where id = '${publicId}'`);
  await claim(1);
  await run();
  assert.equal(nth(await listOf(card), 0).preview, null);
  service.clock.pass(2 * minute);
  await run();
  assert.notEqual(nth(await listOf(card), 0).preview, null);
  await service.sql(
    `update attachments set preview_size = null, width = null, height = null where id = '${publicId}'`,
  );
  await claim(2);
  service.clock.pass(2 * minute);
  await run();
  assert.equal(nth(await listOf(card), 0).preview, null);
  assert.deepEqual(await service.sql('select id from attachments where preview_due is not null'), []);
});

test('an attachment stays with the node that makes its preview, however long its file takes', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const { publicId } = await attach(ada, card, { ...picture, content: png(50, 50) });
  const open = service.storage.open.bind(service.storage);
  const [asked, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.storage.open = async (...given) => {
    asked.resolve();
    await arrives.promise;
    return open(...given);
  };
  const made = run();
  await asked.promise;
  for (let beats = 0; beats < 3; beats++) {
    service.clock.pass(50 * second);
    await service.jobs.run('leases-of-previews');
    await run();
  }
  arrives.resolve();
  await made;
  service.storage.open = open;
  assert.notEqual(nth(await listOf(card), 0).preview, null);
  const [row] = await service.sql(
    `select preview_attempts as attempts from attachments where id = '${publicId}'`,
  );
  assert.equal(Number(row?.attempts), 1);
});

test('a store that fails counts for nothing', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  await attach(ada, card, { ...picture, content: png(50, 50) });
  const open = service.storage.open.bind(service.storage);
  for (let times = 0; times < 5; times++) {
    service.storage.open = async () => {
      throw new Error('the disk is away');
    };
    await assert.rejects(run(), /the disk is away/);
    service.clock.pass(2 * minute);
  }
  service.storage.open = open;
  await run();
  assert.notEqual(nth(await listOf(card), 0).preview, null);
});
