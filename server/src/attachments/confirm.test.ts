import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour, minute } from '../base/clock.ts';
import { attach, beginUpload, confirmation, filesOf, sendBytes } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { removeExpiredUploads } from './jobs.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const card = await makeCard(ada, nth(made.lists, 0));
const params = { cardPublicId: card };

const attachmentsOf = async (cardPublicId: string) =>
  (await ada.call(api.cards.get, { params: { cardPublicId } })).attachments;

test('an uploaded file becomes a record on its card, in the card and in its activities', async () => {
  const upload = await beginUpload(ada, card);
  await sendBytes(upload);
  const body = { ...confirmation(upload), filename: '  shown.txt ', originalFilename: 'Grüße.txt' };
  let record: unknown;
  const types = await service.recorded(async () => {
    record = await ada.call(api.attachments.confirm, { params, body });
  });
  assert.deepEqual(types, ['card.updated.attachment.added']);
  const { publicId, createdAt, ...rest } = record as { publicId: string; createdAt: string };
  assert.deepEqual(rest, {
    filename: 'shown.txt',
    originalFilename: 'Grüße.txt',
    contentType: 'text/plain',
    size: 13,
    storageKey: upload.storageKey,
  });
  assert.ok(Math.abs(Date.parse(createdAt) - service.clock.now() / 1000) < 60_000);
  const [shown] = await attachmentsOf(card);
  assert.equal(shown?.publicId, publicId);
  assert.equal(shown?.storageKey, upload.storageKey);
  assert.equal(shown?.originalFilename, 'Grüße.txt');
  const feed = await ada.call(api.activities.list, { params });
  assert.deepEqual(nth(feed.activities, 0).attachment, {
    publicId,
    filename: 'shown.txt',
    originalFilename: 'Grüße.txt',
  });
});

test('a key that was not issued for the card, or is used up, attaches nothing', async () => {
  const other = await makeCard(ada, nth(made.lists, 0));
  const elsewhere = await makeCard(ada, nth((await makeBoard(ada)).lists, 0));
  const forOther = await beginUpload(ada, other);
  const forElsewhere = await beginUpload(ada, elsewhere);
  const confirmed = await beginUpload(ada, card);
  const missing = await beginUpload(ada, card);
  for (const upload of [forOther, forElsewhere, confirmed]) await sendBytes(upload);
  await ada.call(api.attachments.confirm, { params, body: confirmation(confirmed) });
  const keys = [
    forOther.storageKey,
    forElsewhere.storageKey,
    confirmed.storageKey,
    missing.storageKey,
    '../taskboard.db',
    'stored/../../secret.key',
    '%2e%2e/secret.key',
    'nothing',
  ];
  const before = await attachmentsOf(card);
  const types = await service.recorded(async () => {
    for (const storageKey of keys) {
      const body = { ...confirmation(missing), storageKey };
      const { issues } = await ada.refused(400, api.attachments.confirm, { params, body });
      assert.match(nth(issues, 0).message, /body\/storageKey/, storageKey);
    }
  });
  assert.deepEqual(types, []);
  assert.deepEqual(
    (await attachmentsOf(card)).map(({ publicId }) => publicId),
    before.map(({ publicId }) => publicId),
  );
  // None of the attempts used up the upload.
  await ada.call(api.attachments.confirm, { params: { cardPublicId: other }, body: confirmation(forOther) });
});

test('another size or type than was uploaded attaches nothing', async () => {
  const upload = await beginUpload(ada, card);
  await sendBytes(upload);
  for (const wrong of [
    { size: 12 },
    { size: 14 },
    { contentType: 'text/html' },
    { contentType: 'text/plain2' },
  ]) {
    const body = { ...confirmation(upload), ...wrong };
    const { issues } = await ada.refused(400, api.attachments.confirm, { params, body });
    assert.match(nth(issues, 0).message, new RegExp(`body/${Object.keys(wrong)[0]}`));
  }
  await ada.call(api.attachments.confirm, {
    params,
    body: { ...confirmation(upload), contentType: 'TEXT/plain' },
  });
});

test('a body that lacks a field or breaks a rule is 400', async () => {
  const whole = confirmation(await beginUpload(ada, card));
  for (const field of Object.keys(whole)) {
    const { [field as 'size']: _left, ...body } = whole;
    await ada.refused(400, api.attachments.confirm, { params, body: body as typeof whole });
  }
  for (const wrong of [
    { filename: ' ' },
    { originalFilename: 'x'.repeat(256) },
    { size: 1.5 },
    { size: '13' },
  ]) {
    await ada.refused(400, api.attachments.confirm, { params, body: { ...whole, ...wrong } as typeof whole });
  }
  await ada.refused(400, api.attachments.confirm, { params: { cardPublicId: 'short' }, body: whole });
});

test('of 16 confirmations of one key at once, one attaches the file and the others are 400', async () => {
  const target = await makeCard(ada, nth(made.lists, 0));
  const upload = await beginUpload(ada, target);
  await sendBytes(upload);
  const call = { params: { cardPublicId: target }, body: confirmation(upload) };
  const types = await service.recorded(async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, () => ada.call(api.attachments.confirm, call)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal((outcome.reason as { status: number }).status, 400);
    }
  });
  assert.deepEqual(types, ['card.updated.attachment.added']);
  assert.equal((await attachmentsOf(target)).length, 1);
});

test('an upload can be confirmed while its bytes may still be on their way, and not later', async () => {
  const [early, late] = [await beginUpload(ada, card), await beginUpload(ada, card)];
  for (const upload of [early, late]) await sendBytes(upload);
  service.clock.pass(29 * minute);
  await ada.call(api.attachments.confirm, { params, body: confirmation(early) });
  service.clock.pass(2 * minute);
  await ada.refused(400, api.attachments.confirm, { params, body: confirmation(late) });
});

test('callers who may not edit the card get 403, also for a card that does not exist', async () => {
  const upload = await beginUpload(ada, card);
  await sendBytes(upload);
  const body = confirmation(upload);
  const guest = await service.signUp('guest');
  await addMember(service, made.workspace, guest, { role: 'guest' });
  const outsider = await service.signUp('outsider');
  await guest.refused(403, api.attachments.confirm, { params, body });
  await outsider.refused(403, api.attachments.confirm, { params, body });
  await service.caller().refused(401, api.attachments.confirm, { params, body });
  await ada.refused(403, api.attachments.confirm, { params: { cardPublicId: 'absent0absent000' }, body });
});

test('a deleted attachment is off the card and out of reach', async () => {
  const target = await makeCard(ada, nth(made.lists, 0));
  const { publicId } = await attach(ada, target, { filename: 'gone.txt' });
  const url = nth(await attachmentsOf(target), 0).url;
  const address = { params: { attachmentPublicId: publicId } };
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.attachments.delete, address), { success: true });
  });
  assert.deepEqual(types, ['card.updated.attachment.removed']);
  assert.deepEqual(await attachmentsOf(target), []);
  assert.equal((await fetch(url)).status, 403);
  await ada.refused(404, api.attachments.delete, address);
  const feed = await ada.call(api.activities.list, { params: { cardPublicId: target } });
  assert.deepEqual(nth(feed.activities, 0).attachment, {
    publicId,
    filename: 'gone.txt',
    originalFilename: 'gone.txt',
  });
});

/** Passes the time after which what was deleted now cannot be restored, and back when the work is done. */
async function later(work: () => Promise<unknown>): Promise<void> {
  const passed = trashTime + 2 * hour;
  service.clock.pass(passed);
  try {
    await work();
  } finally {
    service.clock.pass(-passed);
  }
}

test('a deleted attachment can be restored for 30 days, with its id and its file; nobody can confirm it', async () => {
  const target = await makeCard(ada, nth(made.lists, 0));
  const { publicId, storageKey } = await attach(ada, target, { filename: 'back.txt' });
  const address = { params: { attachmentPublicId: publicId } };
  const before = await attachmentsOf(target);
  assert.deepEqual(await service.recorded(() => ada.call(api.attachments.restore, address)), []);
  await ada.call(api.attachments.delete, address);
  const body = { storageKey, filename: 'a', originalFilename: 'a', contentType: 'text/plain', size: 13 };
  await ada.refused(400, api.attachments.confirm, { params: { cardPublicId: target }, body });
  const stored = () => filesOf(service).includes(`stored/${storageKey}`);
  service.clock.pass(2 * hour);
  await removeExpiredUploads(service);
  service.clock.pass(-2 * hour);
  assert.ok(stored(), 'the file stays as long');
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.attachments.restore, address), { success: true });
  });
  assert.deepEqual(types, ['card.updated.attachment.added']);
  const after = await attachmentsOf(target);
  assert.deepEqual(
    after.map(({ url, ...rest }) => rest),
    before.map(({ url, ...rest }) => rest),
  );
  assert.equal((await fetch(nth(after, 0).url)).status, 200);
  await ada.call(api.attachments.delete, address);
  await later(async () => {
    await removeExpiredUploads(service);
    assert.ok(!stored(), 'then it is removed');
  });
  await ada.refused(404, api.attachments.restore, address);
});

test('a deleted attachment is restored only by those who may edit its card, and onto a card that is there', async () => {
  const target = await makeCard(ada, nth(made.lists, 0));
  const { publicId } = await attach(ada, target);
  const address = { params: { attachmentPublicId: publicId } };
  await ada.call(api.attachments.delete, address);
  const reader = await service.signUp('reader');
  await addMember(service, made.workspace, reader, { role: 'guest' });
  await reader.refused(403, api.attachments.restore, address);
  await (await service.signUp('passer-by')).refused(403, api.attachments.restore, address);
  await service.caller().refused(401, api.attachments.restore, address);
  await ada.call(api.cards.delete, { params: { cardPublicId: target } });
  await ada.refused(404, api.attachments.restore, address);
  await ada.call(api.cards.restore, { params: { cardPublicId: target } });
  await ada.call(api.attachments.restore, address);
});

test('of many restorations of one attachment, one restores it', async () => {
  const target = await makeCard(ada, nth(made.lists, 0));
  const { publicId } = await attach(ada, target);
  const address = { params: { attachmentPublicId: publicId } };
  await ada.call(api.attachments.delete, address);
  const types = await service.recorded(() =>
    Promise.all(Array.from({ length: 16 }, () => ada.call(api.attachments.restore, address))),
  );
  assert.deepEqual(types, ['card.updated.attachment.added']);
  assert.equal((await attachmentsOf(target)).length, 1);
});

test('of many deletions of one attachment, one succeeds', async () => {
  const target = await makeCard(ada, nth(made.lists, 0));
  const { publicId } = await attach(ada, target);
  const address = { params: { attachmentPublicId: publicId } };
  const types = await service.recorded(async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, () => ada.call(api.attachments.delete, address)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal((outcome.reason as { status: number }).status, 404);
    }
  });
  assert.deepEqual(types, ['card.updated.attachment.removed']);
});

test('callers who may not edit the card cannot delete its attachments', async () => {
  const { publicId } = await attach(ada, card);
  const address = { params: { attachmentPublicId: publicId } };
  const viewer = await service.signUp('viewer');
  await addMember(service, made.workspace, viewer, { role: 'guest' });
  await viewer.refused(403, api.attachments.delete, address);
  await (await service.signUp('stranger')).refused(403, api.attachments.delete, address);
  await service.caller().refused(401, api.attachments.delete, address);
  await ada.call(api.attachments.delete, address);
});
