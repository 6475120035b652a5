import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { tellingBoard } from '../testing/webhooks.ts';

/* Attachments get other names. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const made = await makeBoard(ada);

const attached = async (list = nth(made.lists, 0)) => {
  const card = await makeCard(ada, list);
  const { publicId } = await attach(ada, card, { filename: 'IMG_2041.txt' });
  return { card, publicId, at: { params: { attachmentPublicId: publicId } } };
};
const shownOn = async (cardPublicId: string) =>
  nth((await ada.call(api.cards.get, { params: { cardPublicId } })).attachments, 0);

test('a file gets another name, under which it is shown and downloaded', async () => {
  const { card, publicId, at } = await attached();
  const filename = 'Grüße/an alle.txt';
  const types = await service.recorded(async () => {
    const reply = await ada.call(api.attachments.update, { ...at, body: { filename: `  ${filename} ` } });
    assert.deepEqual(reply, { publicId, filename, originalFilename: filename });
  });
  assert.deepEqual(types, ['card.updated.attachment.renamed']);
  const shown = await shownOn(card);
  assert.equal(shown.originalFilename, filename);
  const sent = await fetch(shown.url);
  assert.equal(await sent.text(), 'Hello, files!');
  assert.equal(
    sent.headers.get('content-disposition'),
    `attachment; filename="Gr__e_an alle.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe_an%20alle.txt`,
  );
});

test('the history says what it was called before', async () => {
  const { card, publicId, at } = await attached();
  await ada.call(api.attachments.update, { ...at, body: { filename: 'plan.txt' } });
  const { activities } = await ada.call(api.activities.list, {
    params: { cardPublicId: card },
    query: { include: ['work'] },
  });
  const { type, attachment, change } = nth(activities, 0);
  assert.deepEqual(
    { type, attachment, change },
    {
      type: 'card.updated.attachment.renamed',
      attachment: { publicId, filename: 'plan.txt', originalFilename: 'plan.txt' },
      change: { from: 'IMG_2041.txt', to: 'plan.txt' },
    },
  );
});

test('receivers get the new name and the previous one', async () => {
  const { webhook, lists } = await tellingBoard(ada, 'http://127.0.0.1:10009/', [
    'card.updated.attachment.renamed',
  ]);
  const { publicId, at } = await attached(nth(lists, 0));
  await ada.call(api.attachments.update, { ...at, body: { filename: 'plan.txt' } });
  const rows = await service.sql<{ body: string }>(
    `select e.body from webhook_events e join webhook_deliveries d
      on d.workspace_id = e.workspace_id and d.event_id = e.id where d.webhook_id = '${webhook.publicId}'`,
  );
  const { data } = JSON.parse(nth(rows, 0).body);
  assert.deepEqual(data.previous, { filename: 'IMG_2041.txt' });
  const attachment = { publicId, filename: 'plan.txt', originalFilename: 'plan.txt' };
  assert.deepEqual(data.activity.attachment, attachment);
});

test('the same name again changes nothing; an empty or long one is refused', async () => {
  const { card, at } = await attached();
  const again = () => ada.call(api.attachments.update, { ...at, body: { filename: 'IMG_2041.txt' } });
  assert.deepEqual(await service.recorded(again), []);
  for (const filename of ['', '  ', 'x'.repeat(256)]) {
    const { issues } = await ada.refused(400, api.attachments.update, { ...at, body: { filename } });
    assert.match(nth(issues, 0).message, /body\/filename/);
  }
  assert.equal((await shownOn(card)).originalFilename, 'IMG_2041.txt');
});

test('only those who may edit the card rename its files', async () => {
  const { at } = await attached();
  const call = { ...at, body: { filename: 'x' } };
  const reader = await service.signUp('reader');
  await addMember(service, made.workspace, reader, { role: 'guest' });
  await reader.refused(403, api.attachments.update, call);
  await (await service.signUp('passer-by')).refused(403, api.attachments.update, call);
  await service.caller().refused(401, api.attachments.update, call);
  await ada.call(api.attachments.delete, at);
  await ada.refused(404, api.attachments.update, call);
});
