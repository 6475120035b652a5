import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, visited } from './browser.ts';
import { sent, shows, storedIn, until } from './looking.ts';
import { type Lie, lies, lyingProxy } from './proxy.ts';

/* A page whose proxy answers in the service's place: nothing of that is taken for the service's own word. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** A board with the cards A and B, seen through a proxy that is honest at first. */
async function behindProxy(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const list = nth(made.lists, 0);
  const cards = [await makeCard(ada, list, { title: 'A' }), await makeCard(ada, list, { title: 'B' })];
  const proxy = await lyingProxy(service.address);
  const { page, context } = await service.visitor({ baseURL: proxy.address });
  await signIn(page, name);
  await page.goto(`/b/${made.board}`);
  await shows(page, 'To do', ['A', 'B']);
  const stored = async () => {
    const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: made.board } });
    return nth(lists, 0).cards.map(({ title }) => title);
  };
  return { ada, ...made, list, cards, proxy, page, context, stored };
}

const isApi = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/api/');

const pill = (page: Page) => page.locator('.board-page > header .line-pill');

test('forty cards typed while a proxy answers arrive once, in order, and the page says what it does', {
  skip,
}, async () => {
  const { page, proxy, stored } = await behindProxy('forty');
  const all: readonly Lie[] = ['stalls', ...lies];
  const tried = new Set<string>();
  let told = 0;
  proxy.decide = (request) => {
    if (!isApi(request)) return undefined;
    if (request.method !== 'POST') return { lie: nth(lies, told++ % lies.length) };
    // Each card is answered by another at first, with or without having reached the service.
    const key = String(request.headers['idempotency-key']);
    if (tried.has(key)) return undefined;
    tried.add(key);
    return { lie: nth(all, tried.size % all.length), isPassedOn: tried.size % 2 === 0 };
  };
  proxy.cut();
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  const titles = Array.from({ length: 40 }, (_, index) => `Card ${index + 1}`);
  for (const title of titles) {
    await page.getByLabel('What needs to be done?').fill(title);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  await pill(page)
    .filter({ hasText: /^Offline · \d+ changes not synced/ })
    .waitFor();
  await page.locator('[data-card] .on-its-way').first().waitFor();
  await page
    .locator('#announcements', { hasText: 'The service cannot be reached' })
    .waitFor({ state: 'attached' });
  await shows(page, 'To do', ['A', 'B', ...titles]);
  // The stalled one is given up after 20 s.
  await page.locator('.board-page[data-sent="true"]').waitFor({ timeout: 120_000 });
  assert.deepEqual(await stored(), ['A', 'B', ...titles]);
  proxy.decide = () => undefined;
  await pill(page).click();
  await pill(page).waitFor({ state: 'detached' });
  await page.locator('#announcements', { hasText: 'Back online' }).waitFor({ state: 'attached' });
  await shows(page, 'To do', ['A', 'B', ...titles]);
});

test('a board that was not seen before waits for the service, and a seen one is shown meanwhile', {
  skip,
}, async () => {
  const { page, proxy, board, cards, stored, ada, list } = await behindProxy('waits');
  await until(async () => (await storedIn(page, 'boards')).length === 1, 'the board is stored');
  let told = 0;
  proxy.decide = (request) => (isApi(request) ? { lie: nth(lies, told++ % lies.length) } : undefined);
  proxy.cut();
  await page.reload();
  await shows(page, 'To do', ['A', 'B']);
  await pill(page).filter({ hasText: 'Offline' }).waitFor();
  await page.locator('[data-card] a', { hasText: 'A' }).click();
  await page.getByLabel('Card title').fill('Changed meanwhile');
  await page.keyboard.press('Enter');
  await page.locator('dialog .line-pill').filter({ hasText: '1 change not synced' }).waitFor();
  assert.equal(await page.getByText('It was deleted').count(), 0);
  await makeCard(ada, list, { title: 'C' });
  const other = await page.context().newPage();
  await other.goto(`/c/${nth(cards, 1)}`);
  await shows(other, 'To do', ['Changed meanwhile', 'B']);
  await page.evaluate(`indexedDB.deleteDatabase('taskboard') && undefined`);
  const unseen = await page.context().newPage();
  await unseen.goto(`/b/${board}`);
  proxy.decide = () => undefined;
  await shows(unseen, 'To do', ['Changed meanwhile', 'B', 'C']);
  await shows(page, 'To do', ['Changed meanwhile', 'B', 'C']);
  await sent(page);
  await until(async () => (await stored()).join() === 'Changed meanwhile,B,C', 'it is saved');
});
