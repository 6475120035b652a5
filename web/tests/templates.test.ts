import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Cards that are templates: marked in the menu of a tile, and offered where cards are added. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { board, lists, labels } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Bug report', labelPublicIds: labels });
  const titles = async () => {
    const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
    return cards.map(({ title, isTemplate, labelPublicIds }) => [title, isTemplate, labelPublicIds.length]);
  };
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(`/b/${board}`);
  const list = page.locator(`[data-list="${nth(lists, 0)}"]`);
  return { card, titles, page, complaints, list, tile: page.locator(`[data-card="${card}"]`) };
}

test('a card is made a template in its menu, and cards are made from it where they are added', {
  skip,
}, async () => {
  const { titles, page, complaints, list, tile } = await boardOf('dan');
  await list.locator('.list-header', { hasText: '1' }).waitFor();
  await tile.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Turn into a template' }).click();
  await tile.getByText('Template').waitFor();
  await list.locator('.list-header', { hasText: '0' }).waitFor();
  await until(async () => JSON.stringify(await titles()) === '[["Bug report",true,2]]', 'it is stored');

  await list.getByRole('button', { name: 'Add a card' }).click();
  await list.getByRole('textbox', { name: 'What needs to be done?' }).fill('It hangs');
  await list.getByRole('button', { name: 'Create a card from a template' }).click();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('menuitem', { name: 'Bug report' }).click();
  await list.getByRole('link', { name: 'It hangs' }).waitFor();
  assert.equal(await list.getByRole('textbox', { name: 'What needs to be done?' }).inputValue(), '');
  assert.deepEqual(await titles(), [
    ['Bug report', true, 2],
    ['It hangs', undefined, 2],
  ]);
  await list.locator('.list-header', { hasText: '1' }).waitFor();

  await tile.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Create card from template' }).click();
  await list.getByRole('link', { name: 'Bug report' }).nth(1).waitFor();
  assert.deepEqual(complaints, []);
});

test('a filter hides templates, unless it asks for them', { skip }, async () => {
  const { page, complaints, tile } = await boardOf('eve');
  await tile.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Turn into a template' }).click();
  await tile.getByText('Template').waitFor();
  const address = page.url();
  await page.goto(`${address}?q=is%3Aopen`);
  await page.getByText('0 of 1').first().waitFor();
  assert.equal(await tile.count(), 0);
  await page.goto(`${address}?q=is%3Atemplate`);
  await tile.waitFor();
  assert.deepEqual(complaints, []);
});

test('the open card says that it is a template, and its menu makes a card of it', { skip }, async () => {
  const { card, titles, page, complaints, tile } = await boardOf('fay');
  await tile.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Turn into a template' }).click();
  await tile.getByText('Template').waitFor();
  await page.goto(`/c/${card}`);
  await page.locator('.card-head').getByText('Template').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.locator('.card-head').getByRole('button', { name: 'Actions for this card' }).click();
  await page.getByRole('menuitem', { name: 'Create card from template' }).click();
  await until(async () => (await titles()).length === 2, 'a card is made');
  assert.deepEqual(complaints, []);
});
