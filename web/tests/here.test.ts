import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { crowdedBoard } from './crowded.ts';
import { shows, until } from './looking.ts';

/* Two users viewing one board: they see each other, and do not disturb each other. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

// The service runs this job every second; tests have to start it themselves.
const rounds = setInterval(() => void service?.jobs.run('presence'), 200);
after(() => clearInterval(rounds));

/** Collects layout shifts that no input of the user has caused. */
const watchShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => ({ value, of: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) }))))
    .observe({ type: 'layout-shift', buffered: true });`;

const shifts = (page: Page) => page.evaluate('window.shifts');

/** Two members of one workspace, each in a browser of their own. */
async function two(one: string, other: string) {
  assert.ok(service);
  const [ada, grace] = [await service.signUp(one), await service.signUp(other)];
  const { page, context, complaints } = await service.visitor({ reducedMotion: 'reduce' }, ada);
  const { page: hers } = await service.visitor({ reducedMotion: 'reduce' }, grace);
  await page.addInitScript(watchShifts);
  return { service, ada, grace, page, context, complaints, hers };
}

const picture = (page: Page | Locator, name: string) => page.getByRole('img', { name, exact: true });

test('who looks at a board is seen on it, at the card that is open, and writing in it', {
  skip,
}, async () => {
  const { service: at, ada, grace, page, context, complaints, hers } = await two('ada', 'grace');
  const { workspace, board, lists } = await makeBoard(ada);
  await makeMember(at, ada, workspace, grace);
  for (const title of ['Paint the harbour', 'Order ropes'])
    await makeCard(ada, nth(lists, 0), { title, description: 'Before **winter**' });
  const tile = page.locator('[data-card]', { hasText: 'Paint the harbour' });

  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['Paint the harbour', 'Order ropes']);
  await picture(page, 'grace').waitFor();
  await hers.goto(`/b/${board}`);
  await picture(page, 'grace is here').waitFor();
  await picture(hers, 'ada is here').waitFor();
  assert.equal(await picture(page, 'ada is here').count(), 0, 'one is not shown to oneself');
  assert.deepEqual(await violationsOn(page), []);

  const before = await tile.boundingBox();
  await hers.getByRole('link', { name: 'Paint the harbour' }).click();
  await picture(tile, 'grace has this card open').waitFor();
  assert.deepEqual(await tile.boundingBox(), before);
  assert.deepEqual(await violationsOn(page), []);

  await page.getByRole('link', { name: 'Paint the harbour' }).click();
  const said = page.locator('dialog .on-card');
  await said.getByText('grace is here', { exact: true }).waitFor();
  const text = page.locator('.markdown:not(.plain)', { hasText: 'Before winter' });
  await text.waitFor();
  const place = await text.boundingBox();
  await hers.getByRole('button', { name: 'Write a comment' }).click();
  await hers.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('I think');
  await said.getByText('grace is writing', { exact: true }).waitFor();
  assert.deepEqual(await text.boundingBox(), place);
  assert.deepEqual(await violationsOn(page), []);
  await hers.locator('.write').getByRole('button', { name: 'Cancel' }).click();
  await said.getByText('grace is here', { exact: true }).waitFor();
  await hers.getByRole('button', { name: 'Edit', exact: true }).click();
  await hers.getByRole('textbox', { name: 'Description' }).pressSequentially('!');
  await said.getByText('grace is writing', { exact: true }).waitFor();

  // A tab that opens later is sent the current viewers; the user's own other tabs do not count.
  const later = await context.newPage();
  await later.goto(`/b/${board}`);
  await picture(later, 'grace is here').waitFor();
  await picture(later, 'grace is writing').waitFor();
  assert.equal(await picture(later, 'ada is here').count(), 0);
  await later.close();

  // As when a user closes the tab: the page gets the event.
  await hers.close({ runBeforeUnload: true });
  await until(async () => (await said.textContent()) === '', 'nobody else is in the card');
  await page.keyboard.press('Escape');
  await picture(page, 'grace').waitFor();
  assert.equal(await tile.locator('.on-tile').count(), 0);
  assert.deepEqual(await shifts(page), []);
  assert.deepEqual(complaints, []);
});

test('who goes to another page has left the board', { skip }, async () => {
  const { service: at, ada, grace, page, hers } = await two('mary', 'joan');
  const { workspace, board } = await makeBoard(ada);
  await makeMember(at, ada, workspace, grace);
  await page.goto(`/b/${board}`);
  await hers.goto(`/b/${board}`);
  await picture(page, 'joan is here').waitFor();
  await hers.getByRole('link', { name: 'Go to your boards' }).click();
  await picture(page, 'joan').waitFor();
  await hers.goBack();
  await picture(page, 'joan is here').waitFor();
});

test('a card that is moved is in its place on the page of the other', { skip }, async (t: TestContext) => {
  const { service: at, ada, grace, page, hers } = await two('rosa', 'lise');
  const { workspace, board, lists } = await makeBoard(ada);
  await makeMember(at, ada, workspace, grace);
  for (const title of ['A', 'B', 'C']) await makeCard(ada, nth(lists, 0), { title });
  for (const title of ['X', 'Y', 'Z']) await makeCard(ada, nth(lists, 1), { title });
  for (const each of [page, hers]) {
    await each.goto(`/b/${board}`);
    await shows(each, 'Done', ['X', 'Y', 'Z']);
  }
  await page.evaluate(`addEventListener('keydown', () => { window.pressedAt = Date.now(); }, true)`);
  await page.getByRole('link', { name: 'B', exact: true }).focus();
  const took: number[] = [];
  for (let times = 0; times < 20; times++) {
    const [to, key] = times % 2 === 0 ? [nth(lists, 1), 'Alt+ArrowRight'] : [nth(lists, 0), 'Alt+ArrowLeft'];
    const seenAt = hers.evaluate(`new Promise((seen) => {
      const look = () =>
        [...document.querySelectorAll('[data-list="${to}"] .card-title')].some((each) => each.textContent === 'B')
          ? seen(Date.now())
          : requestAnimationFrame(look);
      look();
    })`);
    await page.keyboard.press(key);
    took.push(((await seenAt) as number) - ((await page.evaluate('window.pressedAt')) as number));
    const [todo, done] =
      times % 2 === 0
        ? [
            ['A', 'C'],
            ['X', 'B', 'Y', 'Z'],
          ]
        : [
            ['A', 'B', 'C'],
            ['X', 'Y', 'Z'],
          ];
    for (const each of [page, hers]) {
      await shows(each, 'To do', todo);
      await shows(each, 'Done', done);
    }
  }
  took.sort((a, b) => a - b);
  t.diagnostic(
    `a move is seen by the other after ${took[10]} ms at the median of 20, ${took.at(-1)} at the most`,
  );
});

/** The state of the focused field, and the position of an element in whole pixels. */
async function before(page: Page, seen: Locator) {
  const typed = await page.evaluate(`(() => {
    const field = document.activeElement;
    const { value, selectionStart, selectionEnd } = field;
    return { label: field.getAttribute('aria-label'), value, selectionStart, selectionEnd };
  })()`);
  const { x = 0, y = 0 } = (await seen.boundingBox()) ?? {};
  return { typed, x: Math.round(x), y: Math.round(y) };
}

test('what others do takes nothing from who renames a list, or has begun another', { skip }, async () => {
  const { service: at, ada, grace, page } = await two('hedwig', 'lotte');
  const { workspace, board, lists } = await makeBoard(ada);
  await makeMember(at, ada, workspace, grace, 'admin');
  await page.goto(`/b/${board}`);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.locator('input:focus').fill('Nearly d');
  await makeCard(grace, nth(lists, 0), { title: 'One' });
  await makeCard(grace, nth(lists, 1), { title: 'Two' });
  await shows(page, 'To do', ['One']);
  await page.locator('.card', { hasText: 'Two' }).waitFor();
  await page.keyboard.type('one');
  assert.equal(await page.locator(':focus').inputValue(), 'Nearly done');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add a list' }).click();
  await page.locator('input:focus').fill('Someday');
  await page.locator(`[data-add="${nth(lists, 1)}"]`).click();
  await page.keyboard.type('Thr');
  await grace.call(api.lists.create, { body: { name: 'Later', boardPublicId: board } });
  await page.getByRole('button', { name: 'Later', exact: true }).waitFor();
  await page.keyboard.type('ee');
  assert.equal(await page.locator('textarea:focus').inputValue(), 'Three');
});

test('two hundred changes at once take nothing from who is typing', { skip }, async () => {
  const { service: at, ada, grace, page } = await two('emmy', 'sofia');
  const { workspace, board, lists, card } = await crowdedBoard(at, ada, 400);
  await makeMember(at, ada, workspace, grace, 'admin');
  const inFirst = (index: number) => card(20 * (index + 1));
  const list = page.locator('[data-list]').first().locator('[data-scrolls]');
  const first = nth(lists, 0);
  /** Renames a hundred cards and moves another hundred, including cards of the first list except those in its middle. */
  const change = async (round: string) => {
    const whole = await grace.call(api.boards.get, { params: { boardPublicId: board } });
    const all = whole.lists.flatMap(({ publicId, cards }) =>
      cards.map((each, index) => ({ id: each.publicId, list: publicId, index })),
    );
    const free = all.filter((each) => each.list !== first || each.index < 4 || each.index > 14);
    const renamed = free.filter((_, index) => index % 3 === 0).slice(0, 100);
    const moved = free.filter((_, index) => index % 3 === 1).slice(0, 100);
    assert.deepEqual([renamed.length, moved.length], [100, 100]);
    const operations = moved.map(({ id, list: from }) => ({
      type: 'move' as const,
      cardPublicId: id,
      listPublicId: nth(lists, (lists.indexOf(from) + 1) % lists.length),
      index: 0,
    }));
    await Promise.all([
      grace.call(api.cards.bulk, { body: { operations } }),
      ...renamed.map(({ id }, index) =>
        grace.call(api.cards.update, {
          params: { cardPublicId: id },
          body: { title: `${round} ${index}, which is long enough to need another line or two on its tile` },
        }),
      ),
    ]);
    const now = await grace.call(api.boards.get, { params: { boardPublicId: board } });
    const expected = now.lists.map(({ cards }) => cards.map(({ title }) => title.trim()));
    await until(async () => {
      const shown = (await page.evaluate(`[...document.querySelectorAll('[data-list]')].map((list) =>
        [...list.querySelectorAll('[data-card]')].map((card) =>
          [Number(card.ariaPosInSet), card.querySelector('.card-title').textContent.trim()]))`)) as [
        number,
        string,
      ][][];
      // Lists and cards out of view are not in the DOM; those that are must be at their places.
      return (
        (shown[0]?.length ?? 0) > 5 &&
        shown.every((cards, list) => cards.every(([place, title]) => expected[list]?.[place - 1] === title))
      );
    }, 'all changes are shown');
  };

  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${inFirst(9)}"]`).waitFor();
  await page.locator(`[data-add="${first}"]`).click();
  await page.getByRole('textbox', { name: 'What needs to be done?' }).pressSequentially('half a thught');
  for (let times = 0; times < 4; times++) await page.keyboard.press('ArrowLeft');
  const middle = page.locator(`[data-card="${inFirst(9)}"]`);
  await middle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const onBoard = await before(page, middle);
  assert.ok((await list.evaluate((element) => element.scrollTop)) > 0, 'the list is scrolled');
  await change('First');
  assert.deepEqual(await before(page, middle), onBoard);
  await page.keyboard.type('o');
  assert.equal(await page.locator(':focus').inputValue(), 'half a thought');
  await page.keyboard.press('Escape');

  await page.locator(`[data-card="${inFirst(9)}"] a`).click();
  await page.getByRole('button', { name: 'Write a comment' }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('It sems so');
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowLeft');
  const field = page.locator(':focus');
  const inCard = await before(page, field);
  await change('Second');
  assert.deepEqual(await before(page, field), inCard);
  await page.keyboard.type('e');
  assert.equal(await page.locator(':focus').inputValue(), 'It seems so');
});
