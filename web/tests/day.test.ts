import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeMember } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { goOffline, sent, shows, until } from './looking.ts';

/* A day of an admin, a member and a guest who only reads, each in a browser of their own, on one board. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const tile = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** What a page shows: each list with its cards, in order. */
const shown = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('[data-list]')].map((list) => [
    list.querySelector('h2').textContent.trim(),
    ...[...list.querySelectorAll('.card-title')].map((title) => title.textContent.trim()),
  ])`);

async function addCards(page: Page, list: string, titles: readonly string[]): Promise<void> {
  const column = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: list, exact: true }) });
  const field = column.getByLabel('What needs to be done?');
  // The first list of an empty board is open for typing.
  await column.getByRole('button', { name: 'Add a card' }).click();
  for (const title of titles) {
    await field.fill(title);
    await field.press('Enter');
  }
  await page.keyboard.press('Escape');
}

async function drag(page: Page, title: string, to: string): Promise<void> {
  const [from, over] = [await tile(page, title).boundingBox(), await tile(page, to).boundingBox()];
  assert.ok(from && over);
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(over.x + 30, over.y + 2, { steps: 12 });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.mouse.up();
}

test('an admin, a member and a guest work on one board for a day, and end with the same one', {
  skip,
}, async () => {
  assert.ok(service);
  const at = service;
  const [ada, ben, guest] = [await at.signUp('anna'), await at.signUp('benno'), await at.signUp('gast')];
  const { workspace, board } = await makeBoard(ada, { name: 'Harbour' });
  await makeMember(at, ada, workspace, ben);
  const guests = await makeMember(at, ada, workspace, guest, 'guest');
  const options = { reducedMotion: 'reduce' as const };
  const [hers, his, theirs] = [
    await at.visitor(options, ada),
    await at.visitor(options, ben),
    await at.visitor(options, guest),
  ];
  const pages = [hers.page, his.page, theirs.page] as const;
  const [admin, member, reader] = pages;
  await Promise.all(pages.map((page) => page.goto(`/b/${board}`)));
  await Promise.all(pages.map((page) => page.getByRole('heading', { name: 'To do' }).waitFor()));

  // Morning: the admin plans, the member takes a card, and the guest looks on.
  await addCards(admin, 'To do', ['Paint the boats', 'Order ropes', 'Mend the nets']);
  await admin.getByRole('button', { name: 'Add a list' }).click();
  await admin.getByLabel('List name').fill('Waiting');
  await admin.keyboard.press('Enter');
  await admin.keyboard.press('Escape');
  for (const page of pages) await shows(page, 'To do', ['Paint the boats', 'Order ropes', 'Mend the nets']);
  await reader.getByText('View only', { exact: true }).waitFor();
  await tile(member, 'Order ropes').focus();
  await member.keyboard.press('Space');
  await tile(member, 'Order ropes').press('Enter');
  await dialog(member, 'Order ropes').getByText('Write a comment').click();
  await member.keyboard.type('Ten or twenty metres?');
  await member.keyboard.press('Control+Enter');
  await dialog(member, 'Order ropes').getByText('Ten or twenty metres?').waitFor();

  // The admin has the same card open, and answers.
  await tile(admin, 'Order ropes').click();
  const answer = dialog(admin, 'Order ropes');
  await answer.getByText('Ten or twenty metres?').waitFor();
  await answer.getByText('Write a comment').click();
  await admin.keyboard.type('Twenty.');
  await admin.keyboard.press('Control+Enter');
  await dialog(member, 'Order ropes').getByText('Twenty.').waitFor();
  await admin.keyboard.press('Escape');
  await member.keyboard.press('Escape');
  await dialog(member, 'Order ropes').waitFor({ state: 'hidden' });

  // The member is told of the answer, finds the card among their work, and plans it for tomorrow.
  await member.getByRole('link', { name: 'Inbox' }).click();
  await member.getByText('“Twenty.”').waitFor();
  await member.keyboard.press('e');
  await member.getByText('You are all caught up').waitFor();
  await member.getByRole('link', { name: 'My work' }).click();
  await member.getByRole('button', { name: 'No date: move to another day' }).click();
  await member.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await member.getByRole('button', { name: 'Tomorrow: move to another day' }).waitFor();
  await tile(member, 'Order ropes').click();
  await dialog(member, 'Order ropes').getByText('Twenty.').waitFor();
  await member.keyboard.press('Escape');
  await member.getByRole('region', { name: 'Next 7 days' }).waitFor();
  await member.goto(`/b/${board}`);
  await member.getByRole('heading', { name: 'To do' }).waitFor();
  await admin.locator('[data-list] .badge.due', { hasText: 'Tomorrow' }).waitFor();

  // Noon: cards are dragged by two at once, one line is lost, and everything arrives.
  await addCards(member, 'Done', ['Clean the pier']);
  await drag(member, 'Order ropes', 'Clean the pier');
  await shows(member, 'Done', ['Order ropes', 'Clean the pier']);
  await goOffline(member);
  await tile(member, 'Mend the nets').focus();
  await member.keyboard.press('e');
  await member.getByLabel('Card title').fill('Mend all nets');
  await member.keyboard.press('Enter');
  await tile(admin, 'Paint the boats').focus();
  await admin.keyboard.press('>');
  await his.context.setOffline(false);
  for (const page of pages) {
    await shows(page, 'To do', ['Mend all nets']);
    await shows(page, 'Done', ['Paint the boats', 'Order ropes', 'Clean the pier']);
  }

  // Afternoon: the guest is asked to help, and may for an hour.
  const params = { workspacePublicId: workspace, memberPublicId: guests };
  await ada.call(api.members.changeRole, { params, body: { role: 'member' } });
  await addCards(reader, 'To do', ['Ask the harbour master']);
  await sent(reader);
  for (const page of pages) await shows(page, 'To do', ['Mend all nets', 'Ask the harbour master']);
  await ada.call(api.members.changeRole, { params, body: { role: 'guest' } });
  await reader.getByText('View only', { exact: true }).waitFor();
  assert.equal(await reader.getByRole('button', { name: 'Add a card' }).count(), 0);

  // Evening: what is done is archived, one mistake is undone.
  await tile(admin, 'Clean the pier').focus();
  await admin.keyboard.press('c');
  await shows(member, 'Done', ['Paint the boats', 'Order ropes']);
  await tile(member, 'Ask the harbour master').focus();
  await member.keyboard.press('c');
  await shows(admin, 'To do', ['Mend all nets']);
  await member.keyboard.press('Control+z');
  for (const page of pages) {
    await shows(page, 'To do', ['Mend all nets', 'Ask the harbour master']);
    await shows(page, 'Done', ['Paint the boats', 'Order ropes']);
  }
  await Promise.all(pages.map(sent));
  const expected = JSON.stringify(await shown(admin));
  for (const page of pages) {
    await until(async () => JSON.stringify(await shown(page)) === expected, 'all show the same board');
    await page.reload();
    await page.getByRole('heading', { name: 'To do' }).waitFor();
    await until(async () => JSON.stringify(await shown(page)) === expected, 'also when read again');
  }
  const offline = /ERR_INTERNET_DISCONNECTED/;
  for (const { complaints } of [hers, his, theirs])
    assert.deepEqual(
      complaints.filter((each) => !offline.test(each)),
      [],
    );
});
