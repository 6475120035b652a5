import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { api } from '../../contract/api.ts';
import { makeWorkspace, nth } from '../../server/src/testing/fixtures.ts';
import { countsIn } from '../messages/counts.ts';
import { noBrowser, visited } from './browser.ts';

/* The page in a second language, which is planted here: see `planted.ts`. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Builds the pages with the planted language, and returns their folder. */
async function builtWithPlanted(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taskboard-language-'));
  after(() => rm(folder, { recursive: true }));
  const file = JSON.stringify(join(import.meta.dirname, 'planted.ts'));
  const plant = {
    name: 'plant',
    enforce: 'pre' as const,
    load: (id: string) =>
      id.endsWith('/messages/others.ts')
        ? `export const others = { pl: async () => (await import(${file})).planted };`
        : null,
  };
  await build({
    configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
    plugins: [plant],
  });
  return folder;
}

/** Has a page load the files of a folder instead of the built ones. */
async function loadFrom(page: Page, folder: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document') {
      const reply = await route.fetch();
      const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = reply.headers();
      return route.fulfill({ headers, path: join(folder, 'index.html') });
    }
    if (pathname.startsWith('/assets/'))
      return route.fulfill({ path: join(folder, 'assets', basename(pathname)) });
    return route.fallback();
  });
}

/** What people read or hear on a page, each text alone. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walk.nextNode())
      if (!walk.currentNode.parentElement.closest('noscript')) texts.push(walk.currentNode.textContent);
    for (const each of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
    return texts.map((text) => text.trim()).filter((text) => /\\p{L}{2}/u.test(text));
  })()`);

const folder = skip ? '' : await builtWithPlanted();

test('sign-in and a board are in the language of the browser, and nothing is left in English', {
  skip,
}, async () => {
  assert.ok(service);
  const stranger = await service.visitor({ locale: 'pl-PL' });
  await loadFrom(stranger.page, folder);
  await stranger.page.goto('/sign-in');
  await stranger.page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).waitFor();
  const left = (texts: readonly string[]) => texts.filter((text) => !text.includes('⟦'));
  assert.deepEqual(left(await textsOn(stranger.page)), []);
  assert.equal(await stranger.page.locator('html').getAttribute('lang'), 'pl');
  assert.deepEqual(stranger.complaints, []);

  const ada = await service.signUp('ada');
  const workspace = await makeWorkspace(ada, '1');
  const made = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: '2', lists: ['3', '4'], labels: ['5'] },
  });
  const whole = await ada.call(api.boards.get, { params: { boardPublicId: made.publicId } });
  const listPublicId = nth(whole.lists, 0).publicId;
  const labelPublicIds = whole.labels.map(({ publicId }) => publicId);
  // A whole day, so that there is no time.
  const dueDate = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const body = { title: '6', description: '7', listPublicId, labelPublicIds, dueDate };
  const { publicId: card } = await ada.call(api.cards.create, { body });
  const { page, complaints } = await service.visitor({ locale: 'pl-PL' }, ada);
  await loadFrom(page, folder);
  await page.goto(`/b/${made.publicId}`);
  await page.locator(`[data-card="${card}"]`).waitFor();
  // What is left: the day, near and in full, which the browser writes in its language, and a name.
  const inFull = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(dueDate),
  );
  assert.deepEqual([...new Set(left(await textsOn(page)))].toSorted(), [inFull, 'Dzisiaj', 'ada']);
  assert.deepEqual(complaints, []);
});

test('what the service refuses is worded in the language of the page', { skip }, async () => {
  assert.ok(service);
  const { page } = await service.visitor({ locale: 'pl-PL' });
  await loadFrom(page, folder);
  await page.goto('/sign-in');
  await page.locator('input[type="email"]').fill('nobody@example.com');
  await page.locator('input[type="password"]').fill('not the password');
  await page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).click();
  await page.getByText('⟦Email address or password is wrong⟧').waitFor();
});

test('a browser in a language without texts gets English', { skip }, async () => {
  assert.ok(service);
  const { page } = await service.visitor({ locale: 'fr-FR' });
  await loadFrom(page, folder);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});

test('a count goes with the form of the text that the language has for it', () => {
  const { textOf } = countsIn('pl');
  const forms = { one: 'karta', few: 'karty', many: 'kart', other: 'karty' };
  const said = [1, 2, 5, 12, 22, 25].map((count) => textOf(count, forms));
  assert.deepEqual(said, ['karta', 'karty', 'kart', 'kart', 'karty', 'kart']);
  assert.equal(textOf(2, { one: 'one', other: 'other' }), 'other');
  assert.equal(countsIn('de').number(12_345), '12.345');
});
