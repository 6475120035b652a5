import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, visited } from './browser.ts';
import { goOffline, lookAtBoard, sent, shows, until } from './looking.ts';

/* Browsers that store nothing, or not enough, and that say odd things about themselves. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** What the bar says of the line. */
const anyPill = (page: Page) => page.locator('.board-page > header .line-pill');
const pill = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function add(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  await page.getByLabel('What needs to be done?').fill(title);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Closes a page as a user does; returns whether the browser asks first. */
async function isAskedOnClosing(page: Page): Promise<boolean> {
  const asked = new Promise<boolean>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type() === 'beforeunload');
      void dialog.dismiss();
    });
    page.once('close', () => resolve(false));
  });
  await page.close({ runBeforeUnload: true });
  return asked;
}

test('changes that fit nowhere are said to be only in this tab, and asked about on closing', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('full');
  const { board } = await makeBoard(ada);
  const { page, context } = await service.visitor({}, ada);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: service.address, quotaSize: 1 });
  await page.goto(`/b/${board}`);
  // An empty list shows as many cards as a page that has not loaded.
  await page.getByRole('button', { name: 'Add a card' }).first().waitFor();
  await goOffline(page);
  await add(page, 'Nowhere else');
  await pill(page, 'Offline · 1 change not synced · Only in this tab').waitFor();
  assert.equal(await isAskedOnClosing(page), true);
  await context.setOffline(false);
  await anyPill(page).waitFor({ state: 'detached' });
  await shows(page, 'To do', ['Nowhere else']);
  assert.equal(await isAskedOnClosing(page), false);
});

test('nobody asks about changes that are stored, and the browser is asked to keep them', {
  skip,
}, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'room');
  await page.evaluate(
    'navigator.storage.persist = () => ((window.asked = (window.asked ?? 0) + 1), Promise.resolve(true)), undefined',
  );
  await goOffline(page);
  await add(page, 'Stored');
  await pill(page, 'Offline · 1 change not synced').waitFor();
  await add(page, 'Stored as well');
  await pill(page, 'Offline · 2 changes not synced').waitFor();
  assert.equal(await page.evaluate('window.asked'), 1);
  assert.equal(await isAskedOnClosing(page), false);
});

const broken = {
  'no database': `Object.defineProperty(window, 'indexedDB', { value: undefined });`,
  'a database that cannot be opened': `IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };`,
  'a database that never answers': `IDBFactory.prototype.open = () => ({});`,
  'no local storage': `Object.defineProperty(window, 'localStorage', {
    get: () => { throw new DOMException('no', 'SecurityError'); } });`,
  'a full local storage': `Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };`,
  'a language that is none': `Object.defineProperty(navigator, 'language', { value: 'xx-invalid_' });
    Object.defineProperty(navigator, 'languages', { value: ['C', 'constructor'] });`,
  'no languages': `Object.defineProperty(navigator, 'language', { value: '' });
    Object.defineProperty(navigator, 'languages', { value: undefined });`,
};

for (const [what, script] of Object.entries(broken)) {
  test(`with ${what}, a board is shown and changed, with a line and without`, { skip }, async () => {
    assert.ok(service);
    const name = what.replaceAll(' ', '-');
    const ada = await service.signUp(name);
    const { board, lists } = await makeBoard(ada);
    await makeCard(ada, nth(lists, 0), { title: 'A', dueDate: new Date().toISOString() });
    const { page, context, complaints } = await service.visitor();
    await context.addInitScript(script);
    await signIn(page, name);
    await page.goto(`/b/${board}`);
    await shows(page, 'To do', ['A']);
    await add(page, 'B');
    await sent(page);
    // Without a memory, the page has to ask whether somebody is signed in.
    assert.deepEqual(
      complaints.filter((each) => !each.includes('401')),
      [],
    );
    await goOffline(page);
    await add(page, 'C');
    await anyPill(page).filter({ hasText: '1 change not synced' }).waitFor();
    // The change goes along to other pages.
    await page.getByRole('link', { name: 'Go to your boards' }).click();
    await page.getByRole('link', { name: 'Boards' }).or(page.getByRole('heading')).first().waitFor();
    await context.setOffline(false);
    await page.goto(`/b/${board}`);
    await shows(page, 'To do', ['A', 'B', 'C']);
  });
}

test('an error while a page is drawn says what to do, and another page is shown', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('unlucky');
  const { board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'A', dueDate: new Date().toISOString() });
  const { page, context } = await service.visitor(
    { permissions: ['clipboard-read', 'clipboard-write'] },
    ada,
  );
  await context.addInitScript(
    `Intl.RelativeTimeFormat = class { constructor() { throw new RangeError('out of luck'); } };`,
  );
  await page.goto(`/b/${board}`);
  await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
  await page.getByRole('button', { name: 'Copy details' }).click();
  await until(
    async () => /out of luck[^]*\/b\//.test(String(await page.evaluate('navigator.clipboard.readText()'))),
    'the details are copied',
  );
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.getByRole('link', { name: 'Go to your boards' }).click();
  await page.locator(`a[href="/b/${board}"]`).first().waitFor();
});
