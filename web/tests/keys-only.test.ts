import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { receiver } from '../../server/src/testing/receiver.ts';
import { noBrowser, visited } from './browser.ts';
import { sent, shows, until } from './looking.ts';

/* A day's tasks by keys alone: nothing in this file points, clicks or moves the focus by script. */

const skip = noBrowser;
const service = skip ? undefined : await visited({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });

/** The accessible name of the focused element, or what stands in it. */
const nameOfFocus = (page: Page) =>
  page.evaluate(`(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'body';
    const by = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
    return [at.getAttribute('aria-label'), by.filter(Boolean).join(' '), at.labels?.[0]?.textContent, at.textContent,
      at.getAttribute('placeholder')].map((each) => each?.trim()).find(Boolean) ?? at.tagName;
  })()`) as Promise<string>;

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let tries = 0; tries < 100; tries++) {
    const at = await nameOfFocus(page);
    if (name.test(at)) return;
    passed.push(at);
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${name}, but to ${passed.join(' | ')}`);
}

const press = async (page: Page, ...keys: string[]) => {
  for (const each of keys) await page.keyboard.press(each);
};

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Goes to a card by arrows: from the first of all down each list, and on to the next one. */
async function goTo(page: Page, title: string): Promise<void> {
  await press(page, ...Array(5).fill('ArrowLeft'), ...Array(5).fill('ArrowUp'));
  for (let tries = 0; tries < 20; tries++) {
    const before = await nameOfFocus(page);
    if (before === title) return;
    await page.keyboard.press('ArrowDown');
    if ((await nameOfFocus(page)) === before) await press(page, 'ArrowRight', ...Array(5).fill('ArrowUp'));
  }
  assert.fail(`arrows do not lead to ${title}`);
}

const isShown = (page: Page, what: string) =>
  page.getByText(what, { exact: true }).filter({ visible: true }).first().waitFor();

test('a day by keys: a board, lists, cards, a label, a member, a date, a move, a comment, a checklist, and back', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('keys');
  await makeWorkspace(ada, 'Engines');
  const { page, complaints } = await service.visitor({ reducedMotion: 'reduce' }, ada);

  await page.goto('/');
  await page.getByRole('button', { name: 'New board' }).waitFor();
  await tabTo(page, /^New board$/);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'New board' }).waitFor();
  await write(page, 'Harbour');
  await page.waitForURL(/\/b\//);
  await page.getByRole('button', { name: 'Harbour' }).waitFor();
  const boardPublicId = new URL(page.url()).pathname.slice(3);
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId } });
  const [first = '', second = ''] = lists.map(({ name }) => name);

  // Another list.
  await tabTo(page, /^Add a list$/);
  await press(page, 'Enter');
  await write(page, 'Later');
  await press(page, 'Escape');
  await page.getByRole('heading', { name: 'Later' }).waitFor();

  await press(page, 'n');
  await until(
    async () => (await nameOfFocus(page)) === 'What needs to be done?',
    'the form for cards is open',
  );
  for (const title of ['Paint the boats', 'Order ropes', 'Mend the nets']) await write(page, title);
  await press(page, 'Escape');
  await shows(page, first, ['Paint the boats', 'Order ropes', 'Mend the nets']);
  await press(page, 'Shift+Tab');
  await goTo(page, 'Paint the boats');

  await press(page, 'Enter');
  const card = page.getByRole('dialog', { name: 'Paint the boats', exact: true });
  await card.waitFor();
  await press(page, 'l');
  await page.getByRole('dialog', { name: 'Labels', exact: true }).waitFor();
  await page.keyboard.type('Blue');
  await page.getByRole('option', { name: /Create/ }).waitFor();
  await press(page, 'Enter');
  await card.getByText('Blue', { exact: true }).first().waitFor();
  await press(page, 'Escape', 'm');
  await page.getByRole('dialog', { name: 'Members', exact: true }).waitFor();
  await page.keyboard.type('keys');
  await press(page, 'Enter', 'Escape', 'd');
  await page.getByRole('dialog', { name: 'Due date', exact: true }).waitFor();
  await write(page, 'tomorrow');
  await tabTo(page, /^Add a description$/);
  await press(page, 'Enter');
  await page.keyboard.type('Both sides.');
  await press(page, 'Control+Enter');
  await isShown(page, 'Both sides.');
  await tabTo(page, /^(?:Add )?[Cc]hecklist$/);
  await press(page, 'Enter');
  await until(async () => (await nameOfFocus(page)).startsWith('New item in'), 'the field for items is open');
  await write(page, 'Buy paint');
  await write(page, 'Find a dry day');
  await press(page, 'Escape');
  await isShown(page, 'Find a dry day');
  await tabTo(page, /^Write a comment$/);
  await press(page, 'Enter');
  await page.keyboard.type('I begin on Monday.');
  await press(page, 'Control+Enter');
  await isShown(page, 'I begin on Monday.');
  await press(page, 'Escape');
  await card.waitFor({ state: 'hidden' });
  await until(async () => (await nameOfFocus(page)) === 'Paint the boats', 'the card has the focus again');

  // Moved to the next list by its key, and within it by another.
  await press(page, '>');
  await shows(page, second, ['Paint the boats']);
  await goTo(page, 'Mend the nets');
  await press(page, 'v');
  await page.getByRole('dialog', { name: /^Move/ }).waitFor();
  await page.keyboard.type(second.slice(0, 3));
  await tabTo(page, /^Move$/);
  await press(page, 'Enter');
  await shows(page, second, ['Mend the nets', 'Paint the boats']);
  await goTo(page, 'Mend the nets');
  await press(page, 'Alt+ArrowDown');
  await shows(page, second, ['Paint the boats', 'Mend the nets']);

  // Archived, and back.
  await press(page, 'c');
  await shows(page, second, ['Paint the boats']);
  await press(page, 'Control+z');
  await shows(page, second, ['Paint the boats', 'Mend the nets']);

  await press(page, '/');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('ropes');
  await page
    .getByRole('option', { name: /^Order ropes/ })
    .first()
    .waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Order ropes', exact: true }).waitFor();
  await press(page, 'Escape');

  await press(page, 'f');
  await page.keyboard.type('nets');
  await shows(page, second, ['Mend the nets']);
  await press(page, 'Escape');
  await shows(page, first, []);
  await press(page, 'x');
  await shows(page, first, ['Order ropes']);

  await sent(page);
  const board = await ada.call(api.boards.get, { params: { boardPublicId } });
  const found = board.lists.flatMap(({ cards }) => cards).find(({ title }) => title === 'Paint the boats');
  const whole = await ada.call(api.cards.get, { params: { cardPublicId: found?.publicId ?? '' } });
  assert.deepEqual(
    [whole.labels.length, whole.members.length, whole.dueDate !== null, whole.description],
    [1, 1, true, 'Both sides.'],
  );
  assert.deepEqual(
    whole.checklists.map(({ items }) => items.map(({ title }) => title)),
    [['Buy paint', 'Find a dry day']],
  );
  assert.deepEqual(complaints, []);
});

test('more by keys: repetition, reminders, the inbox, My work, notifications, a chat, a calendar and a webhook', {
  skip,
}, async () => {
  assert.ok(service);
  const [ada, ben] = [await service.signUp('keyed'), await service.signUp('teller')];
  const { workspace, board, lists } = await makeBoard(ada, { name: 'Harbour' });
  await addMember(service, workspace, ben);
  const cardPublicId = await makeCard(ada, nth(lists, 0), {
    title: 'Paint the boats',
    // Late in the day: moved to today it is still to come, whenever this runs.
    dueDate: '2099-03-27T23:59:00.000Z',
  });
  const params = { cardPublicId };
  const { page, complaints } = await service.visitor({ reducedMotion: 'reduce' }, ada);

  await page.goto(`/c/${cardPublicId}`);
  await page.getByText('Write a comment').waitFor();
  await tabTo(page, /^Repeat/);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Repeat', exact: true }).locator('input:focus').waitFor();
  await page.keyboard.type('weekday');
  await page.getByRole('option', { name: 'Every weekday' }).waitFor();
  await press(page, 'Enter');
  await isShown(page, 'Every weekday');
  await tabTo(page, /^Reminder/);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Reminder', exact: true }).locator('input:focus').waitFor();
  await page.keyboard.type('3 hours');
  await page.getByRole('option', { name: '3 hours before' }).waitFor();
  await press(page, 'Enter', 'Escape');
  await until(async () => {
    const card = await ada.call(api.cards.get, { params, query: { include: ['work'] } });
    return card.work?.recurrence !== null && card.work?.reminders.join() === '180';
  }, 'both are stored');
  await press(page, 'Escape');
  await page.getByRole('heading', { name: 'To do' }).waitFor();

  await ben.call(api.comments.create, { params, body: { comment: 'Red or blue?' } });
  await tabTo(page, /^Inbox/);
  await press(page, 'Enter');
  await page.getByText('“Red or blue?”').waitFor();
  await tabTo(page, /teller commented/);
  await press(page, 'e');
  await isShown(page, 'You are all caught up');

  const [me] = (await ada.call(api.members.list, { params: { workspacePublicId: workspace } })).filter(
    ({ user }) => user?.id === ada.id,
  );
  const onCard = { ...params, workspaceMemberPublicId: me?.publicId ?? '' };
  await ada.call(api.cards.addMember, { params: onCard });
  await tabTo(page, /^My work$/);
  await press(page, 'Enter');
  await page.getByRole('link', { name: 'Paint the boats' }).waitFor();
  await tabTo(page, /^Paint the boats$/);
  await press(page, 'd');
  await page.locator('[role=menuitem]:focus').waitFor();
  await press(page, 'Enter');
  await page.getByRole('region', { name: 'Today' }).getByText('Paint the boats').waitFor();
  await until(async () => (await nameOfFocus(page)) === 'Paint the boats', 'the row has the focus again');

  await page.goto('/profile/notifications');
  await page.getByText('Keep quiet hours').waitFor();
  await tabTo(page, /^You are mentioned: Inbox$/);
  await press(page, 'Space');
  await until(
    async () => (await ada.call(api.notificationSettings.get, {})).kinds.mentioned.page === 'off',
    'mentions are not in the inbox',
  );

  await page.goto(`/b/${board}/channels`);
  await page.getByText('No chat is connected yet.').waitFor();
  await tabTo(page, /^Add a chat$/);
  await press(page, 'Enter');
  await tabTo(page, /^URL/);
  await page.keyboard.type((await receiver()).url);
  await tabTo(page, /^Add chat$/);
  await press(page, 'Enter');
  await page.getByText('Nothing posted yet.').waitFor();

  await page.goto(`/b/${board}/calendar`);
  await page.getByText('Subscribe in your calendar app').waitFor();
  await tabTo(page, /^Create URL$/);
  await press(page, 'Enter');
  await until(async () => (await nameOfFocus(page)).startsWith('Your URL'), 'the new URL has the focus');

  await page.goto(`/w/${workspace}/webhooks`);
  await page.getByText('There are no webhooks yet.').waitFor();
  await tabTo(page, /^New webhook$/);
  await press(page, 'Enter');
  await page.keyboard.type('Office screen');
  await tabTo(page, /^URL/);
  await page.keyboard.type((await receiver()).url);
  await tabTo(page, /^All boards$/);
  await press(page, 'Enter');
  await page.getByRole('combobox', { name: 'Find a board' }).waitFor();
  await write(page, 'harb');
  await page.getByRole('option', { name: 'Harbour', selected: true }).waitFor();
  await press(page, 'Escape');
  await tabTo(page, /^Create webhook$/);
  await press(page, 'Enter');
  await tabTo(page, /^I have saved it$/);
  await press(page, 'Enter');
  await page.getByRole('link', { name: 'Office screen' }).waitFor();
  assert.deepEqual(complaints, []);
});
