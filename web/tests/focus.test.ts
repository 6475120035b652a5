import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, shows, until } from './looking.ts';

/* The focus never falls to the page's body: whatever closes or leaves, it goes back, or to what is next. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Describes the focused element by its name, and waits until the page has settled. */
async function focusOf(page: Page): Promise<string> {
  await page.evaluate(`new Promise((done) =>
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))`);
  return page.evaluate(`(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'body';
    return at.getAttribute('aria-label') || at.textContent.trim() || at.tagName.toLowerCase();
  })()`);
}

const keeps = async (page: Page, what: string, expected?: RegExp | string) => {
  const focused = await focusOf(page);
  assert.notEqual(focused, 'body', what);
  if (typeof expected === 'string') assert.equal(focused, expected, what);
  else if (expected) assert.match(focused, expected, what);
};

const tile = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const listMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for the list ${name}` });

test('it goes back to the opener of a menu, a form or a popover that Escape closes', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'ada');
  await listMenu(page, 'To do').press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await page.keyboard.press('Escape');
  await keeps(page, 'a menu of a list', 'Actions for the list To do');
  await page.locator('.list').getByRole('button', { name: 'Add a card' }).first().press('Enter');
  await page.getByLabel('What needs to be done?').waitFor();
  await page.keyboard.press('Escape');
  await keeps(page, 'the form for a card', 'Add a card');
  await page.getByRole('button', { name: 'Add a list' }).press('Enter');
  await page.getByLabel('List name').waitFor();
  await page.keyboard.press('Escape');
  await keeps(page, 'the form for a list', 'Add a list');
  await page.getByRole('heading', { name: 'Done' }).getByRole('button').press('Enter');
  await page.getByRole('textbox', { name: 'List name' }).waitFor();
  await page.keyboard.press('Escape');
  await keeps(page, 'the name of a list', 'Done');
  for (const [keys, expected] of [
    ['l', 'B'],
    ['m', 'B'],
    ['d', 'B'],
    ['e', 'B'],
    ['n', 'B'],
    ['v', 'B'],
    ['f', 'B'],
    ['?', 'B'],
    ['Control+k', 'B'],
    ['/', 'B'],
    ['ContextMenu', 'B'],
  ] as const) {
    await tile(page, 'B').focus();
    await page.keyboard.press(keys);
    const opened = page.locator('dialog[open], :popover-open:not(.toasts)').first();
    await opened.waitFor();
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    await keeps(page, `what ${keys} opens`, expected);
  }
  for (const name of ['Filter', 'Search and commands']) {
    const button = page.getByRole('button', { name }).first();
    await button.press('Enter');
    const opened = page.locator('dialog[open], :popover-open:not(.toasts)').first();
    await opened.waitFor();
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    await keeps(page, name);
  }
  await page.getByRole('link', { name: 'Board panel' }).first().press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await keeps(page, 'the panel of the board', 'Board panel');
  assert.deepEqual(complaints, []);
});

test('it goes to the next card when one leaves, by key, by the menu, or from its page', {
  skip,
}, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'bea');
  await tile(page, 'A').focus();
  await page.keyboard.press('c');
  await shows(page, 'To do', ['B', 'C']);
  await keeps(page, 'archived by its key', 'B');
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await shows(page, 'To do', ['C']);
  await keeps(page, 'deleted by its menu', 'C');
  await tile(page, 'X').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'X', exact: true }).waitFor();
  await page.keyboard.press('c');
  await shows(page, 'Done', ['Y', 'Z']);
  await keeps(page, 'archived from its page', 'Y');
  await tile(page, 'C').focus();
  await page.keyboard.press('c');
  await shows(page, 'To do', []);
  await keeps(page, 'the last card of a list');
});

test('it goes to the next list when one leaves, and stays when all its cards do', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'cleo');
  await listMenu(page, 'To do').press('Enter');
  await page.getByRole('menuitem', { name: 'Archive all cards' }).click();
  await shows(page, 'To do', []);
  await keeps(page, 'the cards of a list', 'Actions for the list To do');
  await listMenu(page, 'To do').press('Enter');
  await page.getByRole('menuitem', { name: 'Archive list' }).click();
  await page.getByRole('heading', { name: 'To do' }).waitFor({ state: 'detached' });
  await keeps(page, 'a list', 'Done');
  await listMenu(page, 'Done').press('Enter');
  await page.getByRole('menuitem', { name: 'Collapse list' }).click();
  await keeps(page, 'a list that collapses', /^Done/);
  await page.keyboard.press('Enter');
  await keeps(page, 'a list that expands');
  await listMenu(page, 'Done').press('Enter');
  await page.getByRole('menuitem', { name: 'Delete list' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor({ state: 'detached' });
  await keeps(page, 'the last list');
});

test('in an open card it stays in it: comments, items, menus, and what others delete', { skip }, async () => {
  assert.ok(service);
  const { page, ada, card } = await lookAtBoard(service, 'dora');
  const params = { cardPublicId: card('A') };
  const body = { name: 'Steps' };
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, { params, body });
  for (const title of ['one', 'two'])
    await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body: { title } });
  await tile(page, 'A').press('Enter');
  const open = page.getByRole('dialog', { name: 'A', exact: true });
  await open.waitFor();
  await open.getByText('Write a comment').click();
  await page.keyboard.type('Looks good.');
  await page.keyboard.press('Control+Enter');
  await open.getByText('Looks good.').waitFor();
  await keeps(page, 'a comment that was sent');
  await open.getByRole('button', { name: 'Add an item' }).press('Enter');
  await page.keyboard.type('three');
  await page.keyboard.press('Enter');
  await open.getByText('three', { exact: true }).waitFor();
  await keeps(page, 'an item that was added', 'New item in Steps');
  await page.keyboard.press('Escape');
  await keeps(page, 'the form for items', 'Add an item');
  await open.waitFor();
  await open.getByRole('button', { name: 'Actions for two' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await open.getByText('two', { exact: true }).waitFor({ state: 'detached' });
  await keeps(page, 'an item that was deleted');
  for (const key of ['l', 'm', 'd']) {
    await page.evaluate(`document.querySelector('.card-dialog').focus()`);
    await page.keyboard.press(key);
    const opened = page.locator(':popover-open:not(.toasts)').first();
    await opened.waitFor();
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    await keeps(page, `what ${key} opens`);
  }
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'hidden' });
  await keeps(page, 'the page of a card', 'A');
  await ada.call(api.cards.delete, { params });
  await shows(page, 'To do', ['B', 'C']);
  await until(async () => (await focusOf(page)) === 'B', 'the card next to one that another user deleted');
});

/** Starts to look at where the focus is at the moment when a dialog leaves the page. */
const seeFocusAfter = (page: Page, dialog: string) =>
  page.evaluate(`void (window.focusAfter = new Promise((done) => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('${dialog}')) return;
      seen.disconnect();
      done(document.activeElement.textContent.trim() || document.activeElement.tagName.toLowerCase());
    });
    seen.observe(document.body, { childList: true, subtree: true });
  }))`);

test('it is back at the moment when a dialog leaves, for whatever key comes next', { skip }, async () => {
  assert.ok(service);
  const { page, ada, card, lists, complaints } = await lookAtBoard(service, 'fay');
  await tile(page, 'B').press('Enter');
  await page.getByRole('dialog', { name: 'B', exact: true }).waitFor();
  await seeFocusAfter(page, '.card-dialog');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate('window.focusAfter'), 'B', 'the page of a card');
  await tile(page, 'B').press('Enter');
  await page.getByRole('dialog', { name: 'B', exact: true }).waitFor();
  await ada.call(api.cards.update, {
    params: { cardPublicId: card('B') },
    body: { listPublicId: nth(lists, 1), index: 0 },
  });
  await shows(page, 'Done', ['B', 'X', 'Y', 'Z']);
  await seeFocusAfter(page, '.card-dialog');
  await page.goBack();
  assert.equal(await page.evaluate('window.focusAfter'), 'B', 'the page of a card with another tile by now');
  assert.deepEqual(complaints, []);
  await ada.call(api.auth.endOtherSessions);
  // Assigns them to the card, which tells the page that the session has ended.
  await page.keyboard.press('Space');
  await page.getByLabel('Email address').fill('fay@example.com');
  await page.getByLabel('Password').fill('password of fay');
  await seeFocusAfter(page, '.sign-in-again');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  assert.equal(await page.evaluate('window.focusAfter'), 'B', 'the form to sign in again');
});

test('it is kept from the first key on, before what keeps it has loaded', { skip }, async () => {
  assert.ok(service);
  const { page, ada, card } = await lookAtBoard(service, 'gil');
  const isLoaded = Promise.withResolvers<void>();
  await page.route('**/assets/keepers-*.js', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await page.reload();
  await tile(page, 'B').focus();
  await page.keyboard.press('Shift');
  isLoaded.resolve();
  // Its pencil comes with what keeps the focus.
  await until(async () => {
    await tile(page, 'X').hover();
    await tile(page, 'Y').hover();
    return (await page.locator('[data-pencil]').count()) > 0;
  }, 'the pencil of a tile');
  await ada.call(api.cards.delete, { params: { cardPublicId: card('B') } });
  await shows(page, 'To do', ['A', 'C']);
  await until(async () => (await focusOf(page)) === 'C', 'the card next to one that another user deleted');
});

test('a click beside everything takes the focus away as usual', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'eve');
  await tile(page, 'A').focus();
  const box = await page.locator('.lists').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width - 30, box.y + box.height - 30);
  assert.equal(await focusOf(page), 'body');
});
