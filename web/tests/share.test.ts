import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import type { Person } from '../../server/src/testing/service.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* What other apps share with the installed app becomes a card. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const addressOf = (shared: Record<string, string>) => `/share?${new URLSearchParams(shared).toString()}`;

const cardsOn = async (person: Person, boardPublicId: string, list: number) => {
  const { lists } = await person.call(api.boards.get, { params: { boardPublicId } });
  return nth(lists, list).cards;
};

const chosen = (page: Page, name: string) =>
  page
    .locator(`select[name="${name}"]`)
    .evaluate((select: { selectedOptions: { text: string }[] }) => select.selectedOptions[0]?.text.trim());

test('a shared link becomes a card, and the next one is offered the same board and list', {
  skip,
}, async () => {
  assert.ok(service);
  const ada = await service.signUp('ada');
  const { board, workspace } = await makeBoard(ada);
  const body = { name: 'Reading', lists: ['New', 'Read'] };
  const params = { workspacePublicId: workspace };
  const { publicId: other } = await ada.call(api.boards.create, { params, body });
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(addressOf({ title: 'Fern <b>care</b>', text: 'https://example.com/ferns' }));
  await page.locator('select[name="board"]').selectOption(other);
  await page.locator('select[name="list"]').selectOption({ label: 'Read' });
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.waitForURL('**/c/*');
  await page.getByRole('dialog').getByRole('link', { name: 'https://example.com/ferns' }).waitFor();
  await until(async () => (await cardsOn(ada, other, 1)).length === 1, 'the card is stored');
  const made = nth(await cardsOn(ada, other, 1), 0);
  assert.deepEqual([made.title, made.description], ['Fern <b>care</b>', 'https://example.com/ferns']);
  await page.goto(`/b/${board}`);
  await page.goto(addressOf({ text: 'Buy milk' }));
  await page.locator('select[name="list"]').waitFor();
  assert.deepEqual([await chosen(page, 'board'), await chosen(page, 'list')], ['Reading', 'Read']);
  assert.equal(await page.getByLabel('Title').inputValue(), 'Buy milk');
  assert.equal(await page.getByLabel('Description').count(), 0);
  await page.locator('select[name="board"]').selectOption(board);
  await page.getByRole('button', { name: 'Add card' }).click();
  await until(async () => (await cardsOn(ada, board, 0)).length === 1, 'the second card is stored');
  assert.deepEqual(complaints, []);
});

test('sharing without a connection adds the card to a board that was seen, and sends it once', {
  skip,
}, async () => {
  assert.ok(service);
  const ida = await service.signUp('ida');
  const { board } = await makeBoard(ida);
  const { page, context } = await service.visitor({}, ida);
  await page.goto(`/b/${board}`);
  await page.getByRole('button', { name: 'Add a card' }).first().waitFor();
  await page.goto(addressOf({ title: 'From the tunnel' }));
  await page.getByRole('button', { name: 'Add card' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.waitForURL('**/c/*');
  await context.setOffline(false);
  await until(async () => (await cardsOn(ida, board, 0)).length === 1, 'the card arrives');
  assert.deepEqual(
    (await cardsOn(ida, board, 0)).map(({ title }) => title),
    ['From the tunnel'],
  );
});

test('a board that one may only read takes no card, and a stranger signs in first', { skip }, async () => {
  assert.ok(service);
  const kay = await service.signUp('kay');
  const { board, workspace } = await makeBoard(kay);
  const lee = await service.signUp('lee');
  await makeMember(service, kay, workspace, lee, 'guest');
  const { page } = await service.visitor({}, lee);
  await page.goto(addressOf({ title: 'Hello' }));
  await page.getByText('You cannot add cards to this board.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add card' }).count(), 0);
  assert.equal((await cardsOn(kay, board, 0)).length, 0);
  const stranger = await service.visitor();
  await stranger.page.goto(addressOf({ title: 'Hello' }));
  await stranger.page.waitForURL('**/sign-in**');
  await stranger.page.getByLabel('Email address').fill('kay@example.com');
  await stranger.page.getByLabel('Password').fill('password of kay');
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.page.waitForURL('**/share?*');
  assert.equal(await stranger.page.getByLabel('Title').inputValue(), 'Hello');
});
