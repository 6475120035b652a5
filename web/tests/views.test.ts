import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** The titles in a table, in order. */
const rows = (page: Page) =>
  page.locator('.table [data-card] .name').evaluateAll((all) => all.map((each) => each.textContent));

const showsRows = async (page: Page, expected: readonly string[]) => {
  let seen: (string | null)[] = [];
  await until(
    async () => {
      seen = await rows(page);
      return seen.join('|') === expected.join('|');
    },
    `the table shows ${expected.join(', ')}`,
  ).catch(() => assert.deepEqual(seen, expected));
};

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });

test('the table stands in the address, with the filter of the board', { skip }, async () => {
  assert.ok(service);
  const { page, board, complaints } = await lookAtBoard(service, 'ada');
  await views(page).getByRole('link', { name: 'Table' }).click();
  await showsRows(page, ['A', 'B', 'C', 'X', 'Y', 'Z']);
  assert.equal(new URL(page.url()).search, '?view=table');
  await page.goto(`/b/${board}?view=table&q=y`);
  await showsRows(page, ['Y']);
  await page.getByRole('link', { name: /-5$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await showsRows(page, ['Y']);
  assert.equal(new URL(page.url()).search, '?view=table&q=y');
  await views(page).getByRole('link', { name: 'Board' }).click();
  await shows(page, 'Done', ['Y']);
  await page.goto(`/b/${board}?view=0123456789abcdef`);
  await page.getByText('This view does not exist').waitFor();
  assert.deepEqual(complaints, []);
});

test('a view is saved with its settings and filter, shared, and found by others at once', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, board, context } = await lookAtBoard(service, 'grace');
  await page.goto(`/b/${board}?view=table&q=x`);
  await showsRows(page, ['X']);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByPlaceholder('Name').fill('Only X');
  await page.getByLabel('Share with everyone on the board').check();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View “Only X”' }).waitFor();
  const [saved] = await ada.call(api.views.list, { params: { boardPublicId: board } });
  assert.deepEqual(
    { ...saved, publicId: '' },
    {
      publicId: '',
      name: 'Only X',
      kind: 'table',
      shared: true,
      filter: 'x',
      groupBy: 'list',
      sort: [],
      columns: [],
      layout: null,
    },
  );
  const other = await context.newPage();
  await other.goto(`/b/${board}?view=${saved?.publicId}`);
  await showsRows(other, ['X']);
  await page.getByRole('columnheader', { name: 'Card' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(
    async () =>
      (await ada.call(api.views.list, { params: { boardPublicId: board } }))[0]?.sort[0] === 'title',
    'the sort is saved',
  );
  await page.getByRole('button', { name: 'View “Only X”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await other.getByText('This view does not exist').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await showsRows(page, ['X']);
});

test('a table is sorted by its columns, grouped, and shows the columns that were chosen', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, board, card, labels } = await lookAtBoard(service, 'mary');
  await ada.call(api.cards.addLabel, { params: { cardPublicId: card('B'), labelPublicId: nth(labels, 0) } });
  await page.goto(`/b/${board}?view=table`);
  const title = page.getByRole('columnheader', { name: 'Card' });
  await title.getByRole('button').click();
  await title.getByRole('button').click();
  await showsRows(page, ['C', 'B', 'A', 'Z', 'Y', 'X']);
  assert.equal(await title.getAttribute('aria-sort'), 'descending');
  await page.getByRole('button', { name: 'Group: List' }).click();
  await page.getByRole('option', { name: 'Labels' }).click();
  await showsRows(page, ['B', 'Z', 'Y', 'X', 'C', 'A']);
  await page.getByRole('button', { name: '7 columns' }).click();
  await page.getByRole('option', { name: 'Comments' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Comments' }).waitFor();
  await page.reload();
  await showsRows(page, ['B', 'Z', 'Y', 'X', 'C', 'A']);
  await page.getByRole('columnheader', { name: 'Comments' }).waitFor();
});

test('cells are edited by the keyboard as in a spreadsheet, and undone', { skip }, async () => {
  assert.ok(service);
  const { page, board, read } = await lookAtBoard(service, 'ruth');
  await page.goto(`/b/${board}?view=table`);
  await showsRows(page, ['A', 'B', 'C', 'X', 'Y', 'Z']);
  await page.locator('.table [data-card] .name').nth(0).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Built');
  await page.keyboard.press('Enter');
  await showsRows(page, ['A', 'Built', 'C', 'X', 'Y', 'Z']);
  await page.keyboard.press('F2');
  await page.keyboard.press('End');
  await page.keyboard.type(' too');
  await page.keyboard.press('Escape');
  await showsRows(page, ['A', 'Built', 'C', 'X', 'Y', 'Z']);
  await page.keyboard.press('Control+z');
  await showsRows(page, ['A', 'B', 'C', 'X', 'Y', 'Z']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Done');
  await page.keyboard.press('Enter');
  await showsRows(page, ['A', 'B', 'X', 'Y', 'Z', 'C']);
  await sent(page);
  assert.equal((await read('C')).list.name, 'Done');
});

test('a range is copied and pasted, and what a cell cannot take is said', { skip }, async () => {
  assert.ok(service);
  const { page, board, context, read, labels } = await lookAtBoard(service, 'joan');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/b/${board}?view=table`);
  await showsRows(page, ['A', 'B', 'C', 'X', 'Y', 'Z']);
  await page.evaluate(
    `navigator.clipboard.writeText(${JSON.stringify('One\tDone\tUrgent, Later\nTwo\tnowhere\t')})`,
  );
  await page.locator('.table [data-card] .name').nth(0).click();
  await page.keyboard.press('Control+v');
  await showsRows(page, ['Two', 'C', 'X', 'Y', 'Z', 'One']);
  await page.getByText('Could not paste into 1 cell').waitFor();
  await sent(page);
  const one = await read('A');
  assert.deepEqual(
    [one.title, one.list.name, one.labels.map(({ publicId }) => publicId)],
    ['One', 'Done', labels],
  );
  await page.keyboard.press('Control+z');
  await showsRows(page, ['A', 'B', 'C', 'X', 'Y', 'Z']);
  await page.locator('.table [data-card] .name').nth(0).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'A\tTo do\nB\tTo do');
});

test('letters are the commands of the board in the column of the keys, and nowhere else', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, board, read } = await lookAtBoard(service, 'hedy');
  await page.goto(`/b/${board}?view=table`);
  await showsRows(page, ['A', 'B', 'C', 'X', 'Y', 'Z']);
  await page.locator('.table [data-card] .name').nth(1).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press('o');
  await sent(page);
  const card = await read('B');
  assert.equal(card.list.name, 'To do');
  await page.getByRole('button', { name: 'Mark as not done' }).waitFor();
});

test('a board in lanes by person gives a card to whom it is dropped on', { skip }, async () => {
  assert.ok(service);
  const { page, board, read } = await lookAtBoard(service, 'emmy');
  await page.goto(`/b/${board}?view=board`);
  await page.locator('[data-list="lane "] [data-card]').nth(5).waitFor();
  const from = await page.locator('[data-list="lane "] [data-card]').nth(0).boundingBox();
  const to = await page.locator('[data-list^="lane "]').first().boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 8 });
  await page.mouse.up();
  await page.locator('[data-list^="lane "]').first().locator('[data-card]').waitFor();
  await sent(page);
  assert.equal((await read('A')).members.length, 1);
});

test('fields of the board are columns: shown, summed, sorted and grouped by', { skip }, async () => {
  assert.ok(service);
  const { ada, page, board, card } = await lookAtBoard(service, 'lise');
  const params = { boardPublicId: board };
  const effort = await ada.call(api.fields.create, { params, body: { name: 'Effort', type: 'number' } });
  const options = [{ name: 'High' }, { name: 'Low' }];
  const risk = await ada.call(api.fields.create, { params, body: { name: 'Risk', type: 'select', options } });
  const set = (title: string, fieldPublicId: string, value: string | number) =>
    ada.call(api.fields.setValue, { params: { cardPublicId: card(title), fieldPublicId }, body: { value } });
  await set('A', effort.publicId, 5);
  await set('C', effort.publicId, 3);
  await set('Y', risk.publicId, risk.options[0]?.publicId ?? '');
  await page.goto(`/b/${board}?view=table`);
  await page.getByText('Sum 8').waitFor();
  await page.getByRole('columnheader', { name: 'Effort' }).getByRole('button').click();
  await showsRows(page, ['C', 'A', 'B', 'X', 'Y', 'Z']);
  await page.getByRole('button', { name: 'Group: List' }).click();
  await page.getByRole('option', { name: 'Risk' }).click();
  await showsRows(page, ['Y', 'C', 'A', 'B', 'X', 'Z']);
});
