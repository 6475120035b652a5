import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  return page.getByLabel('What needs to be done?');
};

test('members, labels and the place are completed while a title is typed', { skip }, async () => {
  assert.ok(service);
  const { page, ada, lists, complaints } = await lookAtBoard(service, 'ada');
  await open(page);
  await page.keyboard.type('Call @ad');
  await page.getByRole('option', { name: 'ada' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('the bank #');
  await page.getByRole('option').nth(1).click();
  await page.keyboard.type('^don');
  await page.keyboard.press('Tab');
  await page.keyboard.type('^to');
  await page.getByRole('option', { name: 'Top' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await shows(page, 'Done', ['Call the bank', 'X', 'Y', 'Z']);
  const card = page.locator('.card', { hasText: 'Call the bank' });
  await card.getByRole('img', { name: 'ada' }).waitFor();
  assert.equal(await card.locator('.label').count(), 1);
  await sent(page);
  assert.equal(lists.length > 0 && ada !== undefined, true);
  assert.deepEqual(complaints, []);
});

test('several lines that are pasted become as many cards, or one', { skip }, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'bea');
  const field = await open(page);
  await field.fill('- one\n- two\n- three');
  await page.getByRole('button', { name: 'Add 3 cards' }).click();
  await shows(page, 'To do', ['A', 'B', 'C', 'one', 'two', 'three']);
  await field.fill('four\nfive');
  await page.getByRole('button', { name: 'As one card' }).click();
  await shows(page, 'To do', ['A', 'B', 'C', 'one', 'two', 'three', 'four five']);
  await page.keyboard.press('Escape');
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'B', 'C', 'one', 'two', 'three', 'four five']);
});

test('Shift and Enter opens the new card, and what was begun is there after a reload', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'cleo');
  await open(page);
  await page.keyboard.type('half a tho');
  await page.reload();
  await until(
    async () => (await page.getByLabel('What needs to be done?').inputValue()) === 'half a tho',
    'the draft is back',
  );
  await page.getByLabel('What needs to be done?').press('End');
  await page.keyboard.type('ught');
  // The card is opened before it is stored; until then, no request for it may be sent.
  await page.route(/\/cards$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('dialog', { name: 'half a thought' }).waitFor();
  const saysSo = page.waitForRequest(
    (request) => request.url().includes('/presence') && /"cardPublicId":"/.test(request.postData() ?? ''),
  );
  await sent(page);
  await saysSo;
  assert.deepEqual(complaints, []);
});

test('adding a card that the filter hides shows a message', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'dora');
  await page.goto(`${page.url()}?q=B`);
  await shows(page, 'To do', ['B']);
  await open(page);
  await page.keyboard.type('new');
  await page.keyboard.press('Enter');
  await page.getByText('The new card is hidden by the filter').waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Show all cards' }).click();
  await shows(page, 'To do', ['A', 'B', 'C', 'new']);
});
