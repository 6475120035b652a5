import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { addChannel } from '../../server/src/testing/channels.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { receiver } from '../../server/src/testing/receiver.ts';
import { sendDue } from '../../server/src/testing/webhooks.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The chats of a board: added, tested, turned off and removed in its menu. */

const skip = noBrowser;
const service = skip ? undefined : await visited({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });

async function someone(name: string, options: object = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  return { person, ...(await service.visitor(options, person)) };
}

/** Chooses in the menu of the only chat. */
async function choose(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: /^More for / }).click();
  await dialog.getByRole('menuitem', { name }).click();
}

test('a chat is added with what its service needs, tested, changed, turned off and removed', {
  skip,
}, async () => {
  const { person, page, complaints } = await someone('ada');
  const { board } = await makeBoard(person, { name: 'Harbour' });
  const params = { boardPublicId: board };
  const { url, received } = await receiver();
  await page.goto(`/b/${board}/panel`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Chat apps' }).click();
  await dialog.getByText('No chat is connected yet.').waitFor();
  await dialog.getByRole('button', { name: 'Add a chat' }).click();
  await dialog.getByLabel('Service').selectOption('Telegram');
  await dialog.getByText('Create a bot with @BotFather').waitFor();
  assert.equal(await dialog.getByLabel('URL', { exact: true }).count(), 0);
  await dialog.getByLabel('Service').selectOption('Matrix');
  await dialog.getByLabel('URL of the server').fill(url);
  await dialog.getByLabel('Token').fill('xyzzy');
  await dialog.getByLabel('Room').fill('general');
  await dialog.getByLabel('Files').check();
  assert.deepEqual(await violationsOn(page), []);
  await dialog.getByRole('button', { name: 'Add chat' }).click();
  await dialog.getByRole('alert').getByText('does not have the form that Matrix expects').waitFor();
  // The browser reports what was refused.
  assert.match(complaints.splice(0).join(), /^error: .*400 \(Bad Request\)$/);
  await dialog.getByLabel('Room').fill('!room:example.com');
  await dialog.getByRole('button', { name: 'Add chat' }).click();
  await dialog.getByText('Nothing posted yet.').waitFor();
  const [made] = await person.call(api.channels.list, { params });
  assert.deepEqual(made?.events, [
    'card.created',
    'card.updated.list',
    'card.updated.completed',
    'card.updated.reopened',
    'card.updated.comment.added',
    'card.updated.member.added',
    'card.updated.attachment.added',
  ]);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText('Matrix accepted the message.').waitFor();
  assert.match(nth(received, 0).body, /Harbour/);
  assert.ok(!(await page.locator('body').innerText()).includes('xyzzy'));
  assert.deepEqual(await violationsOn(page), []);
  await choose(dialog, 'Edit');
  await dialog.getByLabel('Name').fill('Harbour room');
  await dialog.getByLabel('Everything').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('heading', { name: 'Harbour room' }).waitFor();
  await choose(dialog, 'Turn off');
  await dialog.getByText('Off', { exact: true }).waitFor();
  const [changed] = await person.call(api.channels.list, { params });
  assert.deepEqual([changed?.events, changed?.active], [['*'], false]);
  await choose(dialog, 'Remove');
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText('No chat is connected yet.').waitFor();
  assert.deepEqual(complaints, []);
});

test('a test that fails says why, and the menu is for those who may use it', { skip }, async () => {
  const { person, page } = await someone('grace', { viewport: { width: 320, height: 640 } });
  assert.ok(service);
  const { board, workspace } = await makeBoard(person);
  const { url } = await receiver((response) => void response.writeHead(404).end());
  await addChannel(person, board, url, { name: 'W'.repeat(200) });
  await page.goto(`/b/${board}/channels`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText('the server answered with status 404').waitFor();
  // All else is in its menu.
  const own = dialog.locator('section', { hasText: 'WWW' }).locator('.row').getByRole('button');
  assert.equal(await own.count(), 2);
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  assert.ok((await page.evaluate<number>(overflow)) <= 0);
  const member = await someone('mia');
  await addMember(service, workspace, member.person);
  await member.page.goto(`/b/${board}/panel`);
  await member.page.getByRole('link', { name: 'Calendar and feed' }).waitFor();
  assert.equal(await member.page.getByRole('link', { name: 'Chat apps' }).count(), 0);
  await member.page.goto(`/b/${board}/channels`);
  await member.page.getByText('Only those who manage the webhooks').waitFor();
});

test('a chat is told of some cards only, gets another address in place, and shows what was posted', {
  skip,
}, async () => {
  const { person, page, complaints } = await someone('hedy');
  const { board, lists } = await makeBoard(person, { name: 'Harbour' });
  const [old, fresh] = [await receiver(), await receiver()];
  const { at } = await addChannel(person, board, `${old.url}/one`, { events: ['card.created'] });
  const read = async () => (await person.call(api.channels.list, { params: { boardPublicId: board } }))[0];
  await page.goto(`/b/${board}/channels`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('New cards.').waitFor();
  await choose(dialog, 'Edit');
  await dialog.getByLabel('Only of some cards').check();
  await dialog.getByText('Choose at least one list, label or member, or write a filter.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await dialog.getByText('In one of these lists').click();
  await dialog.getByLabel('Done').check();
  await dialog.getByText('Another URL or token').click();
  await dialog.getByLabel('URL', { exact: true }).fill(`${fresh.url}/two`);
  assert.deepEqual(await violationsOn(page), []);
  const filter = dialog.getByLabel('That pass this filter');
  await filter.fill('text:one');
  await dialog.getByText('this filter is asked of cards as boards show them').waitFor();
  await filter.fill('-label:u');
  await dialog.getByRole('option', { name: 'Urgent' }).click();
  assert.equal(await filter.inputValue(), '-label:Urgent ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Only of cards: Done, -label:Urgent.').waitFor();
  const changed = await read();
  const stored = { listPublicIds: [nth(lists, 1)], text: '-label:Urgent' };
  assert.deepEqual([changed?.address, changed?.filter], [fresh.url, stored]);

  await makeCard(person, nth(lists, 0), { title: 'Not this one' });
  await makeCard(person, nth(lists, 1), { title: 'This one' });
  assert.ok(service);
  await sendDue(service);
  assert.equal(fresh.received.length, 1);
  await choose(dialog, 'Delivery log');
  const row = dialog.getByRole('listitem').filter({ hasText: 'Created' });
  await row.getByText('200').waitFor();
  assert.deepEqual([await row.count(), fresh.received.length, old.received.length], [1, 1, 0]);
  assert.deepEqual(await violationsOn(page), []);
  await row.getByRole('button').first().click();
  await row.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('It will be sent again in a moment').waitFor();
  // A chat has a rest after each message.
  service.clock.pass(4_000_000);
  await until(async () => {
    await sendDue(service);
    return fresh.received.length === 2;
  }, 'posted again');

  // What its filter names may go.
  await person.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
  await dialog.getByText('Only of cards: deleted, -label:Urgent.').waitFor();
  await choose(dialog, 'Edit');
  await dialog.getByLabel('Only of some cards').uncheck();
  await dialog.getByLabel('Comments').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('New cards, Comments.').waitFor();
  assert.equal((await read())?.filter, null);
  assert.equal((await person.call(api.channels.deliveries, at)).deliveries.length, 1);
  assert.deepEqual(complaints, []);
});

test('a chat that was turned off says why, and is turned on again by a press', { skip }, async () => {
  const { person, page } = await someone('joan', { viewport: { width: 320, height: 640 } });
  const { board, lists } = await makeBoard(person);
  const { url } = await receiver((response) => void response.writeHead(410).end());
  await addChannel(person, board, url);
  await makeCard(person, nth(lists, 0));
  const read = async () => (await person.call(api.channels.list, { params: { boardPublicId: board } }))[0];
  assert.ok(service);
  await sendDue(service);
  assert.equal((await read())?.active, false);
  await page.goto(`/b/${board}/channels`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Last error: the server answered with status 410').waitFor();
  await dialog.getByText('It was turned off because messages could not be posted.').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  assert.ok((await page.evaluate<number>(overflow)) <= 0);
  await dialog.getByRole('button', { name: 'Turn on again' }).click();
  await dialog.getByRole('button', { name: 'Turn on again' }).waitFor({ state: 'detached' });
  assert.equal((await read())?.active, true);
});
