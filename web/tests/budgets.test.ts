import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page, Request } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { crowdedBoard } from './crowded.ts';
import { until } from './looking.ts';

/*
 * What the pages may cost, in things that can be counted: bytes, requests, renders, nodes, listeners. Times are
 * benchmarked instead.
 */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const dist = join(import.meta.dirname, '..', 'dist');
const assets = join(dist, 'assets');

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024;

test('what a board loads first, each part that loads later, and all style stay small', { skip }, () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) =>
    join(dist, path ?? ''),
  );
  const all = readdirSync(assets).map((name) => join(assets, name));
  const ending = (files: readonly string[], end: RegExp) => files.filter((file) => end.test(file));
  const first = kilobytes(ending(named, /\.js$/));
  assert.ok(first > 10 && first <= 60, `${first.toFixed(1)} KB of scripts at first`);
  // Nothing bounds the sum: a page loads only the parts that are opened.
  const later = ending(all, /\.js$/).filter((file) => !named.includes(file));
  const large = later.filter((file) => kilobytes([file]) > 25);
  assert.ok(later.length > 3);
  assert.deepEqual(large, [], 'each part that loads later takes at most 25 KB');
  const styles = kilobytes(ending(all, /\.css$/));
  assert.ok(styles > 2 && styles <= 24, `${styles.toFixed(1)} KB of styles`);
});

async function someone(name: string, cards: number) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await crowdedBoard(service, ada, cards);
  const visitor = await service.visitor({}, ada);
  const cdp = await visitor.context.newCDPSession(visitor.page);
  return { ada, ...made, ...visitor, cdp };
}

const settled = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

test('a board can be used after at most eight requests', { skip }, async () => {
  const { page, board, cdp } = await someone('ada', 200);
  await cdp.send('Network.clearBrowserCache');
  await page.addInitScript(noteFirstCard);
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await page.goto(`/b/${board}`);
  await page.locator('[data-card]').first().waitFor();
  const all = [...asked];
  const urls = all.map((request) => request.url()).filter((url) => /\/assets\/(?!.*worker)/.test(url));
  const begun = `new Map(performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime]))`;
  // Not `waitForFunction`: it evaluates strings in the page, whose content security policy forbids that.
  const areTimed = `(() => { const begun = ${begun}; return ${JSON.stringify(urls)}.every((url) => begun.has(url)); })()`;
  await until(() => page.evaluate<boolean>(areTimed), 'the times of all requests');
  const { usable, origin, entries } = (await page.evaluate(
    `({ usable: window.usable, origin: performance.timeOrigin, entries: [...${begun}] })`,
  )) as { usable: number; origin: number; entries: [string, number][] };
  // The code of a card's page must load after the board is shown. The page's own clock reports when its requests were made.
  const byPage = new Map(entries);
  const first = all.filter((request) => {
    const at = byPage.get(request.url()) ?? request.timing().startTime - origin;
    return at <= usable;
  });
  const told = first.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
  assert.ok(told.length > 3 && told.length <= 8, told.join('\n'));
});

/** Records the time in milliseconds at which the first card is on the page. */
const noteFirstCard = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-card]')) return;
    window.usable = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });`;

/** Components, identified by a string that only their source contains. */
const components = { card: '"data-card":', cardsOfList: '"data-scrolls":' };

/** How often components have rendered since the last call: the browser counts the calls, so that the pages need no code for it. */
async function rendersSince(cdp: CDPSession): Promise<Record<keyof typeof components, number>> {
  const { result } = await cdp.send('Profiler.takePreciseCoverage');
  const called: { source: string; count: number }[] = [];
  for (const { url, functions } of result.filter((each) => each.url.includes('/assets/'))) {
    const script = readFileSync(join(dist, new URL(url).pathname), 'utf8');
    for (const { ranges } of functions) {
      const { startOffset, endOffset, count } = nth(ranges, 0);
      called.push({ source: script.slice(startOffset, endOffset), count });
    }
  }
  // The innermost function first: those around it contain the text as well.
  called.sort((a, b) => a.source.length - b.source.length);
  const runsOf = (text: string) => {
    const innermost = called.find(({ source }) => source.includes(text))?.source;
    return called.reduce((sum, { source, count }) => sum + (source === innermost ? count : 0), 0);
  };
  return { card: runsOf(components.card), cardsOfList: runsOf(components.cardsOfList) };
}

test('a change of someone else renders the card that it is of, and no other', { skip }, async () => {
  const { ada, page, board, card, cdp } = await someone('grace', 2_000);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${card(20)}"]`).waitFor();
  for (let frames = 0; frames < 4; frames++) await settled(page);
  const first = await rendersSince(cdp);
  assert.ok(first.card > 20 && first.cardsOfList > 4, 'renders are counted');
  const rename = async (number: number, title: string) =>
    ada.call(api.cards.update, { params: { cardPublicId: card(number) }, body: { title } });
  await rename(20, 'Renamed');
  await page.locator('.card-title', { hasText: /^Renamed$/ }).waitFor();
  assert.deepEqual(await rendersSince(cdp), { card: 1, cardsOfList: 0 });
  // Cards out of view must not render. A later change shows that both have arrived.
  await rename(1980, 'Far away');
  await rename(40, 'Renamed again');
  await page.locator('.card-title', { hasText: /^Renamed again$/ }).waitFor();
  assert.deepEqual(await rendersSince(cdp), { card: 1, cardsOfList: 0 });
});

test('what a hundred opened cards have taken is given back', { skip }, async () => {
  const { page, board, card, cdp } = await someone('mary', 200);
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${card(20)}"]`).waitFor();
  const open = (times: number) =>
    page.evaluate(`(async () => {
      const until = async (holds) => { while (!holds()) await new Promise(requestAnimationFrame); };
      const dialog = () => document.querySelector('dialog[open]');
      for (let times = 0; times < ${times}; times++) {
        document.querySelector('[data-card="${card(20)}"] a').click();
        await until(dialog);
        history.back();
        await until(() => !dialog());
      }
    })()`);
  const taken = async () => {
    for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
    return cdp.send('Memory.getDOMCounters');
  };
  // What is loaded and cached the first few times is not a leak.
  await open(10);
  const before = await taken();
  await open(100);
  let after = before;
  // Less than one per opened card: what the last or next card holds may come and go. Requests in flight hold some as
  // well, and release them when they end.
  await until(async () => {
    after = await taken();
    return after.nodes - before.nodes < 100 && after.jsEventListeners - before.jsEventListeners < 100;
  }, 'all is given back').catch(() => assert.deepEqual(after, before));
});
