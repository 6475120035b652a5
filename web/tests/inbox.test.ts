import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';

/* The inbox: what the user is told, live, by keys, beside the card, and on a phone. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Somebody who is told of three things on two cards, and their page. */
async function toldOf(name: string, options = {}) {
  assert.ok(service);
  const ada = await service.signUp(`ada-${name}`);
  const person = await service.signUp(name);
  const { workspace, lists } = await makeBoard(ada, { name: 'Harbour' });
  const member = await addMember(service, workspace, person);
  const [paint, rig] = [
    await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour', description: 'Both **sides**.' }),
    await makeCard(ada, nth(lists, 0), { title: 'Rig the boats' }),
  ];
  const put = (cardPublicId: string) =>
    ada.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId: member } });
  const comment = (cardPublicId: string, text: string) =>
    ada.call(api.comments.create, { params: { cardPublicId }, body: { comment: text } });
  await put(paint);
  await put(rig);
  await comment(rig, 'The mast is here');
  const visitor = await service.visitor(options, person);
  return { person, paint, rig, comment, ...visitor };
}

const rows = (page: Page) => page.locator('[data-news]');
const chosen = (page: Page) => page.locator('[data-news][aria-current]');

test('the bell counts, the inbox has what needs the user first, and both are live', { skip }, async () => {
  const { page, comment, paint, complaints } = await toldOf('bea');
  await page.goto('/');
  await page.locator('.bell b', { hasText: '3' }).waitFor();
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await rows(page).nth(2).waitFor();
  assert.deepEqual(await page.locator('.news-list h2').allTextContents(), ['Needs you', 'Harbour']);
  assert.match((await rows(page).nth(2).textContent()) ?? '', /ada-bea commented.*“The mast is here”/);
  await comment(paint, 'Red or blue?');
  await page.getByText('“Red or blue?”').waitFor();
  await page.locator('.bell b', { hasText: '4' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('keys choose, mark, put off and finish what is shown, and open its card', { skip }, async () => {
  const { page, person, rig } = await toldOf('cal');
  await page.goto('/inbox');
  await rows(page).nth(2).waitFor();
  const stateOf = async (state: 'unread' | 'all' | 'archived') =>
    (await person.call(api.notifications.list, { query: { state } })).notifications.length;
  await page.locator('.news-beside h2', { hasText: 'Rig the boats' }).waitFor();
  await page.keyboard.press('j');
  await page.locator('.news-beside h2', { hasText: 'Paint the harbour' }).waitFor();
  await page.locator('.news-beside strong', { hasText: 'sides' }).waitFor();
  await page.keyboard.press('e');
  await rows(page).nth(2).waitFor({ state: 'detached' });
  await page.keyboard.press('u');
  await page.locator('.bell b', { hasText: '1' }).waitFor();
  await page.keyboard.press('h');
  await rows(page).nth(1).waitFor({ state: 'detached' });
  await page.locator('.news-beside h2', { hasText: 'Rig the boats' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/c/${rig}`));
  assert.deepEqual(await Promise.all([stateOf('archived'), stateOf('all')]), [1, 1]);
});

test('what is chosen is shown beside, and can be answered there', { skip }, async () => {
  const { page, person, rig } = await toldOf('dot');
  await page.goto('/inbox');
  await page.getByText('“The mast is here”').click();
  await page.locator('.news-beside h2', { hasText: 'Rig the boats' }).waitFor();
  assert.equal(await chosen(page).count(), 1);
  await page.getByLabel('Write a comment').fill('Thank you');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.talk', { hasText: 'Thank you' }).waitFor();
  const { comments } = await person.call(api.comments.list, { params: { cardPublicId: rig } });
  assert.deepEqual(
    comments.map(({ comment: text }) => text),
    ['Thank you', 'The mast is here'],
  );
});

test('all can be marked as read, and what is done comes back', { skip }, async () => {
  const { page } = await toldOf('eli');
  await page.goto('/inbox');
  await rows(page).nth(2).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('You are all caught up').waitFor();
  await page.locator('.bell b').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await rows(page).nth(1).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('link', { name: 'Done' }).click();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Back to the inbox' }).click();
  await page.getByText('Nothing here yet').waitFor();
});

test('on a phone a row opens its card', { skip }, async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const { page, rig } = await toldOf('fay', phone);
  await page.goto('/inbox');
  await page.getByText('“The mast is here”').click();
  await page.waitForURL(new RegExp(`/c/${rig}`));
  await page.goBack();
  await rows(page).first().waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  assert.deepEqual(await violationsOn(page), []);
});
