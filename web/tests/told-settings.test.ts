import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';
import { phone } from './touch.ts';

/* How the user is told: set on the page of settings, and muted in the menu of a board. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('kinds, channels, the digest and quiet hours are set on one page, also on a narrow one', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('told');
  const { page, complaints } = await service.visitor({ viewport: { width: 320, height: 700 } }, ada);
  const settings = () => ada.call(api.notificationSettings.get, {});
  await page.goto('/profile/notifications');
  await page.getByLabel('You are mentioned: Email').selectOption('In digest');
  await until(async () => (await settings()).kinds.mentioned.mail === 'digest', 'mail in the digest');
  await page.getByLabel('Comments on your cards: Inbox').uncheck();
  await until(async () => (await settings()).kinds.commented.page === 'off', 'none in the inbox');
  await page.locator('select[name=hour]').selectOption({ index: 17 });
  await until(async () => (await settings()).digest.hour === 17, 'the hour');
  await page.locator('fieldset').getByRole('checkbox').nth(5).check();
  await until(async () => (await settings()).digest.days.includes(6), 'the day');
  await page.getByLabel('Send me a summary of my day').check();
  await until(async () => (await settings()).summary, 'the summary');
  await page.getByLabel('Keep quiet hours').check();
  await page.getByLabel('From').fill('21:30');
  await until(async () => (await settings()).quietHours?.from === '21:30', 'the quiet hours');
  assert.deepEqual(await violationsOn(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  // Nor does the table scroll: all of each row is in sight.
  const table = page.getByRole('region', { name: 'Notifications' });
  assert.ok(await table.evaluate((each) => each.scrollWidth <= each.clientWidth));
  assert.equal(await page.getByRole('row').count(), Object.keys((await settings()).kinds).length + 1);
  assert.deepEqual(complaints, []);
});

test('on a phone no field is cut off by the row below it', { skip }, async () => {
  assert.ok(service);
  const { page } = await service.visitor(phone, await service.signUp('stacked'));
  await page.goto('/profile/notifications');
  await page.getByLabel('You are mentioned: Email').waitFor();
  const cut = await page.evaluate(`[...document.querySelectorAll('.stacked tr')].filter((row) =>
    [...row.querySelectorAll('select')].some(
      (each) => each.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom)).length`);
  assert.equal(cut, 0);
});

test('a board is muted in its menu, and listed among the settings until that ends', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('muting');
  const { board } = await makeBoard(ada, { name: 'Harbour' });
  const { page } = await service.visitor({}, ada);
  const muted = async () =>
    (await ada.call(api.notificationSettings.get, {})).overrides.map((each) => each.muted);
  const turn = async () => {
    await page.getByRole('button', { name: 'Actions for the board' }).click();
    await page.getByRole('menuitem', { name: 'Mute or unmute board' }).click();
  };
  await page.goto(`/b/${board}`);
  await turn();
  await page.getByText('You no longer get notifications from this board').waitFor();
  assert.deepEqual(await muted(), [true]);
  await turn();
  await page.getByText('This board is no longer muted').waitFor();
  assert.deepEqual(await muted(), []);
  await turn();
  await until(async () => (await muted()).length === 1, 'it is muted again');
  await page.goto('/profile/notifications');
  await page.getByText('Harbour').waitFor();
  await page.getByRole('button', { name: 'Remove what differs on Harbour' }).click();
  await until(async () => (await muted()).length === 0, 'it is not muted');
});
