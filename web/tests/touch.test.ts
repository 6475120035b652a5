import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows, until } from './looking.ts';
import { fingerOn, phone, placeIn, smallTargets } from './touch.ts';

/* A board on a phone: everything that can be done by keyboard and mouse can be done by touch. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function looking(name: string) {
  assert.ok(service);
  const looked = await lookAtBoard(service, name, phone);
  const { page, context } = looked;
  const finger = await fingerOn(page, context);
  const tile = (title: string) => page.locator(`.lists [data-card="${looked.card(title)}"]`);
  /** Holds a card and releases it. */
  const hold = async (title: string) => {
    await finger.down(await placeIn(tile(title)));
    await page.locator('.picture').waitFor();
    await finger.up();
    await page.getByRole('menu', { name: `Actions for ${title}` }).waitFor();
  };
  const choose = (item: string) => page.getByRole('menuitem', { name: item, exact: true }).tap();
  return { ...looked, finger, tile, hold, choose };
}

/** Any open popover, except toasts. */
const open = ':popover-open:not(.toasts)';

/** Taps outside the open popover, which closes it. */
async function tapBeside(page: Page, { x, y } = { x: 190, y: 20 }): Promise<void> {
  await page.touchscreen.tap(x, y);
  await page.locator(`dialog[open], ${open}`).waitFor({ state: 'detached' });
}

/** The scroll position of an element, once it has settled. */
async function rested(page: Page, selector: string, side: 'scrollLeft' | 'scrollTop'): Promise<number> {
  const read = async () => Number(await page.evaluate(`document.querySelector('${selector}').${side}`));
  let last = -1;
  await until(async () => {
    const before = last;
    last = await read();
    return last === before;
  }, `${selector} comes to rest`);
  return last;
}

/** Waits until the first list is in its place: the last pixels to it take longest, and look like rest. */
const atStart = (page: Page): Promise<void> =>
  until(
    async () => (await page.evaluate<number>("document.querySelector('.lists').scrollLeft")) === 0,
    'the first list is in place',
  );

test('a card that was held has its menu: labels, members, a date, and its title', { skip }, async () => {
  const { page, tile, hold, choose, read, complaints } = await looking('ada');
  await hold('B');
  assert.deepEqual(await smallTargets(page), []);
  await choose('Labels');
  await page.getByRole('dialog', { name: 'Labels' }).getByText('Urgent').tap();
  assert.deepEqual(await smallTargets(page), []);
  await tapBeside(page);
  await tile('B').locator('.label', { hasText: 'Urgent' }).waitFor();
  await hold('B');
  await choose('Members');
  await page.getByRole('dialog', { name: 'Members' }).getByText('ada').tap();
  assert.deepEqual(await smallTargets(page), []);
  await tapBeside(page);
  await hold('B');
  await choose('Due date');
  assert.deepEqual(await smallTargets(page), []);
  await page.getByRole('button', { name: 'Tomorrow' }).tap();
  await tile('B').getByText('tomorrow').waitFor();
  await hold('B');
  await choose('Edit');
  assert.deepEqual(await smallTargets(page), []);
  await page.getByLabel('Card title').fill('B, renamed');
  await page.getByRole('button', { name: 'Save' }).tap();
  await tile('B').getByText('B, renamed').waitFor();
  await sent(page);
  const card = await read('B');
  assert.deepEqual([card.title, card.labels.length, card.members.length], ['B, renamed', 1, 1]);
  assert.ok(card.dueDate && Date.parse(card.dueDate) > Date.now());
  assert.deepEqual(complaints, []);
});

test('from the menu of a card it is moved, archived, and brought back', { skip }, async () => {
  const { page, hold, choose, stored, complaints } = await looking('bea');
  await hold('B');
  await choose('Move to…');
  assert.deepEqual(await smallTargets(page), []);
  await page.getByLabel('List', { exact: true }).selectOption('Done');
  await page.getByLabel('Bottom').tap();
  await page.getByRole('button', { name: 'Move', exact: true }).tap();
  await shows(page, 'Done', ['X', 'Y', 'Z', 'B']);
  // The view has followed the card, and one list fills it.
  await page.locator('.list-bar [aria-current]', { hasText: 'Done' }).waitFor();
  await page.locator('.list-bar button', { hasText: 'To do' }).tap();
  await page.locator('.list-bar [aria-current]', { hasText: 'To do' }).waitFor();
  await rested(page, '.lists', 'scrollLeft');
  await hold('A');
  await choose('Move to next list');
  await shows(page, 'Done', ['A', 'X', 'Y', 'Z', 'B']);
  // The current list in the bar has changed with the view.
  await page.locator('.list-bar [aria-current]', { hasText: 'Done' }).waitFor();
  await page.locator('.list-bar button', { hasText: 'To do' }).tap();
  await page.locator('.list-bar [aria-current]', { hasText: 'To do' }).waitFor();
  // The list is current before it has stopped moving under the finger.
  await rested(page, '.lists', 'scrollLeft');
  await hold('C');
  await choose('Archive');
  await shows(page, 'To do', []);
  await page.getByRole('button', { name: 'Undo' }).last().tap();
  await shows(page, 'To do', ['C']);
  await sent(page);
  assert.deepEqual(await stored(1), ['A', 'X', 'Y', 'Z', 'B']);
  assert.deepEqual(complaints, []);
});

test('once a card is selected, taps select more, and all go together', { skip }, async () => {
  const { page, tile, finger, hold, choose, stored, complaints } = await looking('cleo');
  await hold('A');
  await choose('Select');
  await tile('C').tap();
  await tile('B').tap();
  await tile('B').tap();
  const bar = page.getByRole('toolbar', { name: '2 cards selected' });
  await bar.waitFor();
  assert.deepEqual(await smallTargets(page), []);
  const requests: string[] = [];
  page.on(
    'request',
    (request) => request.method() !== 'GET' && requests.push(new URL(request.url()).pathname),
  );
  await finger.down(await placeIn(tile('C')));
  await page.locator('.picture.stack').waitFor();
  await finger.move({ x: 380, y: 300 });
  await page.locator('[data-list] .hole').last().waitFor();
  await page.locator('.list:nth-child(2) .hole').waitFor();
  await finger.move({ x: 200, y: 640 });
  await page.locator('.list:nth-child(2) .hole:last-child').waitFor();
  await finger.up();
  await shows(page, 'Done', ['X', 'Y', 'Z', 'A', 'C']);
  await sent(page);
  assert.deepEqual(
    requests.filter((path) => path.includes('/cards')),
    ['/api/v1/cards/bulk'],
  );
  await bar.getByRole('button', { name: 'Clear selection' }).tap();
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Search and commands' }).tap();
  await page.getByRole('option', { name: /^Undo/ }).tap();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'B', 'C']);
  assert.deepEqual(complaints, []);
});

test('a swipe scrolls a list or goes to the next one, and drags nothing', { skip }, async () => {
  const { ada, page, finger, lists, tile, complaints } = await looking('dora');
  const operations = Array.from({ length: 20 }, (_, at) => `Card ${at}`);
  for (const title of operations)
    await ada.call(api.cards.create, { body: { title, listPublicId: nth(lists, 0) } });
  await page.locator('.card', { hasText: 'Card 19' }).waitFor();
  const from = await placeIn(tile('C'));
  const seen = page.evaluate(`new Promise((done) => {
    const observer = new MutationObserver(() => document.querySelector('.picture, .hole') && done('dragged'));
    observer.observe(document.body, { subtree: true, childList: true });
    addEventListener('done', () => done('nothing'));
  })`);
  await finger.swipe(from, { x: from.x, y: from.y - 120 });
  assert.ok((await rested(page, '.cards', 'scrollTop')) > 40, 'the list is scrolled');
  assert.equal(await rested(page, '.lists', 'scrollLeft'), 0);
  await finger.swipe({ x: 320, y: 400 }, { x: 60, y: 405 });
  await page.locator('.list-bar [aria-current]', { hasText: 'Done' }).waitFor();
  const left = await rested(page, '.lists', 'scrollLeft');
  const box = await page.locator(`[data-list="${nth(lists, 1)}"]`).boundingBox();
  assert.ok(left > 200 && box && Math.abs(box.x - 16) <= 36, `${left}, ${box?.x}`);
  await finger.swipe({ x: 60, y: 400 }, { x: 330, y: 395 });
  await page.locator('.list-bar [aria-current]', { hasText: 'To do' }).waitFor();
  await atStart(page);
  await page.evaluate("dispatchEvent(new Event('done'))");
  assert.equal(await seen, 'nothing');
  assert.equal(await page.locator(`dialog[open], ${open}`).count(), 0);
  assert.deepEqual(complaints, []);
});

test('a list is dragged by its header', { skip }, async () => {
  const { ada, page, board, finger, complaints } = await looking('eve');
  const header = page.locator('.list-header').first();
  await finger.down(await placeIn(header, 0.6));
  await page.locator('.picture').waitFor();
  await finger.move({ x: 384, y: 200 });
  await page.locator('[data-list]:not([hidden]) + .list-hole').waitFor();
  await finger.up();
  await until(
    async () => (await page.locator('.list h2').allTextContents()).join() === 'Done,To do',
    'the lists change places',
  );
  await sent(page);
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  assert.deepEqual(
    lists.map(({ name }) => name),
    ['Done', 'To do'],
  );
  assert.deepEqual(complaints, []);
});

test('cards are added with completion, and several pasted lines are as many cards', { skip }, async () => {
  const { ada, page, board, lists, stored, complaints } = await looking('flo');
  await page.getByRole('button', { name: 'Add a card' }).first().tap();
  const field = page.getByRole('textbox', { name: 'What needs to be done?' });
  await field.pressSequentially('Paint #ur');
  assert.deepEqual(await smallTargets(page), []);
  await page.getByRole('option', { name: 'Urgent' }).tap();
  await field.pressSequentially('the boat @fl');
  await page.getByRole('option', { name: 'flo' }).tap();
  assert.deepEqual(await smallTargets(page), []);
  await page.getByRole('button', { name: 'Add a card' }).first().tap();
  await shows(page, 'To do', ['A', 'B', 'C', 'Paint the boat']);
  await field.fill('One\nTwo\nThree');
  assert.deepEqual(await smallTargets(page), []);
  await page.getByRole('button', { name: 'Add 3 cards' }).tap();
  await shows(page, 'To do', ['A', 'B', 'C', 'Paint the boat', 'One', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'B', 'C', 'Paint the boat', 'One', 'Two', 'Three']);
  const { lists: all } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const made = all.find(({ publicId }) => publicId === nth(lists, 0))?.cards[3];
  assert.deepEqual([made?.labels.length, made?.members.length], [1, 1]);
  assert.deepEqual(complaints, []);
});

test('a tap outside a sheet only closes it', { skip }, async () => {
  const { page, tile, complaints } = await looking('olga');
  const below = [
    await placeIn(tile('A')),
    await placeIn(page.getByRole('button', { name: 'Search and commands' })),
  ];
  for (const place of below) {
    await page.getByRole('button', { name: /^Filter/ }).tap();
    await page.getByRole('dialog', { name: 'Filter cards' }).waitFor();
    await tapBeside(page, place);
  }
  // Anything that the taps had opened would be here by now.
  await page.getByRole('button', { name: /^Filter/ }).tap();
  await page.getByRole('dialog', { name: 'Filter cards' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 1);
  assert.match(page.url(), /\/b\//);
  assert.deepEqual(complaints, []);
});

test('the filter and the palette are sheets and buttons', { skip }, async () => {
  const { page, hold, choose, complaints } = await looking('grace');
  assert.deepEqual(await smallTargets(page), []);
  await hold('B');
  await choose('Labels');
  await page.getByRole('dialog', { name: 'Labels' }).getByText('Later').tap();
  await tapBeside(page);
  await page.getByRole('button', { name: /^Filter/ }).tap();
  const filter = page.getByRole('dialog', { name: 'Filter cards' });
  await filter.getByText('Later').tap();
  assert.deepEqual(await smallTargets(page), []);
  await tapBeside(page);
  await shows(page, 'To do', ['B']);
  await page.getByRole('button', { name: 'Show all cards' }).tap();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.getByRole('button', { name: 'Search and commands' }).tap();
  await page.getByRole('combobox').fill('undo');
  assert.deepEqual(await smallTargets(page), []);
  await page.getByRole('option', { name: /^Undo/ }).tap();
  await page.locator('.card .label').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Search and commands' }).tap();
  await page.getByRole('combobox').fill('Z');
  await page.getByRole('option', { name: /^Z/ }).first().tap();
  await page.getByRole('dialog', { name: 'Z', exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a card is filled in by fingers alone, and its items are sorted by holding them', { skip }, async () => {
  const { page, tile, finger, read, complaints } = await looking('hedy');
  await tile('A').tap();
  const dialog = page.getByRole('dialog', { name: 'A', exact: true });
  await dialog.getByText('Write a comment').waitFor();
  assert.deepEqual(await smallTargets(page), []);
  await dialog.getByRole('button', { name: /^Labels/ }).tap();
  await page.getByRole('option', { name: 'Urgent' }).tap();
  assert.deepEqual(await smallTargets(page), []);
  await tapAbove(page);
  await dialog.getByRole('button', { name: /^Members/ }).tap();
  await page.getByRole('option', { name: 'hedy' }).tap();
  await tapAbove(page);
  await dialog.getByRole('button', { name: /^Due date/ }).tap();
  assert.deepEqual(await smallTargets(page), []);
  await page.getByRole('button', { name: /^Tomorrow/ }).tap();
  await dialog.getByRole('button', { name: 'Actions for this card' }).tap();
  await dialog.getByRole('menuitem', { name: 'Checklist' }).tap();
  for (const item of ['one', 'two', 'three']) {
    await dialog.getByRole('textbox', { name: 'New item in Checklist' }).fill(item);
    await dialog.getByRole('button', { name: 'Add', exact: true }).tap();
    await dialog.locator('.item', { hasText: item }).waitFor();
  }
  assert.deepEqual(await smallTargets(page), []);
  await dialog.getByRole('button', { name: 'Close' }).last().tap();
  const item = dialog.locator('.item', { hasText: 'three' });
  await item.scrollIntoViewIfNeeded();
  await finger.down(await placeIn(item, 0.4));
  await dialog.locator('.item.lifted').waitFor();
  const first = await placeIn(dialog.locator('.item', { hasText: 'one' }), 0.4, 0.2);
  await finger.move(first);
  await finger.up();
  await until(
    async () => (await read('A')).checklists[0]?.items.map(({ title }) => title).join() === 'three,one,two',
    'the items are sorted',
  );
  await dialog.getByRole('checkbox', { name: 'two' }).tap();
  await dialog.getByText('Write a comment').tap();
  await dialog.getByRole('textbox', { name: 'Write a comment' }).fill('Looks good');
  assert.deepEqual(await smallTargets(page), []);
  await dialog.getByRole('button', { name: 'Comment', exact: true }).tap();
  await dialog.locator('.comment', { hasText: 'Looks good' }).waitFor();
  await until(async () => (await read('A')).checklists[0]?.items[2]?.completed === true, 'the item is done');
  const card = await read('A');
  assert.deepEqual([card.labels.length, card.members.length, card.dueDate !== null], [1, 1, true]);
  await dialog.getByRole('button', { name: 'Actions for this card' }).tap();
  await dialog.getByRole('menuitem', { name: 'Archive' }).tap();
  await shows(page, 'To do', ['B', 'C']);
  assert.deepEqual(complaints, []);
});

/** Taps outside a sheet that is open over a card. */
async function tapAbove(page: Page): Promise<void> {
  await page.touchscreen.tap(190, 20);
  await page.locator(open).waitFor({ state: 'detached' });
}
