import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { api } from '../../contract/api.ts';
import { ownHue } from '../../contract/hues.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { sent } from './looking.ts';

/* The page of a public board, as strangers see it. */

const skip = noBrowser;
const service = skip ? undefined : await visited();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function published(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada, { name: 'Harbour' });
  const card = await makeCard(ada, nth(made.lists, 0), {
    title: 'Paint the quay',
    description: 'Both **sides**, and:\n\n- [x] north\n- [ ] [south](https://example.com)',
    labelPublicIds: made.labels,
    dueDate: '2020-01-01T00:00:00.000Z',
  });
  await makeCard(ada, nth(made.lists, 0), { title: 'Ring the bell' });
  await makeCard(ada, nth(made.lists, 1), { title: 'Café on the pier' });
  const params = { boardPublicId: made.board };
  await ada.call(api.boards.update, { params, body: { visibility: 'public' } });
  const { address } = await ada.call(api.publicPages.get, { params });
  return { ada, ...made, card, path: new URL(address ?? '').pathname };
}

test('a board and its cards can be read without a script', { skip }, async () => {
  assert.ok(service);
  const { path } = await published('plain');
  const { page, complaints } = await service.visitor({ javaScriptEnabled: false });
  await page.goto(path);
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
  assert.deepEqual(await page.locator('.card-title').allTextContents(), [
    'Paint the quay',
    'Ring the bell',
    'Café on the pier',
  ]);
  await page.getByRole('link', { name: 'Paint the quay' }).click();
  await page.getByText('Both **sides**, and:').waitFor();
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await page.getByRole('heading', { name: 'To do' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the whole tile leads to its card, in the color of text, under the sign of the board', {
  skip,
}, async () => {
  assert.ok(service);
  const { board, path } = await published('tile');
  const { page } = await service.visitor({ colorScheme: 'light' });
  await page.goto(path);
  const [line, color, ofText, hue] = (await page.evaluate(`(() => {
    const title = getComputedStyle(document.querySelector('.card-title'));
    return [title.textDecorationLine, title.color, getComputedStyle(document.body).color,
      getComputedStyle(document.documentElement).getPropertyValue('--board')];
  })()`)) as string[];
  assert.deepEqual([line, color, hue], ['none', ofText, String(ownHue(board))]);
  assert.ok((await page.locator('.where .dot').boundingBox())?.width);
  await page.locator('.card .badges').first().click({ force: true });
  await page.getByRole('link', { name: 'Back to the board' }).waitFor();
});

test('with the script texts are formatted, dates say that they are over, and cards are found', {
  skip,
}, async () => {
  assert.ok(service);
  const { path } = await published('script');
  const { page, complaints } = await service.visitor({ locale: 'en-GB' });
  await page.goto(path);
  await page.locator('.due.overdue', { hasText: '1 Jan 2020' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('cafe PIER');
  await page.getByText('1 card found').waitFor();
  assert.deepEqual(await page.locator('.card-title').filter({ visible: true }).allTextContents(), [
    'Café on the pier',
  ]);
  await page.getByText('0 of 2').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.card').filter({ visible: true }).count(), 3);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Paint the quay' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.markdown strong', { hasText: 'sides' }).waitFor();
  const south = page.getByRole('link', { name: 'south' });
  assert.equal(await south.getAttribute('rel'), 'noopener noreferrer nofollow');
  assert.equal(await page.locator('.markdown input:disabled').count(), 2);
  await page.keyboard.press('Escape');
  await page.waitForURL(path);
  assert.equal(await page.getByRole('link', { name: 'Open in Taskboard' }).isVisible(), false);
  assert.deepEqual(complaints, []);
});

test('members find the way into the app', { skip }, async () => {
  assert.ok(service);
  const { ada, board, card, path } = await published('owner');
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(`${path}/${card}`);
  await page.getByRole('link', { name: 'Open in Taskboard' }).click();
  await page.waitForURL(`/c/${card}`);
  await page.goto(path);
  await page.getByRole('link', { name: 'Open in Taskboard' }).click();
  await page.waitForURL(`/b/${board}`);
  assert.deepEqual(complaints, []);
});

test('the link is copied where a board is shared, and search engines are let in there', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('sharer');
  const { board } = await makeBoard(ada, { name: 'Harbour' });
  const { page, context, complaints } = await service.visitor({}, ada);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/b/${board}/members`);
  await page.getByLabel('Public access').selectOption({ label: 'Anyone with the public link' });
  await sent(page);
  await page.getByRole('button', { name: 'Copy public link' }).click();
  await page.getByText('Link copied').waitFor();
  const address = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(address, /\/p\/[\w-]+\/harbour[\w-]*$/);
  const changed = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByLabel('Search engines may list it').check();
  await changed;
  const path = new URL(address).pathname;
  const reply = await fetch(service.address + path);
  assert.deepEqual([reply.status, reply.headers.get('x-robots-tag')], [200, null]);
  const { page: strangers } = await service.visitor();
  await strangers.goto(path);
  await strangers.getByRole('heading', { name: 'Harbour' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a member who may not share a board copies its link, and decides nothing', { skip }, async () => {
  assert.ok(service);
  const { ada, workspace, board } = await published('chief');
  const bob = await service.signUp('deckhand');
  await makeMember(service, ada, workspace, bob);
  const { page } = await service.visitor({}, bob);
  await page.goto(`/b/${board}/members`);
  await page.getByRole('button', { name: 'Copy public link' }).waitFor();
  assert.equal(await page.getByLabel('Search engines may list it').count(), 0);
});

/** What reaches out of the window. */
const tooWide = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth && !each.closest('.list'))
  .map((each) => each.outerHTML.slice(0, 160))`;

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [screen, options] of [
    ['desktop', {}],
    ['phone', phone],
  ] as const) {
    test(`nothing keeps strangers out: ${colorScheme}, ${screen}`, { skip }, async () => {
      assert.ok(service);
      const { path, card, lists } = await published(`open-${colorScheme}-${screen}`);
      const { page, complaints } = await service.visitor({ colorScheme, ...options });
      const found: string[] = [];
      for (const each of [path, `${path}/${card}`, `${path}/lists/${nth(lists, 0)}`]) {
        await page.goto(each);
        if (each.endsWith(card)) await page.locator('.markdown strong').waitFor();
        found.push(...(await violationsOn(page)).map((violation) => `${each}: ${violation}`));
        const wide = await page.evaluate<string[]>(tooWide);
        assert.deepEqual(wide, [], each);
      }
      assert.deepEqual([found, complaints], [[], []]);
      await page.goto('/p/no/board');
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
      assert.deepEqual(await violationsOn(page), []);
    });
  }
}

test('the theme that was chosen in the app is the one of the page', { skip }, async () => {
  assert.ok(service);
  const { path } = await published('dark');
  const { page } = await service.visitor({ colorScheme: 'light' });
  await page.goto(path);
  await page.evaluate("localStorage.setItem('theme', 'dark')");
  await page.reload();
  await page.locator('html[data-theme=dark]').waitFor();
});

test('strangers load little, and nothing of the app', { skip }, () => {
  const assets = join(import.meta.dirname, '..', 'dist', 'assets');
  const names = readdirSync(assets).filter((name) => name.startsWith('public-board'));
  const kilobytes = (end: RegExp) =>
    names
      .filter((name) => end.test(name))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length, 0) / 1024;
  const [first, all, style] = [
    kilobytes(/^public-board\.[\w-]+\.js$/),
    kilobytes(/\.js$/),
    kilobytes(/\.css$/),
  ];
  assert.ok(first > 0 && first <= 5, `${first.toFixed(1)} KB of scripts at first`);
  assert.ok(all > first && all <= 40, `${all.toFixed(1)} KB of scripts with a description`);
  assert.ok(style > 0 && style <= 8, `${style.toFixed(1)} KB of styles`);
  const text = names
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(assets, name), 'utf8'));
  assert.doesNotMatch(text.join(''), /contenteditable|idempotency-key|indexedDB/i);
});
