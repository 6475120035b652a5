import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  return { service, ada, workspace, board, cards, doneOf };
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

test('a card is marked done in its page, and who may only look sees that it is', { skip }, async () => {
  const { service: at, ada, workspace, cards, doneOf } = await boardOf('fox');
  const { page } = await at.visitor({}, ada);
  await page.goto(`/c/${nth(cards, 0)}`);
  await page.getByRole('button', { name: 'Mark done' }).click();
  await page.getByRole('button', { name: 'Done', pressed: true }).waitFor();
  await until(async () => (await doneOf())[0] === true, 'the card is done');
  const guest = await at.signUp('guest-of-fox');
  await addMember(at, workspace, guest, { role: 'guest' });
  const visitor = await at.visitor({}, guest);
  await visitor.page.goto(`/c/${nth(cards, 0)}`);
  await visitor.page.locator('.card-head', { hasText: 'Done' }).waitFor();
  assert.equal(await visitor.page.locator('.card-head [aria-pressed]').count(), 0);
});
