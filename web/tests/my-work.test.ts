import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { memberOf } from '../../server/src/testing/members.ts';
import type { Person } from '../../server/src/testing/service.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';
import { phone } from './touch.ts';

/* The page of one's own cards: what is due when, and moving it to another day. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** The whole day in some days, as the page's clock has it. */
function dayIn(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString();
}

async function workOf(name: string, cards: Record<string, string | undefined>, options = {}) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { workspace, lists } = await makeBoard(ada);
  const member = await memberOf(service, workspace, ada);
  const ids = new Map<string, string>();
  for (const [title, dueDate] of Object.entries(cards)) {
    const given = { title, memberPublicIds: [member], ...(dueDate ? { dueDate } : {}) };
    ids.set(title, await makeCard(ada, nth(lists, 0), given));
  }
  const visitor = await service.visitor(options, ada);
  await visitor.page.goto('/my-work');
  await visitor.page.getByText(/cards? on 1 board/).waitFor();
  return { ada, workspace, lists, member, ids, ...visitor };
}

const dueOf = async (person: Person, cardPublicId = ''): Promise<string | null> =>
  (await person.call(api.cards.get, { params: { cardPublicId } })).dueDate;

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const row = (page: Page, title: string) => page.locator('[data-row]', { hasText: title });

test('a card that repeats says so, and the next one is there once it is done', { skip }, async () => {
  const { ada, ids, page, complaints } = await workOf('rita', { Water: dayIn(0) });
  const recurrence = { rule: 'FREQ=DAILY', from: 'due', timeZone: 'UTC' } as const;
  const params = { cardPublicId: ids.get('Water') ?? '' };
  await ada.call(api.cards.update, { params, body: { recurrence } });
  await page.reload();
  await row(page, 'Water').getByTitle('Repeats').waitFor();
  await row(page, 'Water').getByRole('link').focus();
  await page.keyboard.press('o');
  await page.locator(`[data-row]:not([data-row="${params.cardPublicId}"])`, { hasText: 'Water' }).waitFor();
  await row(page, 'Water').getByTitle('Repeats').waitFor();
  const open = async () =>
    (await ada.call(api.cards.mine, { query: { completed: false, include: ['work'] } })).cards.map(
      ({ publicId, work }) => [publicId, work?.recurrence?.rule],
    );
  assert.notEqual((await open())[0]?.[0], params.cardPublicId);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator(`[data-row="${params.cardPublicId}"]`).getByTitle('Repeats').waitFor();
  await until(async () => (await row(page, 'Water').count()) === 1, 'the next card is gone');
  assert.deepEqual(await open(), [[params.cardPublicId, 'FREQ=DAILY']]);
  assert.deepEqual(complaints, []);
});

test('the circle before a card marks it done, with undo', { skip }, async () => {
  const { ada, ids, page, complaints } = await workOf('cleo', { Paint: dayIn(0), Rig: dayIn(1) });
  await page.getByRole('checkbox', { name: 'Paint' }).click();
  await row(page, 'Paint').waitFor({ state: 'detached' });
  const params = { cardPublicId: ids.get('Paint') ?? '' };
  const isDone = async () => {
    const { work } = await ada.call(api.cards.get, { params, query: { include: ['work'] } });
    return typeof work?.completedAt === 'string';
  };
  await until(isDone, 'it is done');
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Paint').waitFor();
  await until(async () => !(await isDone()), 'it is open again');
  assert.deepEqual(complaints, []);
});

test('undoing leaves the next card alone once somebody has worked on it', { skip }, async () => {
  const { ada, ids, page } = await workOf('ruth', { Water: dayIn(0) });
  const recurrence = { rule: 'FREQ=DAILY', from: 'due', timeZone: 'UTC' } as const;
  const params = { cardPublicId: ids.get('Water') ?? '' };
  await ada.call(api.cards.update, { params, body: { recurrence } });
  await page.reload();
  await row(page, 'Water').getByRole('link').focus();
  await page.keyboard.press('o');
  await page.locator(`[data-row]:not([data-row="${params.cardPublicId}"])`, { hasText: 'Water' }).waitFor();
  const open = async () => (await ada.call(api.cards.mine, { query: { completed: false } })).cards;
  const [next] = await open();
  assert.ok(next);
  await ada.call(api.comments.create, {
    params: { cardPublicId: next.publicId },
    body: { comment: 'Begun' },
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await open()).length === 2, 'both are open');
  await row(page, 'Water').nth(1).waitFor();
});

test('on a phone a title has the whole width, and the date is below it', { skip }, async () => {
  const title = 'A title that is somewhat longer than a phone is wide, and goes on';
  const { page } = await workOf('wide', { [title]: dayIn(0) }, phone);
  const [whole = 0, written = 0] = (await row(page, title).evaluate((each) =>
    [each, each.firstElementChild].map((part) => part?.getBoundingClientRect().width),
  )) as number[];
  assert.ok(written > whole - 24, `${written} of ${whole}`);
});

test('a key moves a card to another day, and the focus goes with it', { skip }, async () => {
  const { ada, ids, page, complaints } = await workOf('ada', { Plan: dayIn(0), Idea: undefined });
  // Each row says where the card is.
  assert.match((await row(page, 'Plan').locator('.where').textContent()) ?? '', /To do$/);
  await row(page, 'Plan').getByRole('link').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await page.locator('[role=menuitem]:focus', { hasText: 'Today' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await group(page, 'Next 7 days').getByText('Idea').waitFor();
  await until(async () => (await dueOf(ada, ids.get('Idea'))) === dayIn(1), 'the date is stored');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Idea');
  await page.getByRole('button', { name: 'Undo' }).click();
  await group(page, 'No date').getByText('Idea').waitFor();
  await until(async () => (await dueOf(ada, ids.get('Idea'))) === null, 'the date is taken back');
  assert.deepEqual(complaints, []);
});

test('what is done is not there, and O marks a card done', { skip }, async () => {
  const { ada, lists, member, ids, page, complaints } = await workOf('oda', {
    Plan: dayIn(0),
    Idea: dayIn(1),
  });
  const memberPublicIds = [member];
  await makeCard(ada, nth(lists, 0), {
    title: 'Past',
    dueDate: '2020-01-01',
    completed: true,
    memberPublicIds,
  });
  await page.reload();
  await row(page, 'Plan').getByRole('link').focus();
  assert.equal(await row(page, 'Past').count(), 0);
  await page.keyboard.press('o');
  await row(page, 'Plan').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Idea');
  const isDone = async () => {
    const params = { cardPublicId: ids.get('Plan') ?? '' };
    const { work } = await ada.call(api.cards.get, { params, query: { include: ['work'] } });
    return work?.completedAt !== null;
  };
  await until(isDone, 'the card is done');
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Plan').waitFor();
  await until(async () => !(await isDone()), 'the card is open again');
  assert.deepEqual(complaints, []);
});

test('a row is dragged to a day, and keeps its time', { skip }, async () => {
  const at = new Date();
  at.setDate(at.getDate() - 3);
  at.setHours(9, 30, 0, 0);
  const { ada, ids, page, complaints } = await workOf('ida', { Ferry: at.toISOString(), Plan: dayIn(0) });
  const box = await row(page, 'Ferry').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 80, { steps: 4 });
  const target = await page.locator('[data-day]', { hasText: 'In a week' }).boundingBox();
  assert.ok(target);
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 4 });
  await page.mouse.up();
  await group(page, 'Later').getByText('Ferry').waitFor();
  at.setDate(at.getDate() + 10);
  await until(async () => (await dueOf(ada, ids.get('Ferry'))) === at.toISOString(), 'the date is stored');
  assert.equal(await page.locator('button[data-day]').count(), 0);
  assert.match(page.url(), /\/my-work$/);
  assert.deepEqual(complaints, []);
});

test('a move that is refused is taken back, and the page says so', { skip }, async () => {
  assert.ok(service);
  const { ada, workspace, lists } = await workOf('kay', { Plan: dayIn(0) });
  const lee = await service.signUp('lee');
  const member = await makeMember(service, ada, workspace, lee, 'guest');
  const card = await makeCard(ada, nth(lists, 0), { title: 'Only read', memberPublicIds: [member] });
  const { page } = await service.visitor({}, lee);
  await page.goto('/my-work');
  await row(page, 'Only read').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Today' }).click();
  await page.getByText('This requires the permission card:edit').waitFor();
  await group(page, 'No date').getByText('Only read').waitFor();
  assert.equal(await dueOf(ada, card), null);
});

test('the address of earlier versions shows the same', { skip }, async () => {
  const { page } = await workOf('lou', { Plan: dayIn(0) });
  await page.goto('/my-cards');
  await group(page, 'Today').getByText('Plan').waitFor();
});

test('a filter narrows the cards, completes names, and says what is wrong with it', { skip }, async () => {
  const { ada, lists, member, page, complaints } = await workOf('fay', { Plain: dayIn(0), Other: undefined });
  await makeCard(ada, nth(lists, 1), { title: 'Later on', memberPublicIds: [member] });
  await page.reload();
  await row(page, 'Later on').waitFor();
  const field = page.getByLabel('Filter your cards');
  await field.fill('list:d');
  await page.getByRole('option', { name: 'Done' }).click();
  await row(page, 'Plain').waitFor({ state: 'detached' });
  // What was typed before the name was chosen is of no list.
  await row(page, 'Later on').waitFor();
  assert.equal(await page.locator('[data-row]').count(), 1);
  assert.match(page.url(), /my-work\?q=list/);
  await page.reload();
  await row(page, 'Later on').waitFor();
  assert.equal(await page.locator('[data-row]').count(), 1);
  await field.fill('is:odd');
  await page.getByText('“odd” is no value of “is”').waitFor();
  assert.equal(await page.locator('[data-row]').count(), 1, 'the last filter that could be read stays');
  await field.fill('title:nothing');
  await page.getByText('None of your cards passes this filter.').waitFor();
  await field.fill('');
  await row(page, 'Plain').waitFor();
  await page.locator('search input:focus').waitFor();
  assert.deepEqual(complaints, []);
});

test('a filter is saved under a name, shown again by it, deleted, and brought back', { skip }, async () => {
  const { ada, lists, member, page, complaints } = await workOf('gwen', {
    Plain: dayIn(0),
    Other: undefined,
  });
  await makeCard(ada, nth(lists, 1), { title: 'Later on', memberPublicIds: [member] });
  await page.goto('/my-work?q=list%3ADone');
  await row(page, 'Later on').waitFor();
  await page.getByTitle('Save filter').click();
  await page.getByPlaceholder('Name', { exact: true }).fill('Nearly done');
  await page.keyboard.press('Enter');
  await page.getByText('Nearly done').waitFor();
  assert.deepEqual(
    (await ada.call(api.ownViews.list, {})).map(({ name, filter }) => [name, filter]),
    [['Nearly done', 'list:Done']],
  );
  await page.getByRole('button', { name: 'Show all' }).click();
  await row(page, 'Plain').waitFor();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Nearly done', exact: true }).click();
  await row(page, 'Plain').waitFor({ state: 'detached' });
  assert.match(page.url(), /my-work\?q=list/);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Delete “Nearly done”' }).click();
  await page.getByTitle('Save filter').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Nearly done').waitFor();
  assert.deepEqual(complaints, []);
});
