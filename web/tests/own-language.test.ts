import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { noBrowser, visited } from './browser.ts';
import { boxOf, lookAtBoard, shows } from './looking.ts';

/* The language that somebody chooses, on all pages, and a page from right to left. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('who chooses a language has it on every page, also before signing in and in another browser', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('ada');
  const { page } = await service.visitor({}, ada);
  await page.goto('/profile/appearance');
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  assert.equal((await ada.call(api.users.preferences)).locale, 'de');
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  const other = await service.visitor({});
  await other.page.goto('/sign-in');
  await other.page.getByLabel('Email address').fill(ada.email);
  await other.page.getByLabel('Password').fill('password of ada');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.page.getByRole('link', { name: 'Aufgaben' }).first().waitFor();
  assert.equal(await other.page.locator('html').getAttribute('lang'), 'de');
});

test('what is loaded after a board is in its language, too', { skip }, async () => {
  assert.ok(service);
  const { page, card, complaints } = await lookAtBoard(service, 'eva', { locale: 'de-DE' });
  await page.goto(`/c/${card('B')}`);
  const dialog = page.getByRole('dialog', { name: 'B', exact: true });
  await dialog.waitFor();
  await dialog.getByText('Fälligkeit', { exact: true }).waitFor();
  assert.doesNotMatch((await dialog.textContent()) ?? '', /Due date|Members|Attach/);
  assert.deepEqual(complaints, []);
});

test('in Hebrew a board begins at the right, for the eye, the mouse and the keys', { skip }, async () => {
  assert.ok(service);
  const { page, card, complaints } = await lookAtBoard(service, 'noa', { locale: 'he-IL' });
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  const [first, second] = [card('A'), card('X')].map((each) => `[data-card="${each}"]`);
  assert.ok(first && second);
  const [from, to] = [await boxOf(page, first), await boxOf(page, second)];
  assert.ok(from.x > to.x, 'the first list is to the right of the second');
  await page.keyboard.press('ArrowDown');
  await page.locator(':focus').filter({ hasText: 'A' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator(':focus').filter({ hasText: 'X' }).waitFor();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 10 });
  await page.mouse.up();
  await shows(page, 'To do', ['B', 'C']);
  await shows(page, 'Done', ['A', 'X', 'Y', 'Z']);
  assert.deepEqual(complaints, []);
});
