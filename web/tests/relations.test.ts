import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Cards are related on their page, found by title on the board and elsewhere, and tiles say what is blocked. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function world(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace, name: 'Shipyard' });
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Paint the hull' });
  const near = await makeCard(ada, nth(made.lists, 0), { title: 'Sand the hull' });
  const far = await makeCard(ada, nth(other.lists, 0), { title: 'Order the paint' });
  const typesOf = async () => {
    const { relations } = await ada.call(api.relations.list, { params: { cardPublicId: card } });
    return relations.map(({ type, card: { publicId } }) => `${type} ${publicId}`);
  };
  return { at: service, ada, ...made, card, near, far, typesOf };
}

test('a card is related to another, which can be undone, and its tile says that it is blocked', {
  skip,
}, async () => {
  const { at, ada, board, card, near, typesOf } = await world('rea');
  const { page, complaints } = await at.visitor({}, ada);
  await page.goto(`/c/${card}`);
  await page.getByRole('button', { name: 'Related card' }).click();
  await page.getByRole('combobox', { name: 'Find a card by title or key' }).fill('sand');
  await page.getByRole('option', { name: /Sand the hull/ }).click();
  const section = page.locator('.relations');
  await section.getByRole('link', { name: /Sand the hull/ }).waitFor();
  await until(async () => (await typesOf())[0] === `blocked-by ${near}`, 'it is stored');
  assert.deepEqual(await violationsOn(page), []);
  await section.getByRole('button', { name: /^Remove / }).waitFor();
  await page.keyboard.press('Control+z');
  await section.waitFor({ state: 'detached' });
  await until(async () => (await typesOf()).length === 0, 'it is undone');
  await page.keyboard.press('Control+Shift+z');
  await until(async () => (await typesOf()).length === 1, 'it is done again');
  await page.goto(`/b/${board}`);
  const badge = page.locator(`[data-card="${card}"] .badge`, { hasText: 'Blocked' });
  await badge.waitFor();
  await ada.call(api.cards.update, { params: { cardPublicId: near }, body: { completed: true } });
  await badge.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a card of another board is found, shown with its place, and removed', { skip }, async () => {
  const { at, ada, board, card, far, typesOf } = await world('rob');
  const { page, complaints } = await at.visitor({}, ada);
  await page.goto(`/c/${card}`);
  await page.getByRole('button', { name: 'Related card' }).click();
  await page.getByRole('combobox', { name: 'Type of relation' }).selectOption('child');
  await page.getByRole('combobox', { name: 'Find a card by title or key' }).fill('order');
  await page.getByRole('option', { name: /Order the paint/ }).click();
  await page.locator('.relations', { hasText: 'Shipyard' }).waitFor();
  await until(async () => (await typesOf())[0] === `child ${far}`, 'it is stored');
  await ada.call(api.cards.update, { params: { cardPublicId: far }, body: { completed: true } });
  await page.locator('.relations', { hasText: '1 of 1 done' }).waitFor();
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${card}"] .badge`, { hasText: '1 of 1 child cards done' }).waitFor();
  await page.goto(`/c/${card}`);
  await page.getByRole('button', { name: /^Remove / }).click();
  await until(async () => (await typesOf()).length === 0, 'it is removed');
  assert.deepEqual(complaints, []);
});
