import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { noBrowser, visited } from './browser.ts';
import { boxOf } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** A board with two lists of three cards, open in its owner's browser. */
async function looking(name: string, options = {}) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const cards: string[] = [];
  for (const title of ['A', 'B', 'C']) cards.push(await makeCard(ada, nth(made.lists, 0), { title }));
  for (const title of ['X', 'Y', 'Z']) cards.push(await makeCard(ada, nth(made.lists, 1), { title }));
  const visitor = await service.visitor(options, ada);
  await visitor.page.goto(`/b/${made.board}`);
  await visitor.page.locator('.card-title', { hasText: /^A$/ }).waitFor();
  const stored = async () =>
    (await ada.call(api.boards.get, { params: { boardPublicId: made.board } })).lists.map(({ cards: all }) =>
      all.map(({ title }) => title),
    );
  return { ada, stored, cards, ...made, ...visitor };
}

const sent = (page: Page) => page.locator('.board-page[data-sent="true"]').waitFor();

const framed = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Drops something from outside the page, with the browser's events. */
const dropFromOutside = (page: Page, on: string, given: string) =>
  page.evaluate(`{
    const data = new DataTransfer();
    ${given};
    const element = document.querySelector('${on}');
    const { left, top, width } = element.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + 12, bubbles: true, cancelable: true };
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { ...at, dataTransfer: data }));
  }`);

test('a member who is dropped on a card is assigned to it', { skip }, async () => {
  const { ada, page, cards, workspace, board, complaints } = await looking('ada');
  assert.ok(service);
  // One's own face is elsewhere in the bar.
  await addMember(service, workspace, await service.signUp('bob'));
  // A member who comes without the API does not make it a new version.
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { name: 'With Bob' } });
  await page.reload();
  await page.locator('.top [data-drag-member]').waitFor();
  const from = await boxOf(page, '.top [data-drag-member]');
  const to = await boxOf(page, `[data-card="${nth(cards, 1)}"]`);
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 6 });
  await page.locator(`[data-card="${nth(cards, 1)}"][data-over]`).waitFor();
  assert.equal(await page.evaluate('String(getSelection())'), '', 'no text is selected on the way');
  await page.mouse.up();
  await page.locator(`[data-card="${nth(cards, 1)}"] .avatar`).waitFor();
  assert.equal(await page.locator('[data-over]').count(), 0);
  await sent(page);
  const { members } = await ada.call(api.cards.get, { params: { cardPublicId: nth(cards, 1) } });
  assert.equal(members.length, 1);
  assert.deepEqual(complaints, []);
});

test('cards that are selected are dragged together: in their order, by one request, undone as one', {
  skip,
}, async () => {
  const { page, lists, cards, stored, complaints } = await looking('cora');
  await page.locator(`[data-card="${nth(cards, 2)}"]`).click({ modifiers: ['Shift'] });
  await page.locator(`[data-card="${nth(cards, 0)}"] a`).focus();
  await page.keyboard.press('s');
  await page.getByRole('toolbar', { name: '2 cards selected' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const from = await boxOf(page, `[data-card="${nth(cards, 2)}"]`);
  const to = await boxOf(page, `[data-card="${nth(cards, 4)}"]`);
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 4, { steps: 8 });
  const picture = page.locator('.picture.stack');
  await picture.waitFor();
  assert.equal(await picture.getAttribute('data-count'), '2');
  await page.locator(`[data-list="${nth(lists, 1)}"] .hole`).waitFor();
  await page.mouse.up();
  await sent(page);
  assert.deepEqual(await stored(), [['B'], ['X', 'A', 'C', 'Y', 'Z']]);
  assert.deepEqual(
    asked.filter((each) => /^(?:POST|PUT|PATCH) .*\/cards/.test(each)),
    ['POST /api/v1/cards/bulk'],
  );
  await page.keyboard.press('Control+z');
  await page.locator(`[data-list="${nth(lists, 0)}"] [data-card="${nth(cards, 2)}"]`).waitFor();
  await sent(page);
  assert.deepEqual(await stored(), [
    ['A', 'B', 'C'],
    ['X', 'Y', 'Z'],
  ]);
  assert.deepEqual(complaints, []);
});

test('a text that is dropped on a list is a card, a file on a card is attached', { skip }, async () => {
  const { ada, page, cards, stored, complaints } = await looking('grace');
  await dropFromOutside(
    page,
    `[data-card="${nth(cards, 5)}"]`,
    `data.setData('text/plain', 'https://example.com/plan')`,
  );
  await page.locator('.card-title', { hasText: 'https://example.com/plan' }).waitFor();
  await sent(page);
  assert.deepEqual(await stored(), [
    ['A', 'B', 'C'],
    ['X', 'Y', 'https://example.com/plan', 'Z'],
  ]);
  await dropFromOutside(
    page,
    `[data-card="${nth(cards, 0)}"]`,
    `data.items.add(new File(['notes'], 'notes.txt', { type: 'text/plain' }))`,
  );
  await page.locator(`[data-card="${nth(cards, 0)}"] [title="1 attachment"]`).waitFor();
  const { attachments } = await ada.call(api.cards.get, { params: { cardPublicId: nth(cards, 0) } });
  assert.deepEqual(
    attachments.map(({ originalFilename }) => originalFilename),
    ['notes.txt'],
  );
  assert.deepEqual(complaints, []);
});

test('what is dragged or dropped before the page has loaded what does it waits for that', {
  skip,
}, async () => {
  const { page, cards, stored, complaints } = await looking('anna');
  const isLoaded = Promise.withResolvers<void>();
  await page.route('**/assets/acting-*.js', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await page.reload();
  await page.locator('.card-title', { hasText: /^A$/ }).waitFor();
  const from = await boxOf(page, `[data-card="${nth(cards, 1)}"]`);
  const to = await boxOf(page, `[data-card="${nth(cards, 4)}"]`);
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 4, { steps: 6 });
  await page.mouse.up();
  // Another drag, which waits for the first.
  const second = await boxOf(page, `[data-card="${nth(cards, 2)}"]`);
  const below = await boxOf(page, `[data-card="${nth(cards, 5)}"]`);
  await page.mouse.move(second.x + 40, second.y + 10);
  await page.mouse.down();
  await page.mouse.move(below.x + 40, below.y + below.height + 160, { steps: 6 });
  await page.mouse.up();
  await dropFromOutside(page, `[data-card="${nth(cards, 0)}"]`, `data.setData('text/plain', 'From a mail')`);
  await framed(page);
  assert.equal(await page.locator('[data-card]').count(), 6, 'it has not been loaded');
  isLoaded.resolve();
  await page.locator('.card-title', { hasText: 'From a mail' }).waitFor();
  await page.locator(`[data-card="${nth(cards, 3)}"] + [data-card="${nth(cards, 1)}"]`).waitFor();
  await page.locator(`[data-card="${nth(cards, 5)}"] + [data-card="${nth(cards, 2)}"]`).waitFor();
  await sent(page);
  assert.deepEqual(await stored(), [
    ['From a mail', 'A'],
    ['X', 'B', 'Y', 'Z', 'C'],
  ]);
  assert.deepEqual(complaints, []);
});

test('a list is folded, stays so, and unfolds for what is held over it', { skip }, async () => {
  const { page, lists, cards, stored } = await looking('mary');
  const done = page.locator(`[data-list="${nth(lists, 1)}"]`);
  await done.locator('[aria-haspopup=menu]').click();
  await done.getByRole('menuitem', { name: 'Collapse list' }).click();
  await page.locator('.list.folded').waitFor();
  await page.reload();
  await page.locator('.list.folded').waitFor();
  assert.equal(await done.locator('[data-card]').count(), 0);
  const from = await boxOf(page, `[data-card="${nth(cards, 0)}"]`);
  const to = await boxOf(page, '.list.folded');
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 60, { steps: 6 });
  await done.locator('[data-card]').first().waitFor();
  await framed(page);
  await page.mouse.up();
  await sent(page);
  const [left, right] = await stored();
  assert.deepEqual(left, ['B', 'C']);
  assert.ok(right?.includes('A'));
});

test('a list is dragged by its name, and a click on the name still renames', { skip }, async () => {
  const { page, lists } = await looking('hedy');
  const name = page.locator(`[data-list="${nth(lists, 0)}"] h2 button`);
  const from = await name.boundingBox();
  const to = await boxOf(page, `[data-list="${nth(lists, 1)}"]`);
  assert.ok(from);
  await page.mouse.move(from.x + 10, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 20, to.y + 20, { steps: 8 });
  await framed(page);
  await page.mouse.up();
  await page.locator('.lists > .list:nth-child(2) h2 button', { hasText: 'To do' }).waitFor();
  await name.click();
  await page.locator(`[data-list="${nth(lists, 0)}"] h2 input`).waitFor();
});

test('on a phone a finger takes a card to the next list, and a name leads to its list', {
  skip,
}, async () => {
  const { page, context, lists, cards, stored } = await looking('flo', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  assert.ok(Number(await page.evaluate(overflow)) <= 0, 'nothing reaches beyond the page');
  const touch = await context.newCDPSession(page);
  const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const from = await boxOf(page, `[data-card="${nth(cards, 0)}"]`);
  await at('touchStart', from.x + 120, from.y + 12);
  await page.locator('.picture').waitFor();
  for (let x = from.x + 130; x < 385; x += 20) await at('touchMove', x, from.y + 30);
  // The pointer stays at the edge until the next list has scrolled under it.
  const next = page.locator(`[data-list="${nth(lists, 1)}"] .hole`);
  await next.waitFor();
  await at('touchMove', 200, from.y + 30);
  await framed(page);
  await at('touchEnd', 200, from.y + 30);
  await page.locator(`[data-list="${nth(lists, 1)}"] [data-card="${nth(cards, 0)}"]`).waitFor();
  await sent(page);
  assert.deepEqual((await stored())[0], ['B', 'C']);
  await page.locator('.list-bar button', { hasText: 'To do' }).tap();
  await page.locator('.list-bar [aria-current]', { hasText: 'To do' }).waitFor();
});
