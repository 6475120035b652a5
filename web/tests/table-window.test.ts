import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { noBrowser, visited } from './browser.ts';
import { crowdedBoard } from './crowded.ts';
import { lookAtBoard, until } from './looking.ts';

/* What of a table is in the DOM: the lines and columns in view, and the cell that has the Tab key. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** The indexes, from 1, of the columns that the first card has in the DOM. */
const columnsOfFirst = (page: Page) =>
  page
    .locator('.table [data-card]')
    .first()
    .locator('[role=gridcell]')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('aria-colindex'))));

const focusedAt = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const cell = document.activeElement?.closest('[role=gridcell]');
    return cell?.closest('[role=row]')?.getAttribute('aria-rowindex') + ' ' + cell?.getAttribute('aria-colindex');
  })()`);

test('columns out of view are not rendered, and the keys reach them', { skip }, async () => {
  assert.ok(service);
  const { ada, page, board, card, complaints } = await lookAtBoard(service, 'dorothy');
  const params = { boardPublicId: board };
  let last = '';
  for (let n = 1; n <= 20; n++) {
    const body = { name: `Field ${n}`, type: 'number' } as const;
    last = (await ada.call(api.fields.create, { params, body })).publicId;
  }
  const value = { cardPublicId: card('B'), fieldPublicId: last };
  await ada.call(api.fields.setValue, { params: value, body: { value: 1234.5 } });
  await page.goto(`/b/${board}?view=table`);
  const grid = page.getByRole('grid');
  await page.getByRole('columnheader', { name: 'Field 20' }).waitFor();
  assert.equal(await grid.getAttribute('aria-colcount'), '27');
  await until(async () => (await columnsOfFirst(page)).length < 20, 'some columns are left out');
  assert.deepEqual((await columnsOfFirst(page)).slice(0, 3), [1, 2, 3]);
  await page.locator('.table [data-card] .name').nth(1).click();
  await page.keyboard.press('End');
  await until(async () => (await focusedAt(page)).endsWith(' 27'), 'the focus is in the last column');
  await page.getByRole('gridcell', { name: '1,234.5', exact: true }).waitFor();
  await until(async () => {
    const shown = await columnsOfFirst(page);
    return shown.includes(27) && !shown.includes(5);
  }, 'the columns at the end are rendered, and those before are not');
  assert.deepEqual((await columnsOfFirst(page)).slice(0, 2), [1, 2]);
  await page.keyboard.press('ArrowUp');
  await until(async () => (await focusedAt(page)) === '3 27', 'the line above');
  // Where it is scrolled to does not take the cell away.
  await grid.evaluate((element) => element.parentElement?.scrollTo({ left: 0 }));
  await until(async () => (await columnsOfFirst(page)).includes(5), 'the first columns are there again');
  assert.equal(await focusedAt(page), '3 27');
  await page.keyboard.press('Home');
  await until(async () => (await focusedAt(page)) === '3 1', 'the first column');
  assert.deepEqual(complaints, []);
});

test('of ten thousand lines those in view are rendered, and the keys reach the last', { skip }, async () => {
  assert.ok(service);
  const person = await service.signUp('katherine');
  const { board } = await crowdedBoard(service, person, 10_000);
  const { page, complaints } = await service.visitor({}, person);
  await page.goto(`/b/${board}?view=table`);
  const rows = page.locator('.table [data-card]');
  await rows.first().waitFor();
  // A head, and for each of twenty lists its name and what is below it.
  assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '10041');
  assert.ok((await rows.count()) < 60);
  await rows.first().locator('.name').click();
  await page.keyboard.press('Control+End');
  await until(async () => (await focusedAt(page)).startsWith('10040 '), 'the last card has the focus');
  await page.getByRole('columnheader', { name: 'Card' }).getByRole('button').click();
  await until(
    async () =>
      (await page.getByRole('columnheader', { name: 'Card' }).getAttribute('aria-sort')) === 'ascending',
    'it is sorted',
  );
  await page.keyboard.press('Control+Home');
  assert.ok((await rows.count()) < 60);
  assert.deepEqual(complaints, []);
});
