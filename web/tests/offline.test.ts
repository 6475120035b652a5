import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { memberOf } from '../../server/src/testing/members.ts';
import { noBrowser, signIn, signOut, visited } from './browser.ts';
import { shows, storedIn, until } from './looking.ts';
import { lyingProxy } from './proxy.ts';

/* The app without a connection: started from what the browser has stored, by the service worker. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const dist = join(import.meta.dirname, '..', 'dist');

/** Everything that the service worker has stored, by cache. */
const cached = (page: Page) =>
  page.evaluate(`(async () => {
    const names = await caches.keys();
    const paths = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return Promise.all(names.map(async (name) => ({ name, paths: await paths(name) })));
  })()`) as Promise<{ name: string; paths: string[] }[]>;

/** Uses the page until the app is stored. */
async function installed(page: Page): Promise<void> {
  await until(async () => {
    await page.mouse.move(5, 5);
    await page.mouse.move(9, 9);
    const isIn = await page.evaluate<boolean>('navigator.serviceWorker.controller?.state === "activated"');
    return isIn && (await cached(page)).some(({ paths }) => paths.includes('/index.html'));
  }, 'the app is stored');
}

/** A board with the cards A and B, which the browser has seen and stored, behind a proxy that can be cut. */
async function atHome(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const list = nth(made.lists, 0);
  const a = await makeCard(ada, list, { title: 'A', description: 'Of **A**' });
  await makeCard(ada, list, { title: 'B' });
  const proxy = await lyingProxy(service.address);
  const { page, context } = await service.visitor({ baseURL: proxy.address, serviceWorkers: 'allow' });
  await signIn(page, name);
  await page.goto(`/b/${made.board}`);
  await shows(page, 'To do', ['A', 'B']);
  await installed(page);
  await until(async () => (await storedIn(page, 'boards')).length === 1, 'the board is stored');
  const cut = () => {
    proxy.decide = () => ({ lie: 'closes' });
    proxy.cut();
  };
  const mend = () => {
    proxy.decide = () => undefined;
  };
  const stored = async () => {
    const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: made.board } });
    return nth(lists, 0).cards.map(({ title }) => title);
  };
  return { ada, ...made, a, list, proxy, page, context, stored, cut, mend };
}

async function addCard(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  await page.getByLabel('What needs to be done?').fill(title);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

test('without a line the app starts, shows the boards and cards that were seen, and keeps changes, which arrive once', {
  skip,
}, async () => {
  const { page, context, board, a, stored, cut, mend } = await atHome('ida');
  await page.goto(`/c/${a}`);
  await page.getByText('Of A').waitFor();
  await until(async () => (await storedIn(page, 'cards')).length === 1, 'the card is stored');
  await page.goto('/');
  await page.locator(`a[href="/b/${board}"]`).first().waitFor();
  const isKept = async () =>
    (await storedIn(page, 'pages')).some(({ id }) => String(id).startsWith('boards '));
  await until(isKept, 'the boards are stored');
  await page.close();
  cut();
  const started = await context.newPage();
  await started.goto('/');
  await started.locator(`a[href="/b/${board}"]`).first().click();
  await shows(started, 'To do', ['A', 'B']);
  await started.reload();
  await shows(started, 'To do', ['A', 'B']);
  await addCard(started, 'From the train');
  await shows(started, 'To do', ['A', 'B', 'From the train']);
  const other = await context.newPage();
  await other.goto(`/c/${a}`);
  await other.getByText('Of A').waitFor();
  await started.reload();
  await shows(started, 'To do', ['A', 'B', 'From the train']);
  mend();
  await until(async () => (await stored()).length === 3, 'the change arrives');
  await until(async () => (await storedIn(started, 'mutations')).length === 0, 'nothing is left to send');
  assert.deepEqual(await stored(), ['A', 'B', 'From the train']);
});

test('the cards of “My work” that were seen are there without a line', { skip }, async () => {
  const { ada, a, workspace, page, context, cut } = await atHome('joy');
  assert.ok(service);
  const member = await memberOf(service, workspace, ada);
  await ada.call(api.cards.update, { params: { cardPublicId: a }, body: { memberPublicIds: [member] } });
  await page.goto('/my-work');
  await page.getByRole('link', { name: 'A', exact: true }).waitFor();
  await until(
    async () => (await storedIn(page, 'pages')).some(({ id }) => id === 'my cards'),
    'they are stored',
  );
  cut();
  const started = await context.newPage();
  await started.goto('/my-work');
  await started.getByRole('link', { name: 'A', exact: true }).click();
  await started.waitForURL('**/c/*');
});

test('a page of the settings starts without a line too, with its own script and style', {
  skip,
}, async () => {
  const { page, cut } = await atHome('kay');
  cut();
  await page.goto('/profile/appearance');
  await page.getByRole('heading', { name: 'Appearance' }).first().waitFor();
});

test('while the service is down or silent the app starts, and what others answer is never stored', {
  skip,
}, async () => {
  const { page, board, proxy, cut } = await atHome('lee');
  const before = await cached(page);
  for (const lie of ['no service behind it', 'stalls'] as const) {
    proxy.decide = () => ({ lie });
    proxy.cut();
    await page.goto(`/b/${board}`);
    await shows(page, 'To do', ['A', 'B']);
  }
  proxy.decide = () => ({ lie: 'a sign-in page' });
  // Requests that are still waiting for an answer hold all connections that a browser opens, or the lock of its cache.
  proxy.cut();
  await page.goto(`/b/${board}`);
  await page.getByRole('heading', { name: 'Welcome to the hotel' }).waitFor();
  cut();
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B']);
  assert.deepEqual(await cached(page), before);
});

test('only files of the build are stored, and after a sign-out nothing of the account is there', {
  skip,
}, async () => {
  const { page, context, board, a, cut } = await atHome('max');
  await page.goto(`/c/${a}`);
  await page.getByText('Of A').waitFor();
  await page.goto('/');
  await page.locator(`a[href="/b/${board}"]`).first().waitFor();
  const { paths } = nth(await cached(page), 0);
  assert.ok(paths.length > 20);
  for (const path of paths) assert.match(path, /^\/(?:index\.html$|assets\/)/);
  await signOut(page);
  await page.waitForURL('/sign-in');
  for (const name of ['pages', 'boards', 'cards', 'mutations'] as const)
    await until(async () => (await storedIn(page, name)).length === 0, `no ${name} are stored`);
  cut();
  const later = await context.newPage();
  await later.goto(`/b/${board}`);
  await later.waitForURL('**/sign-in**');
  await later.getByLabel('Password').waitFor();
  assert.doesNotMatch(await later.content(), /Of A|max@example/);
});

/** The same build with another title, as a later version of the app. */
function laterVersion(title: string) {
  const read = (name: string) => readFileSync(join(dist, name), 'utf8');
  const page = read('index.html').replace('<title>Taskboard</title>', `<title>${title}</title>`);
  const worker = read('service-worker.js')
    .replace(/(?<="\/index\.html":[`"'])[^`"']+/, `sha256-${hash('sha256', page, 'base64')}`)
    .replace(/(?<=[`"'])[0-9a-f]{16}(?=[`"'],)/, hash('sha256', title).slice(0, 16));
  const html = { type: 'text/html; charset=utf-8', body: page };
  return { html, worker: { type: 'text/javascript; charset=utf-8', body: worker } };
}

/** The titles of the stored pages, the latest version last. */
const storedTitles = (page: Page) =>
  page.evaluate(`(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('app '));
    const pages = names.map(async (name) => (await (await caches.open(name)).match('/index.html'))?.text());
    return (await Promise.all(pages)).map((text) => /<title>([^<]*)/.exec(text ?? '')?.[1]);
  })()`) as Promise<string[]>;

test('an update is there at the next load, and without a line from then on; an incomplete one changes nothing', {
  skip,
}, async () => {
  const { page, board, proxy, cut, mend } = await atHome('noa');
  const update = () =>
    page.evaluate('navigator.serviceWorker.ready.then((all) => all.update()).catch(() => 0)');
  const show = async () => {
    const reply = await page.goto(`/b/${board}`);
    await shows(page, 'To do', ['A', 'B']);
    return /<title>(.*?)</.exec((await reply?.text()) ?? '')?.[1];
  };
  // A worker whose page is another than it was built with, as between two nodes of which one is not updated yet.
  const next = laterVersion('Next');
  proxy.files.set('/service-worker.js', next.worker);
  await update();
  cut();
  assert.equal(await show(), 'Taskboard');
  mend();
  for (const path of [`/b/${board}`, '/index.html']) proxy.files.set(path, next.html);
  assert.equal(await show(), 'Next', 'the page is never older than the service');
  const have = (titles: string) =>
    until(async () => {
      await update();
      return String(await storedTitles(page)) === titles;
    }, `${titles} are stored`);
  // Pages of the version before may still be open.
  await have('Taskboard,Next');
  const last = laterVersion('Last');
  proxy.files.set('/service-worker.js', last.worker);
  for (const path of [`/b/${board}`, '/index.html']) proxy.files.set(path, last.html);
  await have('Next,Last');
  cut();
  assert.equal(await show(), 'Last');
});

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; type: string; sizes: string; purpose?: string }[];
}

test('a browser that refuses to read and keep files shows the app with a line', { skip }, async () => {
  const { page, board, context } = await atHome('zoe');
  const worker = context.serviceWorkers().at(-1);
  assert.ok(worker);
  const isRefusing = await worker.evaluate(`(() => {
    const refused = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
    Object.defineProperties(CacheStorage.prototype, { open: { value: refused }, match: { value: refused } });
    return caches.match('/').then(() => false, () => true);
  })()`);
  assert.ok(isRefusing);
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B']);
  await page.goto('/profile/appearance');
  await page.getByRole('heading', { name: 'Appearance' }).first().waitFor();
});

test('browsers may install the app', { skip }, async () => {
  const { page, context, proxy, cut } = await atHome('oda');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const reply = await page.request.get(href ?? '');
  assert.match(reply.headers()['content-type'] ?? '', /^application\/manifest\+json/);
  const manifest = (await reply.json()) as Manifest;
  assert.ok(manifest.name && manifest.short_name.length <= 12 && manifest.display === 'standalone');
  assert.ok(manifest.start_url.startsWith(manifest.scope));
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    assert.equal(icon.headers()['content-type'], type);
    const bytes = await icon.body();
    // The size in the header of a PNG.
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const sizes = manifest.icons.filter(({ purpose }) => purpose === undefined).map((icon) => icon.sizes);
  assert.deepEqual(sizes, ['192x192', '512x512']);
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
  for (const selector of [
    'meta[name="viewport"]',
    'meta[name="theme-color"]',
    'link[rel="apple-touch-icon"]',
  ])
    assert.ok((await page.locator(selector).count()) > 0, selector);
  const cdp = await context.newCDPSession(page);
  assert.deepEqual((await cdp.send('Page.getAppManifest')).errors, []);
  assert.deepEqual((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors, []);
  cut();
  const start = await context.newPage();
  assert.equal((await start.goto(proxy.address + manifest.start_url))?.status(), 200);
});

test('the service worker is never kept by the browser itself, and may control the whole app', {
  skip,
}, async () => {
  assert.ok(service);
  const reply = await fetch(`${service.address}/service-worker.js`);
  assert.equal(reply.headers.get('cache-control'), 'no-cache');
  assert.match(reply.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.match(reply.headers.get('content-security-policy') ?? '', /connect-src 'self'/);
});
