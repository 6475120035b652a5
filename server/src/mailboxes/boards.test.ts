import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, nth } from '../testing/fixtures.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { sendRaw } from '../testing/sent-mail.ts';
import { type Person, testService } from '../testing/service.ts';

/* Mails to addresses of boards, which arrive at the real listener. */

const service = await testService({ INBOUND_MAIL: 'lmtp://127.0.0.1:0/in.example.com', LOG_LEVEL: 'silent' });

async function signUp(name: string): Promise<Person> {
  const person = await service.signUp(name);
  await service.sql(`update users set email_verified_at = 1 where id = '${person.id}'`);
  return person;
}

const ada = await signUp('ada');
const bob = await signUp('bob');
const { workspace, board, lists } = await makeBoard(ada, { name: 'Harbour' });
const member = await addMember(service, workspace, bob);
const params = { boardPublicId: board };

const create = async (person: Person) => (await person.call(api.mailboxes.create, { params })).address ?? '';

let messages = 0;

const mail = (from: string, subject: string, text: string, type = 'text/plain; charset=utf-8') =>
  [
    `From: <${from}>`,
    `Subject: ${subject}`,
    `Message-ID: <${++messages}@home.example.com>`,
    `Content-Type: ${type}`,
    '',
    text,
  ].join('\r\n');

const sends = (to: string, raw: string, from = bob.email) =>
  sendRaw(service.mailPort ?? 0, { from, to }, raw, true);

const cards = async () => {
  const { cards: found } = await ada.call(api.boards.cards, { params, query: {} });
  return found;
};

test('a mail becomes a card of the first list, made by the owner of the address', async () => {
  const to = await create(bob);
  assert.match(to, /^board\+[0-9a-z]{52}@in\.example\.com$/);
  const none = { isAvailable: true, address: null, listPublicId: null };
  assert.deepEqual(await bob.call(api.mailboxes.get, { params }), { ...none, address: to });
  assert.deepEqual(await ada.call(api.mailboxes.get, { params }), none);
  const raw = mail(bob.email, '=?utf-8?q?Gr=C3=BC=C3=9Fe?=', 'Paint **it**\r\n\r\n> quoted\r\n');
  assert.match(await sends(to, raw), /^250/);
  assert.match(await sends(to, raw), /^250/);
  const [card, ...others] = await cards();
  assert.deepEqual(others, []);
  assert.equal(card?.title, 'Grüße');
  const cardPublicId = card.publicId;
  const content = await ada.call(api.cards.get, { params: { cardPublicId }, query: {} });
  assert.equal(content.description, 'Paint **it**\n\n> quoted');
  assert.equal(content.list.publicId, nth(lists, 0));
  const { activities } = await ada.call(api.activities.list, {
    params: { cardPublicId },
    query: { include: ['apiKey'] },
  });
  const [made] = activities;
  assert.deepEqual([made?.type, made?.user.id, made?.apiKey?.name], ['card.created', bob.id, 'Email']);
});

test('its files are attached, and a mail without a subject is named after its first line', async () => {
  const to = await create(bob);
  const text = [
    '--b',
    'Content-Type: text/plain',
    '',
    'First line',
    'Second line',
    '--b',
    'Content-Type: text/csv',
    'Content-Disposition: attachment; filename="a.csv"',
    '',
    'one,two',
    '--b--',
    '',
  ].join('\r\n');
  assert.match(await sends(to, mail(bob.email, '', text, 'multipart/mixed; boundary=b')), /^250/);
  const card = (await cards()).find(({ title }) => title === 'First line');
  assert.ok(card);
  const attached = await ada.call(api.attachments.list, { params: { cardPublicId: card.publicId } });
  assert.deepEqual(
    attached.map(({ filename, contentType }) => [filename, contentType]),
    [['a.csv', 'text/csv']],
  );
});

test('its owner chooses the list for cards, and the first one stands in for a list that is gone', async () => {
  const to = await create(bob);
  const second = nth(lists, 1);
  const choose = (listPublicId: string | null) =>
    bob.call(api.mailboxes.update, { params, body: { listPublicId } });
  const listOf = async (subject: string) => {
    assert.match(await sends(to, mail(bob.email, subject, 'x')), /^250/);
    const card = (await cards()).find(({ title }) => title === subject);
    assert.ok(card);
    const { list } = await ada.call(api.cards.get, { params: { cardPublicId: card.publicId }, query: {} });
    return list.publicId;
  };
  assert.equal(await listOf('Before'), nth(lists, 0));
  assert.deepEqual(await choose(second), { isAvailable: true, address: to, listPublicId: second });
  assert.equal(await listOf('Chosen'), second);
  await ada.call(api.lists.archive, { params: { listPublicId: second } });
  assert.equal(await listOf('Archived'), nth(lists, 0));
  await bob.refused(400, api.mailboxes.update, { params, body: { listPublicId: second } });
  await ada.call(api.lists.restore, { params: { listPublicId: second } });
  const other = await makeBoard(bob);
  await bob.refused(400, api.mailboxes.update, { params, body: { listPublicId: nth(other.lists, 0) } });
  assert.equal((await choose(second)).address, to);
  await create(bob);
  assert.equal(
    (await bob.call(api.mailboxes.get, { params })).listPublicId,
    second,
    'a new address keeps it',
  );
  assert.equal((await choose(null)).listPublicId, null);
  await ada.refused(404, api.mailboxes.update, { params, body: { listPublicId: null } });
});

test('the security log says when an address was made and switched off', async () => {
  const eventsOf = async () =>
    (await bob.call(api.users.securityLog, { query: {} })).entries.flatMap(({ type, detail }) =>
      type.startsWith('mailbox.') ? [[type, detail]] : [],
    );
  const before = (await eventsOf()).length;
  await create(bob);
  await bob.call(api.mailboxes.delete, { params });
  await bob.call(api.mailboxes.delete, { params });
  const after = await eventsOf();
  assert.deepEqual(after.slice(0, after.length - before), [
    ['mailbox.revoked', 'Harbour'],
    ['mailbox.created', 'Harbour'],
  ]);
});

test('an old address, one that is switched off, and one of somebody who has left are all unknown', async () => {
  const before = (await cards()).length;
  const old = await create(bob);
  const to = await create(bob);
  const unknown = await sends(`board+${'0'.repeat(52)}@in.example.com`, mail(bob.email, 'x', 'x'));
  assert.match(unknown, /^550 5\.1\.1/);
  assert.equal(await sends(old, mail(bob.email, 'x', 'x')), unknown);
  assert.match(await sends(to, mail(ada.email, 'x', 'x')), /^550 5\.7\.1/);
  await setStatus(service, member, 'paused');
  assert.equal(await sends(to, mail(bob.email, 'x', 'x')), unknown);
  await setStatus(service, member, 'active');
  await bob.call(api.mailboxes.delete, { params });
  assert.equal(await sends(to, mail(bob.email, 'x', 'x')), unknown);
  assert.equal((await cards()).length, before);
  await bob.call(api.mailboxes.delete, { params });
  const eve = await signUp('eve');
  await eve.refused(403, api.mailboxes.get, { params });
  await eve.refused(403, api.mailboxes.create, { params });
});
