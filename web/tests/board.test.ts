import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signOut, visited } from './browser.ts';
import { goOffline } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

const column = (page: Page, name: string) => page.locator(`.list:has(h2 button:text-is("${name}"))`);

/** The titles of the visible cards of a list. */
const titles = (page: Page, name: string) => list(page, name).locator('.card-title').allTextContents();

/** Waits until a list shows these cards, in this order. */
async function shows(page: Page, name: string, expected: string[]): Promise<void> {
  let seen: string[] = [];
  for (let tries = 0; tries < 400; tries++) {
    seen = await titles(page, name);
    if (seen.join('|') === expected.join('|')) return;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(seen, expected);
}

/** Presses on a card, moves to a place in steps, and stays there. */
async function drag(page: Page, card: string, to: { list: string; y: number }): Promise<void> {
  const from = await page.locator('.card', { hasText: card }).boundingBox();
  const target = await column(page, to.list).boundingBox();
  assert.ok(from && target);
  await page.mouse.move(from.x + 40, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 25, { steps: 4 });
  await page.mouse.move(target.x + 60, target.y + to.y, { steps: 8 });
  // Two frames: one to read the pointer's position, one to show the result.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

test('from the address to the first card that is dragged, without a word on the console', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, complaints } = await service.visitor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Email address').fill('grace@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('button', { name: 'New board' }).click();
  await page.locator('dialog input[name=name]:focus').waitFor();
  await page.getByLabel('Board name').fill('Compilers');
  await page.getByRole('button', { name: 'Create board' }).click();
  // The first list of an empty board is open for typing.
  for (const title of ['One', 'Two', 'Three']) {
    await page.getByLabel('What needs to be done?').fill(title);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  await shows(page, 'To do', ['One', 'Two', 'Three']);
  await drag(page, 'Two', { list: 'Done', y: 60 });
  await page.mouse.up();
  // The last list of a new board completes what comes to it.
  await shows(page, 'Done', ['Done: Two']);
  await shows(page, 'To do', ['One', 'Three']);
  await page.locator('.board-page[data-sent="true"]').waitFor();
  await page.reload();
  await shows(page, 'Done', ['Done: Two']);
  await shows(page, 'To do', ['One', 'Three']);
  assert.deepEqual(complaints, []);
});

/** A board with two lists of three cards, open in its owner's browser. */
async function looking(name: string, options = {}) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { board, lists } = await makeBoard(ada);
  for (const title of ['A', 'B', 'C']) await makeCard(ada, nth(lists, 0), { title });
  for (const title of ['X', 'Y', 'Z']) await makeCard(ada, nth(lists, 1), { title });
  const visitor = await service.visitor(options, ada);
  await visitor.page.goto(`/b/${board}`);
  await shows(visitor.page, 'To do', ['A', 'B', 'C']);
  /** The list's contents on the server. */
  const stored = async (index: number) => {
    const { lists: all } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
    return all[index]?.cards.map(({ title }) => title);
  };
  return { ada, board, lists, stored, ...visitor };
}

const sent = (page: Page) => page.locator('.board-page[data-sent="true"]').waitFor();

test('a card is dragged within its list and to another; Escape puts it back', { skip }, async () => {
  const { page, stored, complaints } = await looking('ada');
  await drag(page, 'A', { list: 'To do', y: 400 });
  await page.mouse.up();
  await shows(page, 'To do', ['B', 'C', 'A']);
  await drag(page, 'B', { list: 'Done', y: 50 });
  await page.mouse.up();
  await shows(page, 'Done', ['B', 'X', 'Y', 'Z']);
  await drag(page, 'C', { list: 'Done', y: 50 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await shows(page, 'To do', ['C', 'A']);
  await sent(page);
  assert.deepEqual(await stored(0), ['C', 'A']);
  assert.deepEqual(await stored(1), ['B', 'X', 'Y', 'Z']);
  assert.equal(new URL(page.url()).pathname.startsWith('/b/'), true, 'a drop opens nothing');
  assert.deepEqual(complaints, []);
});

test('with keys alone a card is found, carried, archived, and brought back', { skip }, async () => {
  const { page, stored } = await looking('mary');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator(':focus').textContent(), 'B');
  await page.keyboard.press('Alt+ArrowUp');
  await shows(page, 'To do', ['B', 'A', 'C']);
  await page.keyboard.press('Alt+ArrowRight');
  await shows(page, 'Done', ['B', 'X', 'Y', 'Z']);
  await page.keyboard.press('c');
  await shows(page, 'Done', ['X', 'Y', 'Z']);
  await page.keyboard.press('Control+z');
  await shows(page, 'Done', ['B', 'X', 'Y', 'Z']);
  await sent(page);
  assert.deepEqual(await stored(1), ['B', 'X', 'Y', 'Z']);
});

test('a finger that stays drags; one that swipes scrolls', { skip }, async () => {
  const { page, context, stored } = await looking('flo', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const touch = await context.newCDPSession(page);
  const at = async (type: string, x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  const from = await page.locator('.card', { hasText: 'A' }).boundingBox();
  const to = await page.locator('.card', { hasText: 'C' }).boundingBox();
  assert.ok(from && to);
  const x = from.x + 100;
  await at('touchStart', x, from.y + 10);
  for (let step = 1; step <= 10; step++) await at('touchMove', x, from.y + 10 + step * 8);
  await at('touchEnd', x, from.y + 90);
  await shows(page, 'To do', ['A', 'B', 'C']);
  await at('touchStart', x, from.y + 10);
  await page.waitForTimeout(400);
  for (let step = 1; step <= 10; step++) {
    await at('touchMove', x, from.y + 10 + ((to.y + 40 - from.y) * step) / 10);
    await page.waitForTimeout(20);
  }
  await at('touchEnd', x, to.y + 50);
  await shows(page, 'To do', ['B', 'C', 'A']);
  await sent(page);
  assert.deepEqual(await stored(0), ['B', 'C', 'A']);
});

test('what someone else changes is shown, and takes nothing from who is typing', { skip }, async () => {
  const { ada, page, lists, board } = await looking('eve');
  await column(page, 'To do').getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('What needs to be done?').fill('half a tho');
  const [first] =
    (await ada.call(api.boards.get, { params: { boardPublicId: board } })).lists[0]?.cards ?? [];
  await ada.call(api.cards.update, {
    params: { cardPublicId: first?.publicId ?? '' },
    body: { listPublicId: nth(lists, 1), index: 0, title: 'A moved' },
  });
  await shows(page, 'Done', ['A moved', 'X', 'Y', 'Z']);
  assert.equal(await page.locator(':focus').inputValue(), 'half a tho');
  await page.keyboard.type('ught');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['B', 'C', 'half a thought']);
});

test('what is changed without a line is kept, and sent once it is back', { skip }, async () => {
  const { page, context, stored } = await looking('joan');
  await goOffline(page);
  await column(page, 'To do').getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('What needs to be done?').fill('From the tunnel');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await drag(page, 'A', { list: 'Done', y: 50 });
  await page.mouse.up();
  await shows(page, 'To do', ['B', 'C', 'From the tunnel']);
  await shows(page, 'Done', ['A', 'X', 'Y', 'Z']);
  assert.deepEqual(await stored(0), ['A', 'B', 'C']);
  await context.setOffline(false);
  await sent(page);
  assert.deepEqual(await stored(0), ['B', 'C', 'From the tunnel']);
  assert.deepEqual(await stored(1), ['A', 'X', 'Y', 'Z']);
});

test('after a session has ended, signing in continues where it was, and loses nothing', {
  skip,
}, async () => {
  const { ada, page, context, stored } = await looking('rosa');
  // Without a line, so that the page does not learn of the end before the card is written.
  await goOffline(page);
  await ada.call(api.auth.endOtherSessions);
  await column(page, 'To do').getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('What needs to be done?').fill('Written too late');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['A', 'B', 'C', 'Written too late']);
  await context.setOffline(false);
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('Email address').fill('rosa@example.com');
  await page.getByLabel('Password').fill('password of rosa');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shows(page, 'To do', ['A', 'B', 'C', 'Written too late']);
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'B', 'C', 'Written too late']);
});

test('signing out leaves nothing behind for the next user', { skip }, async () => {
  const { page } = await looking('lise');
  await page.goto('/');
  await signOut(page);
  await page.waitForURL('/sign-in');
  await page.goBack();
  await page.getByLabel('Email address').waitFor();
  assert.equal(await page.getByText('Board').count(), 0);
});
