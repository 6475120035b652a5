import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Cards that are done: by key, by the button in the card, for several at once, undone, and for somebody who may only look. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const { workspace, board, lists } = await makeBoard(ada);
  const cards = [
    await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour', dueDate: '2020-01-01' }),
    await makeCard(ada, nth(lists, 0), { title: 'Rig the boats' }),
  ];
  const doneOf = async () =>
    (
      await Promise.all(
        cards.map((cardPublicId) =>
          ada.call(api.cards.get, { params: { cardPublicId }, query: { include: ['work'] } }),
        ),
      )
    ).map(({ work }) => work?.completedAt !== null);
  return { service, ada, workspace, board, lists, cards, doneOf };
}

test('O marks a card done and opens it again, and what is done is never late', { skip }, async () => {
  const { service: at, ada, board, cards, doneOf } = await boardOf('dan');
  const { page, complaints } = await at.visitor({}, ada);
  await page.goto(`/b/${board}`);
  const tile = page.locator(`[data-card="${nth(cards, 0)}"]`);
  await tile.locator('.due.overdue').waitFor();
  await tile.locator('.card-title').focus();
  await page.keyboard.press('o');
  await tile.locator('.is-done').waitFor();
  await tile.locator('.due.overdue').waitFor({ state: 'detached' });
  await until(async () => (await doneOf())[0] === true, 'the card is done');
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('Control+z');
  await tile.locator('.is-done').waitFor({ state: 'detached' });
  await until(async () => (await doneOf())[0] === false, 'the card is open again');
  assert.deepEqual(complaints, []);
});

test('several cards are marked done at once', { skip }, async () => {
  const { service: at, ada, board, cards, doneOf } = await boardOf('eve');
  const { page } = await at.visitor({}, ada);
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${nth(cards, 0)}"] .card-title`).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('o');
  await page.locator('.is-done').nth(1).waitFor();
  await until(async () => (await doneOf()).every(Boolean), 'both are done');
});

const listOf = (page: Page, name: string) => page.locator('.list', { hasText: name });

test('cards that are put into a list become done and open again, and undo brings back what was', {
  skip,
}, async () => {
  const { service: at, ada, board, lists, cards, doneOf } = await boardOf('gil');
  const [first] = cards;
  const there = await makeCard(ada, nth(lists, 1), { title: 'Sweep the quay' });
  const { page, complaints } = await at.visitor({}, ada);
  await page.goto(`/b/${board}`);
  await listOf(page, 'Done')
    .getByRole('button', { name: /Actions for the list/ })
    .click();
  await page.getByRole('menuitem', { name: 'Mark cards here as done' }).click();
  await listOf(page, 'Done').locator('.list-header', { hasText: 'Cards here become done' }).waitFor();
  await page.locator(`[data-card="${there}"] .is-done`).waitFor();
  const tile = page.locator(`[data-card="${first}"]`);
  await tile.locator('.card-title').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await listOf(page, 'Done').locator(`[data-card="${first}"] .is-done`).waitFor();
  await until(async () => (await doneOf())[0] === true, 'the card is done where it was put');
  await page.keyboard.press('Control+z');
  await listOf(page, 'To do').locator(`[data-card="${first}"] .card-title:not(.is-done)`).waitFor();
  await until(async () => (await doneOf())[0] === false, 'the card is open again');
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(complaints, []);
});

test('a card that was done before it was put there keeps its time when that is undone', {
  skip,
}, async () => {
  const { service: at, ada, board, lists, cards } = await boardOf('hal');
  const params = { cardPublicId: nth(cards, 0) };
  const completedAt = '2026-03-01T09:30:00.000Z';
  await ada.call(api.cards.update, { params, body: { completedAt } });
  await ada.call(api.lists.update, { params: { listPublicId: nth(lists, 1) }, body: { completes: true } });
  const stored = async () => {
    const card = await ada.call(api.cards.get, { params, query: { include: ['work'] } });
    return [card.list.publicId, card.work?.completedAt];
  };
  const { page } = await at.visitor({}, ada);
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${nth(cards, 0)}"] .card-title`).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await until(async () => (await stored())[0] === nth(lists, 1), 'the card is moved');
  await page.keyboard.press('Control+z');
  await until(async () => (await stored())[0] === nth(lists, 0), 'the card is moved back');
  assert.deepEqual(await stored(), [nth(lists, 0), completedAt]);
});

test('a card is marked done in its page, and who may only look sees that it is', { skip }, async () => {
  const { service: at, ada, workspace, cards, doneOf } = await boardOf('fox');
  const { page } = await at.visitor({}, ada);
  await page.goto(`/c/${nth(cards, 0)}`);
  await page.getByRole('button', { name: 'Mark done' }).click();
  await page.getByRole('button', { name: 'Done', pressed: true }).waitFor();
  await page.locator('.property', { hasText: /Done\s*fox, Today/ }).waitFor();
  await until(async () => (await doneOf())[0] === true, 'the card is done');
  const guest = await at.signUp('guest-of-fox');
  await addMember(at, workspace, guest, { role: 'guest' });
  const visitor = await at.visitor({}, guest);
  await visitor.page.goto(`/c/${nth(cards, 0)}`);
  await visitor.page.locator('.card-head', { hasText: 'Done' }).waitFor();
  const marks = visitor.page.locator('.card-head').getByRole('button', { name: /^(Mark done|Done)$/ });
  assert.equal(await marks.count(), 0);
});
