import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Answers to comments and reactions on a card's page: at once, live, and by whom they may be given. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function cardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(`ada-${name}`);
  const person = await service.signUp(name);
  const { workspace, lists } = await makeBoard(ada);
  await addMember(service, workspace, person);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const params = { cardPublicId: card };
  const { publicId } = await ada.call(api.comments.create, {
    params,
    body: { comment: 'Red or **blue**?' },
  });
  const comments = async () => (await ada.call(api.comments.list, { params })).comments;
  return { service, ada, person, workspace, card, comment: publicId, comments };
}

test('a comment is answered under a line of it, and its author is told', { skip }, async () => {
  const { service: at, ada, person, card, comment, comments } = await cardOf('rea');
  const { page, complaints } = await at.visitor({}, person);
  await page.goto(`/c/${card}`);
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.locator('.write', { hasText: 'Reply to ada-rea: Red or blue?' }).waitFor();
  await page.getByLabel('Write a comment').fill('Blue');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.locator('.comment .quote', { hasText: 'Reply to ada-rea: Red or blue?' }).waitFor();
  await until(async () => (await comments())[0]?.replyTo === comment, 'it is stored as an answer');
  const { notifications } = await ada.call(api.notifications.list, {});
  assert.equal(notifications[0]?.kind, 'replied');
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('reactions are shown at once and live, joined by a press, and written by hand', { skip }, async () => {
  const { service: at, ada, person, card, comment, comments } = await cardOf('rob');
  const { page, complaints } = await at.visitor({}, person);
  await page.goto(`/c/${card}`);
  const params = (emoji: string) => ({ params: { commentPublicId: comment, emoji } });
  await page.locator('.comment').waitFor();
  await ada.call(api.comments.addReaction, params('🎉'));
  await page.getByRole('button', { name: '🎉: 1 person', pressed: false }).click();
  await page.getByRole('button', { name: '🎉: 2 people', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Add a reaction' }).click();
  await page.getByRole('button', { name: '👍', exact: true }).click();
  await page.getByRole('button', { name: '👍: 1 person', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Add a reaction' }).click();
  await page.getByLabel('Any other emoji').fill('no');
  await page.keyboard.press('Enter');
  await page.getByText('This is not an emoji.').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByLabel('Any other emoji').fill('🦞');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '🦞: 1 person', pressed: true }).waitFor();
  await page.getByRole('button', { name: '🎉: 2 people', pressed: true }).click();
  await page.getByRole('button', { name: '🎉: 1 person', pressed: false }).waitFor();
  const stored = async () =>
    (await comments())[0]?.reactions.map(({ emoji, count }) => `${emoji}${count}`).join();
  await until(async () => (await stored()) === '🎉1,👍1,🦞1', 'all is stored');
  assert.deepEqual(complaints, []);
});

test('who may not comment sees reactions, and neither gives nor answers', { skip }, async () => {
  const { service: at, ada, workspace, card, comment } = await cardOf('ron');
  await ada.call(api.comments.addReaction, { params: { commentPublicId: comment, emoji: '🎉' } });
  const guest = await at.signUp('guest-of-ron');
  await addMember(at, workspace, guest, { role: 'guest' });
  const { page } = await at.visitor({}, guest);
  await page.goto(`/c/${card}`);
  assert.ok(await page.getByRole('button', { name: '🎉: 1 person' }).isDisabled());
  assert.equal(await page.getByRole('button', { name: 'Add a reaction' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Reply' }).count(), 0);
});
