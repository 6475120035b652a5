import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { goOffline, lookAtBoard, prepared, sent, shows, until } from './looking.ts';

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

test('what is changed in one tab without a line shows in the other, and is sent once', { skip }, async () => {
  assert.ok(service);
  const { page, context, board, stored } = await lookAtBoard(service, 'pair');
  const other = await context.newPage();
  await other.goto(`/b/${board}`);
  await shows(other, 'To do', ['A', 'B', 'C']);
  let carriedOut = 0;
  for (const each of [page, other])
    each.on('requestfinished', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/cards')) carriedOut++;
    });
  await prepared(other);
  await goOffline(page);
  const add = async (tab: Page, title: string) => {
    await tab.getByRole('button', { name: 'Add a card' }).first().click();
    await tab.getByLabel('What needs to be done?').fill(title);
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Escape');
  };
  await add(page, 'From one');
  await shows(other, 'To do', ['A', 'B', 'C', 'From one']);
  await other.locator('[data-card]', { hasText: 'From one' }).locator('.on-its-way').waitFor();
  await add(other, 'From the other');
  await shows(page, 'To do', ['A', 'B', 'C', 'From one', 'From the other']);
  await context.setOffline(false);
  await until(async () => (await stored(0))?.length === 5, 'both are sent');
  for (const tab of [page, other]) {
    await sent(tab);
    await tab.locator('.line-pill').waitFor({ state: 'detached' });
    await shows(tab, 'To do', ['A', 'B', 'C', 'From one', 'From the other']);
  }
  assert.equal(carriedOut, 2);
});

test('what a closed tab had not sent is sent by the other', { skip }, async () => {
  assert.ok(service);
  const { page, context, board, stored } = await lookAtBoard(service, 'heir');
  const other = await context.newPage();
  await other.goto(`/b/${board}`);
  await shows(other, 'To do', ['A', 'B', 'C']);
  await prepared(other);
  await goOffline(page);
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  await page.getByLabel('What needs to be done?').fill('Left behind');
  await page.keyboard.press('Enter');
  await shows(other, 'To do', ['A', 'B', 'C', 'Left behind']);
  await page.close();
  await context.setOffline(false);
  await until(async () => (await stored(0))?.join() === 'A,B,C,Left behind', 'it is sent');
});
