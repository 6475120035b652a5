import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { noBrowser, visited } from './browser.ts';
import { crowdedBoard } from './crowded.ts';
import { lookAtBoard, sent, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

const month = '2031-05';
const whole = (day: number) => `${month}-${String(day).padStart(2, '0')}T00:00:00.000Z`;

type Dates = { dueDate?: string | null; startDate?: string | null };

/** The calendar of May 2031 in a browser that stands on the 14th, with some cards planned. */
async function look(name: string, planned: Record<string, Dates>, options: BrowserContextOptions = {}) {
  assert.ok(service);
  const made = await lookAtBoard(service, name, { reducedMotion: 'reduce', ...options });
  const plan = (title: string, body: Dates) =>
    made.ada.call(api.cards.update, { params: { cardPublicId: made.card(title) }, body });
  for (const [title, body] of Object.entries(planned)) await plan(title, body);
  await made.page.clock.setFixedTime(new Date(`${month}-14T10:00:00`));
  await made.page.goto(`/b/${made.board}?view=calendar`);
  await made.page.getByRole('heading', { name: 'May 2031' }).waitFor();
  const datesOf = async (title: string) => {
    await sent(made.page);
    const params = { cardPublicId: made.card(title) };
    const { work, dueDate } = await made.ada.call(api.cards.get, { params, query: { include: ['work'] } });
    return [work?.startDate, dueDate];
  };
  return { ...made, plan, datesOf };
}

const entry = (page: Page, id: string) => page.locator(`.view [data-card="${id}"] a`).first();

/** The days over which the parts of a card stand, by where they are on the page. */
const daysOf = (page: Page, id: string): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll('[data-day]:not([data-day=none])')]
    .filter((day) => [...document.querySelectorAll('.view [data-card="${id}"]')].some((card) => {
      const [one, other] = [day.getBoundingClientRect(), card.getBoundingClientRect()];
      return one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 2 && other.top < one.bottom - 2;
    }))
    .map((day) => new Date(Number(day.dataset.day) * 86400000).getUTCDate())`);

const standsOn = async (page: Page, id: string, days: readonly number[]) => {
  let seen: number[] = [];
  await until(async () => {
    seen = await daysOf(page, id);
    return seen.join() === days.join();
  }, `a card stands on ${days.join()}`).catch(() => assert.deepEqual(seen, days));
};

async function drag(page: Page, id: string, to: string): Promise<void> {
  const from = await entry(page, id).boundingBox();
  const over = await page.locator(to).boundingBox();
  assert.ok(from && over);
  await page.mouse.move(from.x + 10, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(over.x + over.width / 2, over.y + over.height - 6, { steps: 8 });
  await page.mouse.up();
}

const dayAt = (day: number) => `[data-day="${Date.parse(whole(day)) / 86_400_000}"]`;

test('cards stand on their days, and say whether they are done or overdue', { skip }, async () => {
  const { page, card, complaints } = await look('ada', {
    A: { dueDate: whole(12) },
    B: { startDate: whole(16), dueDate: whole(19) },
    C: { dueDate: `${month}-20T14:30:00.000Z` },
  });
  await standsOn(page, card('A'), [12]);
  await standsOn(page, card('B'), [16, 17, 18, 19]);
  await standsOn(page, card('C'), [20]);
  await page.getByRole('link', { name: /^A .*Overdue/ }).waitFor();
  assert.equal(await page.locator('[aria-current=date] .unseen').textContent(), 'Wednesday, May 14, 2031');
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('heading', { name: 'June 2031' }).waitFor();
  await until(async () => (await entry(page, card('C')).count()) === 0, 'May is away');
  await page.getByRole('button', { name: 'Today' }).click();
  await entry(page, card('C')).click();
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(complaints, []);
});

test('a card is dragged to another day with all of its days, in one request, and that is undone', {
  skip,
}, async () => {
  const { page, card, datesOf } = await look('grace', {
    A: { startDate: whole(5), dueDate: `${month}-07T09:00:00.000Z` },
  });
  await standsOn(page, card('A'), [5, 6, 7]);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/cards') && asked.push(request.url()));
  await drag(page, card('A'), dayAt(20));
  await standsOn(page, card('A'), [20, 21, 22]);
  assert.deepEqual(await datesOf('A'), [whole(20), `${month}-22T09:00:00.000Z`]);
  assert.equal(asked.length, 1);
  await page.keyboard.press('Control+z');
  await standsOn(page, card('A'), [5, 6, 7]);
  assert.deepEqual(await datesOf('A'), [whole(5), `${month}-07T09:00:00.000Z`]);
});

test('a card that is held at a side goes on to the next month, and back to the one before', {
  skip,
}, async () => {
  const { page, card, datesOf, complaints } = await look('ida', { A: { dueDate: whole(14) } });
  const from = await entry(page, card('A')).boundingBox();
  const view = await page.locator('.view').boundingBox();
  assert.ok(from && view);
  const y = from.y + 8;
  await page.mouse.move(from.x + 10, y);
  await page.mouse.down();
  await page.mouse.move(view.x + view.width - 6, y, { steps: 8 });
  await page.getByRole('heading', { name: 'June 2031' }).waitFor();
  await page.mouse.move(view.x + 6, y, { steps: 8 });
  await page.getByRole('heading', { name: 'May 2031' }).waitFor();
  await page.mouse.move(view.x + view.width - 6, y, { steps: 8 });
  await page.getByRole('heading', { name: 'June 2031' }).waitFor();
  const day = await page.locator(`[data-day="${Date.parse('2031-06-18') / 86_400_000}"]`).boundingBox();
  assert.ok(day);
  await page.mouse.move(day.x + day.width / 2, day.y + day.height - 6, { steps: 8 });
  await page.mouse.up();
  assert.deepEqual(await datesOf('A'), [null, '2031-06-18T00:00:00.000Z']);
  assert.deepEqual(complaints, []);
});

test('a card without a date is dragged to a day, and back to lose it', { skip }, async () => {
  const { page, card, datesOf } = await look('mary', { B: { dueDate: whole(8) } });
  await page.getByRole('button', { name: '5 without a date' }).click();
  await drag(page, card('A'), dayAt(21));
  await standsOn(page, card('A'), [21]);
  await page.getByRole('button', { name: '4 without a date' }).waitFor();
  assert.deepEqual(await datesOf('A'), [null, whole(21)]);
  await drag(page, card('B'), 'aside');
  await page.getByRole('button', { name: '5 without a date' }).waitFor();
  assert.deepEqual(await datesOf('B'), [null, null]);
});

test('keys move a card by days and weeks, and lead to other cards and months', { skip }, async () => {
  const { page, card, datesOf } = await look('ruth', {
    A: { dueDate: whole(6) },
    B: { dueDate: whole(13) },
    C: { dueDate: whole(13) },
  });
  await entry(page, card('A')).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await standsOn(page, card('A'), [7]);
  await page.keyboard.press('Alt+ArrowDown');
  await standsOn(page, card('A'), [14]);
  assert.deepEqual(await datesOf('A'), [null, whole(14)]);
  const focused = () => page.evaluate('document.activeElement.closest("[data-card]")?.dataset.card');
  await until(async () => (await focused()) === card('A'), 'the focus stays on the card');
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await focused()) === card('C'), 'the focus is on the day before');
  await page.keyboard.press('ArrowUp');
  await until(async () => (await focused()) === card('B'), 'the focus is on the card before');
  for (const day of [20, 27]) {
    await page.keyboard.press('Alt+ArrowDown');
    await standsOn(page, card('B'), [day]);
    await until(async () => (await focused()) === card('B'), 'the focus stays on the card');
  }
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('heading', { name: 'June 2031' }).waitFor();
  await until(async () => (await focused()) === card('B'), 'the focus follows the card');
  await page.keyboard.press('PageUp');
  await page.getByRole('heading', { name: 'May 2031' }).waitFor();
});

test('the week begins on the day of the region, and times are on the day that they have here', {
  skip,
}, async () => {
  const { page, card, plan } = await look(
    'joan',
    { A: { dueDate: `${month}-10T14:00:00.000Z` }, B: { dueDate: whole(10) } },
    { locale: 'en-US', timezoneId: 'Pacific/Auckland' },
  );
  await standsOn(page, card('A'), [11]);
  await standsOn(page, card('B'), [10]);
  const first = () => page.locator('.view b').first().textContent();
  assert.equal(await first(), 'Sun');
  await page.getByRole('button', { name: 'Week' }).click();
  await page.getByRole('heading', { name: 'May 11 – 17, 2031' }).waitFor();
  // What others plan appears at once.
  await plan('C', { startDate: whole(15), dueDate: whole(16) });
  await standsOn(page, card('C'), [15, 16]);
  await page.reload();
  await page.getByRole('heading', { name: 'May 11 – 17, 2031' }).waitFor();
});

test('on a phone the days are below each other, with what is due on them', { skip }, async () => {
  const { page, card, plan } = await look(
    'emmy',
    { A: { dueDate: whole(12) }, B: { startDate: whole(13), dueDate: whole(19) } },
    { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
  );
  const days = () =>
    page
      .locator('section[data-day]')
      .evaluateAll((all) => all.map((each) => each.querySelector('h3')?.textContent));
  await until(async () => (await days()).length === 4, 'four days');
  assert.deepEqual(await days(), ['Mon, May 12', 'Tue, May 13', 'Today · Wed, May 14', 'Mon, May 19']);
  await page.getByRole('link', { name: /^B Until Mon, May 19/ }).waitFor();
  await plan('C', { dueDate: whole(30) });
  await page.getByRole('heading', { name: 'Fri, May 30' }).waitFor();
  await page.locator(`[data-card="${card('C')}"] a`).tap();
  await page.getByRole('dialog').waitFor();
});

test('a month of thousands of cards shows those that there is room for, and a day lists its own', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('hedy');
  const { board } = await crowdedBoard(service, ada, 3000);
  const { page } = await service.visitor({}, ada);
  await page.clock.setFixedTime(new Date('2026-01-02T10:00:00Z'));
  await page.goto(`/b/${board}?view=calendar`);
  await page.locator('.view [data-card]').first().waitFor();
  const shown = await page.locator('.view [data-card]').count();
  assert.ok(shown > 3 && shown < 200, `${shown} cards`);
  await page.getByTitle(/more on Thursday, January 1/).click();
  await page
    .getByRole('dialog', { name: /more on/ })
    .getByRole('link')
    .nth(150)
    .waitFor();
});
