import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* How many cards a list takes, and its color, as its menu sets them. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const listPublicId = nth(lists, 0);
  const stored = async () => {
    const found = await ada.call(api.lists.list, { params: { boardPublicId: board }, query: {} });
    const { colour, limit } = nth(found, 0);
    return { colour, limit };
  };
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(`/b/${board}`);
  const list = page.locator(`[data-list="${listPublicId}"]`);
  return { ada, board, lists, card, stored, page, complaints, list };
}

test('a color and a limit are set in the menu of a list, shown, and undone', { skip }, async () => {
  const { stored, page, complaints, list } = await boardOf('dan');
  await list.getByRole('button', { name: /Actions for the list/ }).click();
  await page.getByRole('menuitem', { name: 'Color and limit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'List “To do”' });
  await dialog.getByRole('radio', { name: 'Teal' }).check();
  await dialog.getByLabel('Card limit').fill('1');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Do not allow more cards').check();
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Escape');
  await list.locator('.list-header', { hasText: '1 / 1' }).locator('.badge.soon').waitFor();
  await list.and(page.locator('[style*="color-mix"]')).waitFor();
  const both = { colour: '#009e90', limit: { cards: 1, mode: 'refuse' } };
  await until(async () => JSON.stringify(await stored()) === JSON.stringify(both), 'both are stored');
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await list.locator('.list-header', { hasText: '1 / 1' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  const none = { colour: null, limit: null };
  await until(async () => JSON.stringify(await stored()) === JSON.stringify(none), 'neither is stored');
  assert.deepEqual(complaints, []);
});

test('a card that a full list refuses is back where it was, and the reason is shown', { skip }, async () => {
  const { ada, lists, page, list } = await boardOf('eve');
  const there = await makeCard(ada, nth(lists, 1), { title: 'Rig the boats' });
  await ada.call(api.lists.update, {
    params: { listPublicId: nth(lists, 0) },
    body: { limit: { cards: 1, mode: 'refuse' } },
  });
  await list.locator('.list-header', { hasText: '1 / 1' }).waitFor();
  const tile = page.locator(`[data-card="${there}"]`);
  await tile.locator('.card-title').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByText(/“Rig the boats” was not saved: .*as many cards as it may/).waitFor();
  await page.locator(`[data-list="${nth(lists, 1)}"] [data-card="${there}"]`).waitFor();
});
