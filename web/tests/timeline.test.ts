import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { noBrowser, visited } from './browser.ts';
import { crowdedBoard } from './crowded.ts';
import { lookAtBoard, sent, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

const whole = (day: number) => `2031-05-${String(day).padStart(2, '0')}T00:00:00.000Z`;

type Dates = { dueDate?: string | null; startDate?: string | null };

/** The timeline of a board in a browser that stands on the 14th of May 2031. */
async function look(name: string, planned: Record<string, Dates>) {
  assert.ok(service);
  const made = await lookAtBoard(service, name, { reducedMotion: 'reduce' });
  for (const [title, body] of Object.entries(planned))
    await made.ada.call(api.cards.update, { params: { cardPublicId: made.card(title) }, body });
  await made.page.clock.setFixedTime(new Date('2031-05-14T10:00:00'));
  await made.page.goto(`/b/${made.board}?view=timeline`);
  await made.page.locator('.view [data-bar]').first().waitFor();
  const datesOf = async (title: string) => {
    await sent(made.page);
    const params = { cardPublicId: made.card(title) };
    const { work, dueDate } = await made.ada.call(api.cards.get, { params, query: { include: ['work'] } });
    return [work?.startDate, dueDate];
  };
  return { ...made, datesOf };
}

const bar = (page: Page, id: string) => page.locator(`[data-card="${id}"] [data-bar]`);

/** Drags a point of a bar by pixels: 40 of them are a day. */
async function drag(page: Page, id: string, at: 'start' | 'middle' | 'end', by: number): Promise<void> {
  const box = await bar(page, id).boundingBox();
  assert.ok(box);
  const x = at === 'start' ? box.x + 3 : at === 'end' ? box.x + box.width - 3 : box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 8 });
  await page.mouse.up();
}

const widthOf = async (page: Page, id: string) => Math.round((await bar(page, id).boundingBox())?.width ?? 0);

test('a bar is as long as its card takes, and is moved and made longer by dragging, with undo', {
  skip,
}, async () => {
  const { page, card, datesOf, complaints } = await look('ada', {
    A: { startDate: whole(13), dueDate: whole(16) },
  });
  assert.equal(await widthOf(page, card('A')), 160);
  await page.getByText('1 card with dates').waitFor();
  await drag(page, card('A'), 'middle', 85);
  assert.deepEqual(await datesOf('A'), [whole(15), whole(18)]);
  await drag(page, card('A'), 'end', 40);
  assert.deepEqual(await datesOf('A'), [whole(15), whole(19)]);
  await drag(page, card('A'), 'start', -80);
  assert.deepEqual(await datesOf('A'), [whole(13), whole(19)]);
  // An end stops at the other one.
  await drag(page, card('A'), 'start', 400);
  assert.deepEqual(await datesOf('A'), [whole(19), whole(19)]);
  await page.keyboard.press('Control+z');
  await until(async () => (await widthOf(page, card('A'))) === 280, 'the bar is as it was');
  assert.deepEqual(await datesOf('A'), [whole(13), whole(19)]);
  await page.getByRole('button', { name: 'Weeks' }).click();
  await until(async () => (await widthOf(page, card('A'))) === 112, 'days are smaller');
  assert.deepEqual(complaints, []);
});

test('a bar that is held at the edge is taken on, as the timeline scrolls under it', { skip }, async () => {
  const { page, card, datesOf } = await look('edgar', { A: { startDate: whole(15), dueDate: whole(16) } });
  const from = await bar(page, card('A')).boundingBox();
  const view = await page.locator('.view.table').boundingBox();
  assert.ok(from && view);
  const scrolled = () =>
    page.locator('.view.table').evaluate((element) => (element as { scrollLeft: number }).scrollLeft);
  const before = await scrolled();
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(view.x + view.width - 4, y, { steps: 8 });
  await until(async () => (await scrolled()) > before + 400, 'it scrolls');
  await page.mouse.move(x + 20, y, { steps: 4 });
  const by = (await scrolled()) - before;
  await page.mouse.up();
  const days = Math.round((by + 20) / 40);
  const later = (day: number) => new Date(Date.parse(whole(day)) + days * 86_400_000).toISOString();
  assert.deepEqual(await datesOf('A'), [later(15), later(16)]);
});

test('keys move a card in time, and lead to the next', { skip }, async () => {
  const { page, card, datesOf } = await look('grace', {
    A: { startDate: whole(13), dueDate: whole(16) },
    X: { dueDate: whole(14) },
  });
  await page
    .locator(`[data-card="${card('A')}"] a`)
    .first()
    .focus();
  await page.keyboard.press('Alt+ArrowRight');
  assert.deepEqual(await datesOf('A'), [whole(14), whole(17)]);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  assert.deepEqual(await datesOf('A'), [whole(14), whole(18)]);
  await page.keyboard.press('ArrowDown');
  await until(
    async () =>
      (await page.evaluate('document.activeElement.closest("[data-card]")?.dataset.card')) === card('X'),
    'the focus is on the next card, in another group',
  );
});

test('an arrow leads from what blocks to what is blocked, and what is in the wrong order is said', {
  skip,
}, async () => {
  const { ada, page, card } = await look('mary', {
    A: { startDate: whole(12), dueDate: whole(14) },
    B: { startDate: whole(16), dueDate: whole(18) },
    C: { startDate: whole(13), dueDate: whole(15) },
  });
  const block = (title: string, other: string) =>
    ada.call(api.relations.create, {
      params: { cardPublicId: card(title) },
      body: { type: 'blocks', cardPublicId: card(other) },
    });
  await block('A', 'B');
  await page.locator('.view svg path').nth(0).waitFor({ state: 'attached' });
  assert.equal(await page.getByText('before the one that blocks it').count(), 0);
  await block('A', 'C');
  await page.getByText('1 card starts before the one that blocks it').waitFor();
  await drag(page, card('C'), 'middle', 80);
  await until(
    async () => (await page.getByText('before the one that blocks it').count()) === 0,
    'it is mended',
  );
});

test('thousands of cards are rows of which those in view are there, in groups', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('hedy');
  const { board } = await crowdedBoard(service, ada, 3000);
  const { page } = await service.visitor({}, ada);
  await page.clock.setFixedTime(new Date('2026-01-02T10:00:00Z'));
  await page.goto(`/b/${board}?view=timeline`);
  await page.locator('.view [data-bar]').first().waitFor();
  assert.ok((await page.locator('.view [data-card]').count()) < 80);
  await page.getByText('1,000 cards with dates').waitFor();
  const first = page.locator('.view [data-card]').first();
  const before = await first.getAttribute('data-card');
  await page.locator('.view').evaluate((view) => view.scrollTo(0, 20_000));
  await until(
    async () => (await page.locator('.view [data-card]').nth(3).getAttribute('data-card')) !== before,
    'others',
  );
  assert.ok((await page.locator('.view [data-card]').count()) < 80);
});
