import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { crowdedBoard } from './crowded.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Collects the layout shifts of a page from its start. */
const watchShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, sources }) =>
    ({ value, of: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) }))))
    .observe({ type: 'layout-shift', buffered: true });`;

/** A board with a number of cards in twenty lists, open in its owner's browser. */
async function looking(name: string, cards: number, options = {}) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await crowdedBoard(service, ada, cards);
  const visitor = await service.visitor(options, ada);
  await visitor.page.addInitScript(watchShifts);
  await visitor.page.goto(`/b/${made.board}`);
  await card(visitor.page, made.card(20)).waitFor();
  await settled(visitor.page);
  return { ada, ...made, ...visitor };
}

const card = (page: Page, id: string): Locator => page.locator(`[data-card="${id}"]`);

const scroller = (page: Page, list: string): Locator => page.locator(`[data-list="${list}"] [data-scrolls]`);

/** Waits for frames in which measured heights are applied, and newly rendered cards are measured. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => {
    let frames = 0;
    const next = () => (++frames > 6 ? done() : requestAnimationFrame(next));
    next();
  })`);

const scrollTo = async (page: Page, list: string, top: number): Promise<void> => {
  await scroller(page, list).evaluate((element, to) => {
    element.scrollTop = to;
  }, top);
  await settled(page);
};

const topOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.y ?? Number.NaN;

test('of ten thousand cards those in view are on the page, and say their place', { skip }, async () => {
  const { page, lists, card: id, complaints } = await looking('ada', 10_000);
  const nodes = () => page.evaluate('document.querySelectorAll("*").length') as Promise<number>;
  assert.ok((await nodes()) < 3000, `${await nodes()} nodes`);
  assert.equal(await card(page, id(20)).getAttribute('aria-posinset'), '1');
  assert.equal(await card(page, id(20)).getAttribute('aria-setsize'), '500');
  assert.equal(await scroller(page, nth(lists, 19)).count(), 0, 'the last list is an empty box');
  await page.locator('.lists').evaluate((element) => {
    element.scrollLeft = 1e6;
  });
  await scroller(page, nth(lists, 19)).waitFor();
  // Estimated heights are replaced while scrolling, so the end may move.
  const last = card(page, id(9999));
  for (let tries = 0; tries < 10 && (await last.count()) === 0; tries++)
    await scrollTo(page, nth(lists, 19), 1e6);
  assert.equal(await last.getAttribute('aria-posinset'), '500');
  assert.ok((await nodes()) < 3000, `${await nodes()} nodes`);
  assert.deepEqual(await page.evaluate('window.shifts'), []);
  assert.deepEqual(complaints, []);
});

test('up to sixty cards stand whole on the page', { skip }, async () => {
  const { page, card: id } = await looking('grace', 60);
  assert.equal(await page.locator('[data-card]').count(), 60);
  assert.equal(await card(page, id(20)).getAttribute('aria-posinset'), null);
  assert.equal(await page.locator('.space').count(), 0);
});

test('of five hundred cards those in view are on the page, and all of them while it is printed', {
  skip,
}, async () => {
  const { page, card: id } = await looking('radia', 500);
  const shown = () => page.locator('[data-card]').count();
  const nodes = Number(await page.evaluate('document.querySelectorAll("*").length'));
  assert.ok(nodes < 3000, `${nodes} nodes`);
  assert.equal(await card(page, id(20)).getAttribute('aria-setsize'), '25');
  const before = await shown();
  assert.ok(before < 200, `${before} cards`);
  // The browser lays out the page for printing right after this event.
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  assert.equal(await shown(), 500);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  assert.equal(await shown(), before);
});

test('what is looked at stays where it is while heights become known', { skip }, async () => {
  const { page, lists, card: id } = await looking('mary', 10_000);
  const list = nth(lists, 3);
  await scrollTo(page, list, 20_000);
  const view = await scroller(page, list).boundingBox();
  const [x, y] = [(view?.x ?? 0) + 40, (view?.y ?? 0) + 30];
  const seen = String(
    await page.evaluate(`document.elementFromPoint(${x}, ${y})?.closest('[data-card]')?.dataset.card`),
  );
  assert.notEqual(seen, id(3));
  for (const by of [-120, -160, -200, -60, 40, -220]) {
    const before = await topOf(card(page, seen));
    await scroller(page, list).evaluate((element, up) => element.scrollBy(0, up), by);
    await settled(page);
    assert.ok(Math.abs((await topOf(card(page, seen))) - before + by) <= 1, `moved by ${by}`);
  }
});

test('a card with the focus stays on the page, and keys reach those that are not there', {
  skip,
}, async () => {
  const { page, lists, card: id } = await looking('joan', 10_000);
  const [first] = lists;
  const link = card(page, id(20)).locator('a');
  await link.focus();
  await scrollTo(page, first ?? '', 15_000);
  assert.equal(await link.evaluate((element) => element.matches(':focus')), true);
  assert.equal(await card(page, id(20)).getAttribute('aria-posinset'), '1');
  await scrollTo(page, first ?? '', 0);
  for (let pressed = 0; pressed < 40; pressed++) await page.keyboard.press('ArrowDown');
  await settled(page);
  assert.equal(
    await page.evaluate('document.activeElement.closest("[data-card]")?.dataset.card'),
    id(20 * 41),
  );
  const [at, view] = [
    await card(page, id(820)).boundingBox(),
    await scroller(page, first ?? '').boundingBox(),
  ];
  assert.ok(
    at && view && at.y >= view.y - 1 && at.y + at.height <= view.y + view.height + 1,
    'it is in view',
  );
  for (let pressed = 0; pressed < 12; pressed++) await page.keyboard.press('ArrowRight');
  await settled(page);
  const reached = await page.evaluate('document.activeElement.closest("[data-list]")?.dataset.list');
  assert.equal(reached, nth(lists, 12));
});

test('a card is dragged far down a long list', { skip }, async () => {
  const { ada, board, page, lists, card: id } = await looking('hedy', 2_000);
  await scrollTo(page, nth(lists, 1), 3_000);
  const view = await scroller(page, nth(lists, 1)).boundingBox();
  assert.ok(view);
  await page.mouse.move(100, 130);
  await page.mouse.down();
  await page.mouse.move(120, 140, { steps: 3 });
  await page.mouse.move(view.x + 60, view.y + 200, { steps: 5 });
  await settled(page);
  const before = await page.locator('.hole ~ [data-card]').first().getAttribute('data-card');
  await page.mouse.up();
  await page.locator('.board-page[data-sent="true"]').waitFor();
  const { lists: stored } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const ids = stored[1]?.cards.map(({ publicId }) => publicId) ?? [];
  assert.equal(ids[ids.indexOf(id(20)) + 1], before);
  assert.ok(ids.indexOf(id(20)) > 10);
});
