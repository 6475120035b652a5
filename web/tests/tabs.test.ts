import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows } from './looking.ts';

/* Many tabs of one browser, which opens at most six connections to an HTTP/1.1 server. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('eight tabs follow by one stream, and leave room for requests', { skip }, async () => {
  assert.ok(service);
  const { ada, page, context, board, lists, stored, complaints } = await lookAtBoard(service, 'tab');
  const tabs = [page];
  while (tabs.length < 8) {
    const tab = await context.newPage();
    await tab.goto(`/b/${board}`);
    await shows(tab, 'To do', ['A', 'B', 'C']);
    tabs.push(tab);
  }
  const last = nth(tabs, 7);
  await last.getByRole('button', { name: 'Add a card' }).first().click();
  await last.getByLabel('What needs to be done?').fill('From the eighth');
  await last.keyboard.press('Enter');
  await last.keyboard.press('Escape');
  await sent(last);
  assert.deepEqual(await stored(0), ['A', 'B', 'C', 'From the eighth']);
  for (const tab of tabs) await shows(tab, 'To do', ['A', 'B', 'C', 'From the eighth']);
  for (const tab of tabs.slice(1, -1)) await tab.close();
  await ada.call(api.cards.create, { body: { title: 'After the others', listPublicId: nth(lists, 1) } });
  for (const tab of [page, last]) await shows(tab, 'Done', ['X', 'Y', 'Z', 'After the others']);
  assert.deepEqual(complaints, []);
});
