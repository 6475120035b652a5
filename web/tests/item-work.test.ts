import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import type { BodyOf } from '../../contract/operation.ts';
import { makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { memberOf } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { goOffline, until } from './looking.ts';
import { becomes, fromMenu, openCard } from './open-card.ts';
import { phone } from './touch.ts';

/* When an item of a checklist is due, and whose work it is: on a card's page, and among one's own work. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** The whole day in some days, as the browser's clock has it. */
function dayIn(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** A card that is open, with a checklist of one item. */
async function made(name: string, options: BrowserContextOptions = {}) {
  assert.ok(service);
  const opened = await openCard(service, name, {}, options);
  const { ada, params, workspace, page } = opened;
  const { publicId: checklist } = await ada.call(api.checklists.create, { params, body: { name: 'Parts' } });
  const add = (body: BodyOf<typeof api.checklists.createItem>) =>
    ada.call(api.checklists.createItem, { params: { checklistPublicId: checklist }, body });
  const { publicId: item } = await add({ title: 'Seal' });
  await page.locator('.item', { hasText: 'Seal' }).waitFor();
  const me = await memberOf(service, workspace, ada);
  const stored = async () => {
    const { checklists } = await ada.call(api.cards.get, { params, query: { include: ['work'] } });
    const { due, memberPublicId } = nth(nth(checklists, 0).items, 0);
    return [due?.date ?? due?.time ?? null, memberPublicId ?? null];
  };
  return { ...opened, add, item, me, stored };
}

const line = (page: Page) => page.locator('.item', { hasText: 'Seal' });

test('an item is dated and assigned at the end of its line, live for others, and back by undo', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, card, page, me, stored, complaints } = await made('ada');
  const other = await service.visitor({}, ada);
  await other.page.goto(`/c/${card}`);
  await line(other.page).waitFor();
  await line(page).hover();
  await page.getByRole('button', { name: 'Set a due date for Seal' }).click();
  await page.getByRole('dialog', { name: 'Set a due date for Seal' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
  await line(page).locator('time', { hasText: 'Tomorrow' }).waitFor();
  await becomes(stored, [dayIn(1), null]);
  await page.getByRole('button', { name: 'Assign Seal' }).click();
  await page.getByRole('combobox', { name: 'Find a member' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Seal is assigned to ada' }).waitFor();
  await becomes(stored, [dayIn(1), me]);
  await line(other.page).locator('time', { hasText: 'Tomorrow' }).waitFor();
  await line(other.page).getByRole('img', { name: 'ada' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: “Seal”: members changed').waitFor();
  await becomes(stored, [dayIn(1), null]);
  await page.keyboard.press('Control+z');
  await becomes(stored, [null, null]);
  await page.keyboard.press('Control+Shift+z');
  await becomes(stored, [dayIn(1), null]);
  await page.getByRole('button', { name: 'Due date of Seal: Tomorrow' }).click();
  await page.getByRole('button', { name: 'Remove due date' }).click();
  await becomes(stored, [null, null]);
  assert.deepEqual([...complaints, ...other.complaints], []);
});

test('undo leaves an item that somebody else has dated since', { skip }, async () => {
  const { ada, page, item, stored } = await made('bea');
  await line(page).hover();
  await page.getByRole('button', { name: 'Set a due date for Seal' }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await becomes(stored, [dayIn(0), null]);
  const params = { checklistItemPublicId: item };
  await ada.call(api.checklists.updateItem, { params, body: { dueDate: dayIn(30) } });
  await page.getByRole('button', { name: 'Due date of Seal: Today' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('“Seal” has changed since then').waitFor();
  assert.deepEqual(await stored(), [dayIn(30), null]);
});

test('all of it is done by key, and the focus comes back', { skip }, async () => {
  const { page, me, stored } = await made('cleo');
  await page.getByRole('button', { name: 'Rename item' }).or(page.getByTitle('Rename item')).focus();
  await page.keyboard.press('Tab');
  const named = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
  assert.equal(await named(), 'Set a due date for Seal');
  await page.keyboard.press('Enter');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('in 3 days');
  await page.keyboard.press('Enter');
  await becomes(stored, [dayIn(3), null]);
  await until(async () => String(await named()).startsWith('Due date of Seal'), 'the focus is where it was');
  await page.keyboard.press('Tab');
  assert.equal(await named(), 'Assign Seal');
  await page.keyboard.press('Enter');
  await page.locator('input:focus').waitFor();
  await page.keyboard.press('Enter');
  await becomes(stored, [dayIn(3), me]);
});

test('on a phone the menu of an item has both, and its line stays readable', { skip }, async () => {
  const { page, stored, me } = await made('dora', { ...phone, viewport: { width: 320, height: 700 } });
  assert.equal(await page.getByRole('button', { name: 'Assign Seal' }).count(), 0);
  await fromMenu(page, 'Due date', 'Seal');
  await page.getByRole('button', { name: 'Today', exact: true }).tap();
  await becomes(stored, [dayIn(0), null]);
  await fromMenu(page, 'Assign', 'Seal');
  await page.getByRole('option', { name: /ada|dora/ }).tap();
  await becomes(stored, [dayIn(0), me]);
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(wide, 320);
  const title = await line(page).locator('.item-title').boundingBox();
  assert.ok(title && title.width > 150, `${title?.width} pixels`);
  assert.deepEqual(await violationsOn(page), []);
});

test('who may not change a card sees both and no buttons; what is late is red unless it is done', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, workspace, card, item, me } = await made('eva');
  const params = { checklistItemPublicId: item };
  const change = (body: BodyOf<typeof api.checklists.updateItem>) =>
    ada.call(api.checklists.updateItem, { params, body });
  await change({ dueDate: dayIn(-2), memberPublicId: me });
  const guest = await service.signUp('guest-of-eva');
  await makeMember(service, ada, workspace, guest, 'guest');
  const { page, complaints } = await service.visitor({}, guest);
  await page.goto(`/c/${card}`);
  await line(page).locator('time.overdue').waitFor();
  await line(page).getByRole('img', { name: 'eva' }).waitFor();
  assert.equal(await line(page).getByRole('button').count(), 0);
  await change({ completed: true });
  await line(page).locator('time:not(.overdue)').waitFor();
  assert.deepEqual(complaints, []);
});

test('without a line a date is kept, shown and sent once there is one', { skip }, async () => {
  const { page, context, stored, ada, params } = await made('flo');
  await goOffline(page);
  await line(page).hover();
  await page.getByRole('button', { name: 'Set a due date for Seal' }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await line(page).locator('time', { hasText: 'Today' }).waitFor();
  assert.deepEqual(await stored(), [null, null]);
  await context.setOffline(false);
  await becomes(stored, [dayIn(0), null]);
  await line(page).locator('time', { hasText: 'Today' }).waitFor();
  const { activities } = await ada.call(api.activities.list, { params, query: {} });
  assert.equal(activities.filter(({ type }) => type === 'card.updated.checklist.item.updated').length, 1);
});

test('one’s items are among one’s work by their own dates, and are checked there', { skip }, async () => {
  assert.ok(service);
  const { ada, page, item, me, card } = await made('gil');
  const params = { checklistItemPublicId: item };
  await ada.call(api.checklists.updateItem, { params, body: { memberPublicId: me, dueDate: dayIn(0) } });
  await page.goto('/my-work');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  const row = today.locator('[data-row]', { hasText: 'Seal' });
  await row.locator('.where', { hasText: 'Paint the harbour' }).waitFor();
  assert.equal(await page.locator('[data-row]').count(), 1, 'the card itself is not hers');
  assert.equal(await row.getByRole('link', { name: 'Seal' }).getAttribute('href'), `/c/${card}`);
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'In a week' }).click();
  await page.getByRole('region', { name: 'Later', exact: true }).getByText('Seal').waitFor();
  const read = () => ada.call(api.checklists.getItem, { params });
  await becomes(async () => (await read()).due?.date, dayIn(7));
  await page.getByRole('checkbox', { name: 'Seal' }).click();
  await page.locator('[data-row]', { hasText: 'Seal' }).waitFor({ state: 'detached' });
  await becomes(async () => (await read()).completed, true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('[data-row]', { hasText: 'Seal' }).waitFor();
  await becomes(async () => (await read()).completed, false);
  assert.deepEqual(await violationsOn(page), []);
});
