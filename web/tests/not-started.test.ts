import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { languages } from '../../contract/languages.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The sentence in place of a page that does not start. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const phone = { width: 390, height: 844 };

const sentence = (page: Page) => page.locator('.not-started');

/** Ends the time after which it is shown. */
const afterAWhile = (page: Page) =>
  page.evaluate('document.getAnimations().forEach((each) => each.finish())');

test('a page whose script does not run says after a while what it needs, in all languages', {
  skip,
}, async () => {
  assert.ok(service);
  const { page } = await service.visitor({ viewport: phone });
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '}' }));
  await page.goto('/sign-in');
  assert.equal(await sentence(page).isVisible(), false);
  await afterAWhile(page);
  assert.equal(await sentence(page).isVisible(), true);
  const lines = sentence(page).locator('p');
  assert.deepEqual(await lines.evaluateAll((all) => all.map((each) => each.getAttribute('lang'))), languages);
  for (const line of await lines.all()) {
    assert.match(await line.innerText(), /Taskboard.*Chrome\s\d+, Edge\s\d+, Firefox\s\d+, Safari\s\d+ /);
    const { x = -1, y = -1, width = 0, height = 0 } = (await line.boundingBox()) ?? {};
    assert.ok(x >= 0 && y >= 0 && x + width <= phone.width && y + height <= phone.height);
  }
});

test('without scripts it says so at once', { skip }, async () => {
  assert.ok(service);
  const { page } = await service.visitor({ javaScriptEnabled: false });
  await page.goto('/sign-in');
  // Sooner than where scripts fail.
  await sentence(page).waitFor({ timeout: 15_000 });
});

test('a page that starts takes the sentence away', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await service.visitor();
  await page.goto('/sign-in');
  await page.getByLabel('Email address').waitFor();
  await until(async () => (await sentence(page).count()) === 0, 'the sentence is gone');
  assert.deepEqual(complaints, []);
});
