import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** The charts of a board of six cards, of which one was moved and completed. */
async function look(name: string) {
  assert.ok(service);
  const made = await lookAtBoard(service, name);
  const params = { cardPublicId: made.card('A') };
  await made.ada.call(api.cards.update, { params, body: { listPublicId: nth(made.lists, 1) } });
  await made.ada.call(api.cards.update, { params, body: { completed: true } });
  await made.page.goto(`/b/${made.board}?view=chart`);
  await chart(made.page, 'Cumulative flow').getByText('5 open, 1 completed').waitFor();
  return made;
}

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });

async function downloaded(
  page: Page,
  name: string,
  item: string,
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save “${name}”` }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return readFileSync(await (await coming).path(), encoding);
}

test('charts show what happened on the board, and are read by keys and as tables', { skip }, async () => {
  const { page, complaints } = await look('ada');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Charts' }).waitFor();
  const flow = slider(page, 'Cumulative flow');
  assert.match((await flow.getAttribute('aria-valuetext')) ?? '', /To do 2, Done 3, 1 completed$/);
  await flow.focus();
  await page.keyboard.press('ArrowLeft');
  let said: string | null = '';
  await until(async () => {
    said = await flow.getAttribute('aria-valuetext');
    return said?.endsWith('To do 0, Done 0, 0 completed') === true;
  }, 'the day before is empty').catch(() => assert.equal(said, 'nothing'));
  await page.keyboard.press('End');
  await until(async () => (await flow.getAttribute('aria-valuenow')) === '7', 'the last day is chosen');
  assert.match(
    (await slider(page, 'Cycle time').getAttribute('aria-valuetext')) ?? '',
    / A: completed on .* after 1 minute$/,
  );
  assert.match((await slider(page, 'Throughput').getAttribute('aria-valuetext')) ?? '', /1 completed$/);
  await page.getByRole('button', { name: 'Table: Cumulative flow' }).click();
  const last = chart(page, 'Cumulative flow').getByRole('row').last();
  assert.deepEqual((await last.getByRole('cell').allTextContents()).slice(1), ['2', '3', '1']);
  await page.getByRole('button', { name: 'From creation' }).click();
  await slider(page, 'Lead time').waitFor();
  const ages = slider(page, 'Age of open cards');
  await ages.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await ages.waitFor();
  assert.deepEqual(complaints, []);
});

test('charts follow the filter, and again when they are asked to', { skip }, async () => {
  const { ada, page, board, card } = await look('grace');
  await page.goto(`/b/${board}?view=chart&q=title:B`);
  await chart(page, 'Cumulative flow').getByText('1 open, 0 completed').waitFor();
  await page.goto(`/b/${board}?view=chart`);
  await chart(page, 'Cumulative flow').getByText('5 open, 1 completed').waitFor();
  await ada.call(api.cards.update, { params: { cardPublicId: card('B') }, body: { completed: true } });
  await page.getByTitle('The board has changed since').click();
  await chart(page, 'Cumulative flow').getByText('4 open, 2 completed').waitFor();
});

test('a chart is saved as a table and as a picture, and charts as a view', { skip }, async () => {
  const { ada, page, board, lists } = await look('mary');
  const table = await downloaded(page, 'Cumulative flow', 'Save as CSV');
  assert.match(table, /^\ufeffDay,To do,Done,Completed\r\n/);
  assert.match(table, /,2,3,1\r\n$/);
  const picture = await downloaded(page, 'Cumulative flow', 'Save as picture (SVG)');
  assert.match(picture, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<polygon .*fill="rgb\(/s);
  assert.doesNotMatch(picture, /var\(|oklch/);
  const painted = await downloaded(page, 'Cumulative flow', 'Save as picture (PNG)', 'latin1');
  assert.match(painted, /^\x89PNG\r\n/);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await downloaded(page, 'Cumulative flow', 'Save as picture (SVG)');
  const [ground = 0, line = 0] = [/<rect [^>]*fill="rgb\((\d+)/, /<line [^>]*stroke="rgb\((\d+)/].map(
    (part) => Number(part.exec(dark)?.[1]),
  );
  assert.ok(line > ground, `lines of ${line} on ${ground}`);
  await page.getByTitle('Period').click();
  await page.getByRole('option', { name: 'Last 30 days' }).click();
  await page.getByTitle('Where work starts').click();
  await page.getByRole('option', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByPlaceholder('Name').fill('Flow');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View “Flow”' }).waitFor();
  const [saved] = await ada.call(api.views.list, { params: { boardPublicId: board } });
  assert.deepEqual([saved?.kind, saved?.layout], ['chart', `days=30&since=cycle&start=${nth(lists, 1)}`]);
  await page.reload();
  await page.getByRole('button', { name: 'Last 30 days' }).waitFor();
  await page.getByRole('button', { name: 'Work starts in: Done' }).waitFor();
});
