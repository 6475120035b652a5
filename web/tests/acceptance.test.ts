import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { boxOf } from './looking.ts';
import { becomes, openCard } from './open-card.ts';
import { phone } from './touch.ts';

/* Acceptance checks on a card's page, what shows that they are done, and lists that refuse cards with open ones. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** A card that is open, with a checklist of one item. */
async function made(name: string, options: BrowserContextOptions = {}) {
  assert.ok(service);
  const opened = await openCard(service, name, {}, options);
  const { ada, params, page } = opened;
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Before release' } });
  const { publicId: item } = await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: publicId },
    body: { title: 'Tests pass' },
  });
  const line = page.locator('.item', { hasText: 'Tests pass' });
  await line.waitFor();
  const stored = async () => {
    const found = await ada.call(api.checklists.getItem, { params: { checklistItemPublicId: item } });
    return [found.acceptance, found.completed, found.evidence?.text ?? null, found.evidence?.link ?? null];
  };
  return { ...opened, item, line, stored };
}

const link = 'https://ci.example.com/runs/1742';

test('an item becomes a check, is completed with evidence, shown to others, and loses it once it is open again', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, card, page, line, stored, complaints } = await made('ada');
  const other = await service.visitor({}, ada);
  await other.page.goto(`/c/${card}`);
  await line.hover();
  await page.getByRole('button', { name: 'Actions for Tests pass' }).click();
  await page.getByRole('menuitem', { name: 'Make an acceptance check' }).click();
  await line.getByText('Acceptance check').waitFor();
  await becomes(stored, [true, false, null, null]);
  await line.getByRole('checkbox').check();
  await line.getByRole('button', { name: 'Add evidence for Tests pass' }).click();
  const form = page.getByRole('dialog', { name: 'Add evidence for Tests pass' });
  await form.getByLabel('What shows that it is done').fill('All 214 tests pass');
  await form.getByLabel('Link').fill(link);
  assert.deepEqual(await violationsOn(page), []);
  await form.getByRole('button', { name: 'Save' }).click();
  await becomes(stored, [true, true, 'All 214 tests pass', link]);
  for (const { page: each } of [{ page }, other]) {
    const shown = each.locator('.item', { hasText: 'Tests pass' });
    await shown.getByText('All 214 tests pass').waitFor();
    await shown.getByText(/^Completed by ada/i).waitFor();
    assert.equal(await shown.getByRole('link', { name: 'ci.example.com' }).getAttribute('href'), link);
  }
  assert.deepEqual(await violationsOn(page), []);
  await line.getByRole('checkbox').uncheck();
  await line.getByText('All 214 tests pass').waitFor({ state: 'detached' });
  await becomes(stored, [true, false, null, null]);
  assert.deepEqual(complaints, []);
});

test('a list is set to refuse open checks; a card that it refuses is back, and the reason names them', {
  skip,
}, async () => {
  const { ada, page, board, lists, card, item } = await made('bea');
  const params = { checklistItemPublicId: item };
  await ada.call(api.checklists.updateItem, { params, body: { acceptance: true } });
  const [todo, doing] = [nth(lists, 0), nth(lists, 1)];
  await page.goto(`/b/${board}`);
  const list = page.locator(`[data-list="${doing}"]`);
  await list.getByRole('button', { name: /Actions for the list/ }).click();
  await page.getByRole('menuitem', { name: 'Color and limit…' }).click();
  await page.getByLabel('Do not take cards with open acceptance checks').check();
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Escape');
  const refuses = async () =>
    (await ada.call(api.lists.list, { params: { boardPublicId: board }, query: {} })).map(
      ({ refusesOpenChecks }) => refusesOpenChecks,
    );
  await becomes(refuses, [false, true]);
  await page.locator(`[data-card="${card}"] .card-title`).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText(/“Paint the harbour” was not saved: .*open acceptance checks: Tests pass/).waitFor();
  await page.locator(`[data-list="${todo}"] [data-card="${card}"]`).waitFor();
  await page.locator('.toasts').getByRole('button', { name: 'Close' }).click();
  const from = await boxOf(page, `[data-card="${card}"]`);
  const to = await boxOf(page, `[data-list="${doing}"]`);
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 50, { steps: 8 });
  await page.locator(`[data-list="${doing}"] .hole`).waitFor();
  await page.mouse.up();
  await page.getByText(/“Paint the harbour” was not saved: .*open acceptance checks: Tests pass/).waitFor();
  await page.locator(`[data-list="${todo}"] [data-card="${card}"]`).waitFor();
  await ada.call(api.checklists.updateItem, { params, body: { completed: true } });
  await page.locator(`[data-card="${card}"] .card-title`).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.locator(`[data-list="${doing}"] [data-card="${card}"]`).waitFor();
});

test('a check with evidence fits a phone', { skip }, async () => {
  const { ada, page, line, item, complaints } = await made('cid', phone);
  const text = 'A long text that says how it was made sure that this holds, on every platform';
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: item },
    body: { acceptance: true, completed: true, evidence: { text, link } },
  });
  await line.getByText(text).waitFor();
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(over, 0);
  assert.deepEqual(complaints, []);
});
