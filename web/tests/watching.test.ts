import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, signIn, visited } from './browser.ts';
import { until } from './looking.ts';
import { lyingProxy } from './proxy.ts';

/* Watching a card, a list and a board: by button, by key and from menus, at once, after a reload, and without a connection. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** A board of Ada's with a card, and somebody who is a guest there and watches nothing yet. */
async function boardOf(name: string) {
  assert.ok(service);
  const ada = await service.signUp(`owner-of-${name}`);
  const { workspace, board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const card = await makeCard(ada, list, { title: 'Paint the harbour' });
  const guest = await service.signUp(name);
  await addMember(service, workspace, guest, { role: 'guest' });
  const ofCard = async () =>
    (await guest.call(api.notifications.getCardWatch, { params: { cardPublicId: card } })).watching;
  const ofBoard = () => guest.call(api.notifications.getBoardWatch, { params: { boardPublicId: board } });
  return { service, guest, board, list, card, ofCard, ofBoard };
}

test('a card is watched by its button or by W, on its page and on its tile, and still is after a reload', {
  skip,
}, async () => {
  const { service: at, guest, board, card, ofCard } = await boardOf('wat');
  const { page, complaints } = await at.visitor({}, guest);
  await page.goto(`/c/${card}`);
  const button = (pressed: boolean) => page.getByRole('button', { name: 'Watch card', pressed });
  await button(false).click();
  await button(true).waitFor();
  await until(ofCard, 'the card is watched');
  await page.reload();
  await button(true).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('w');
  await button(false).waitFor();
  await until(async () => !(await ofCard()), 'the card is not watched');

  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${card}"] .card-title`).focus();
  await page.keyboard.press('w');
  await page.getByText('You are notified of “Paint the harbour”').waitFor();
  await until(ofCard, 'the card is watched again');
  await page.keyboard.press('w');
  await page.getByText('You are no longer notified of “Paint the harbour”').waitFor();
  await until(async () => !(await ofCard()), 'the card is not watched again');
  assert.deepEqual(complaints, []);
});

test('a list and a board are watched from their menus', { skip }, async () => {
  const { service: at, guest, board, list, ofBoard } = await boardOf('wes');
  const { page, complaints } = await at.visitor({}, guest);
  await page.goto(`/b/${board}`);
  const choose = async (menu: RegExp | string, item: string) => {
    await page.getByRole('button', { name: menu }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose(/^Actions for the list/, 'Watch list');
  await until(async () => (await ofBoard()).lists[0] === list, 'the list is watched');
  await choose('Actions for the board', 'Watch board');
  await until(async () => (await ofBoard()).watching, 'the board is watched');
  await page.reload();
  await page
    .getByRole('button', { name: /^Actions for the list/ })
    .first()
    .waitFor();
  await until(async () => {
    await page.getByRole('button', { name: 'Actions for the board' }).click();
    const isThere = await page.getByRole('menuitem', { name: 'Stop watching' }).isVisible();
    if (!isThere) await page.keyboard.press('Escape');
    return isThere;
  }, 'the menu says that the board is watched');
  await page.getByRole('menuitem', { name: 'Stop watching' }).click();
  await choose(/^Actions for the list/, 'Stop watching');
  await until(async () => {
    const { watching, lists } = await ofBoard();
    return !watching && lists.length === 0;
  }, 'neither is watched');
  assert.deepEqual(complaints, []);
});

test('watching is kept without a connection, also over a reload of the board, and arrives once', {
  skip,
}, async () => {
  const { service: at, board, card, ofCard } = await boardOf('wil');
  const proxy = await lyingProxy(at.address);
  const { page } = await at.visitor({ baseURL: proxy.address });
  await signIn(page, 'wil');
  await page.goto(`/b/${board}`);
  await page.locator(`[data-card="${card}"]`).click();
  const button = (pressed: boolean) => page.getByRole('button', { name: 'Watch card', pressed });
  await button(false).waitFor();
  proxy.decide = ({ url }) => (url?.includes('/watch') ? { lie: 'closes' } : undefined);
  await button(false).click();
  await button(true).waitFor();
  await page.reload();
  await button(true).waitFor();
  assert.equal(await ofCard(), false);
  proxy.decide = () => undefined;
  await until(ofCard, 'the card is watched');
  await button(true).waitFor();
});
