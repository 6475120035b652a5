import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeWorkspace, nth } from '../../server/src/testing/fixtures.ts';
import { builtWith, loadFrom } from '../../tools/planting.ts';
import { countsIn } from '../messages/counts.ts';
import { noBrowser, visited } from './browser.ts';

/* The page in a second language, which is planted here: see `tools/planted.ts`. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** What people read or hear on a page, each text alone. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walk.nextNode()) texts.push(walk.currentNode.textContent);
    for (const each of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
    return texts.map((text) => text.trim()).filter((text) => /\\p{L}{2}/u.test(text));
  })()`);

const folder = skip ? '' : await builtWith('planted');
after(() => skip || rm(folder, { recursive: true }));

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
