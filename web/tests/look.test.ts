import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows, until } from './looking.ts';

/* The bar, the faces and the panel of a board, notes, and what is shown while there is nothing to show. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const toasts = (page: Page) => page.locator('.toast').filter({ visible: true });

test('a board asks for its cards without waiting for the account, and shows its shape meanwhile', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, ada, board } = await lookAtBoard(service, 'early');
  const { page: fresh } = await service.visitor({}, ada);
  let letGo = () => undefined as void;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await fresh.route(/\/users\/me$|\/snapshot$/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = Promise.all([fresh.waitForRequest(/\/users\/me$/), fresh.waitForRequest(/\/snapshot$/)]);
  await fresh.goto(`/b/${board}`);
  await asked;
  await fresh.locator('.opening .list').first().waitFor();
  letGo();
  await shows(fresh, 'To do', ['A', 'B', 'C']);
  await page.close();
});

test('the menu of the account has the address, the theme and the way out', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'themes');
  await page.getByRole('button', { name: 'Your account' }).click();
  const menu = page.getByRole('dialog', { name: 'Your account' });
  await menu.getByText('themes@example.com').waitFor();
  await menu.getByRole('button', { name: 'Dark' }).click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await menu.getByRole('button', { name: 'Same as system' }).click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), null);
  await menu.getByRole('link', { name: 'Your account' }).click();
  await page.waitForURL('/profile');
  await menu.waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
});

test('a board has a star and the name of its workspace in its bar', { skip }, async () => {
  assert.ok(service);
  const { page, ada, board, workspace, complaints } = await lookAtBoard(service, 'starred');
  const star = page.getByRole('button', { name: /^Star / });
  await star.click();
  await until(async () => {
    const { favorite } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
    return favorite;
  }, 'the board is starred');
  await page.reload();
  await page.locator('.star[aria-pressed="true"]').waitFor();
  await page.locator(`.top a[href="/w/${workspace}"]`).click();
  await page.getByRole('heading', { name: 'Starred' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a face opens who it is, and shows only their cards; those who take no part are there only on cards', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, ada, workspace, card, complaints } = await lookAtBoard(service, 'faces');
  const bob = await service.signUp('facesbob');
  const away = await service.signUp('facesaway');
  const member = await makeMember(service, ada, workspace, bob);
  const paused = await makeMember(service, ada, workspace, away);
  await ada.call(api.members.changeStatus, {
    params: { workspacePublicId: workspace, memberPublicId: paused },
    body: { status: 'paused' },
  });
  await ada.call(api.cards.addMember, {
    params: { cardPublicId: card('B'), workspaceMemberPublicId: member },
  });
  await page.reload();
  await page.locator('.top').getByRole('button', { name: 'facesbob' }).click();
  const known = page.getByRole('dialog', { name: 'facesbob' });
  await known.getByText('Not here now').waitFor();
  assert.equal(await page.locator('.top').getByRole('button', { name: 'facesaway' }).count(), 0);
  await known.getByRole('button', { name: 'Show only their cards' }).click();
  await shows(page, 'To do', ['B']);
  await page.locator('.top .filter').getByText('facesbob').waitFor();
  await page.getByRole('button', { name: 'Show all cards' }).click();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await ada.call(api.cards.addMember, {
    params: { cardPublicId: card('A'), workspaceMemberPublicId: paused },
  });
  await page.locator('.top').getByRole('button', { name: 'facesaway' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the faces that the bar has no room for are one press away', { skip }, async () => {
  assert.ok(service);
  const { page, ada, workspace, complaints } = await lookAtBoard(service, 'many');
  for (let n = 1; n <= 6; n++)
    await makeMember(service, ada, workspace, await service.signUp(`many-member ${n}`.replace(' ', '')));
  await page.reload();
  await page.getByRole('button', { name: '+1' }).click();
  const all = page.getByRole('dialog', { name: 'Everyone on this board' });
  await all.getByRole('button', { name: /^many-member6/ }).click();
  await shows(page, 'To do', []);
  assert.equal(await all.getByRole('button').count(), 7);
  assert.deepEqual(complaints, []);
});

test('what would be alone in a row of a tile takes none, and faces stay in their row', { skip }, async () => {
  assert.ok(service);
  const { page, ada, workspace, card } = await lookAtBoard(service, 'rows');
  const tile = (title: string) =>
    page.locator('.card', { has: page.locator('.card-title', { hasText: new RegExp(`^${title}$`) }) });
  const heightOf = async (title: string) => (await tile(title).boundingBox())?.height;
  await ada.call(api.cards.update, { params: { cardPublicId: card('A') }, body: { description: 'Why' } });
  await tile('A').locator('.badge svg').waitFor();
  assert.equal(await heightOf('A'), await heightOf('C'));
  for (const name of ['rows-b', 'rows-c', 'rows-d']) {
    const member = await makeMember(service, ada, workspace, await service.signUp(name));
    const params = { cardPublicId: card('B'), workspaceMemberPublicId: member };
    await ada.call(api.cards.addMember, { params });
  }
  const dueDate = new Date(Date.now() - 86_400_000).toISOString();
  await ada.call(api.cards.update, { params: { cardPublicId: card('B') }, body: { dueDate } });
  await ada.call(api.comments.create, { params: { cardPublicId: card('B') }, body: { comment: 'Well' } });
  await tile('B').locator('.badge', { hasText: '1' }).last().waitFor();
  const date = await tile('B').locator('.due').boundingBox();
  const faces = await tile('B').locator('.people').boundingBox();
  assert.ok(date && faces && Math.abs(date.y + date.height / 2 - faces.y - faces.height / 2) < 3);
});

test('no two people on a board have the same initials', { skip }, async () => {
  assert.ok(service);
  const { page, ada, workspace } = await lookAtBoard(service, 'initials');
  for (const name of ['mark', 'mia']) await makeMember(service, ada, workspace, await service.signUp(name));
  await page.reload();
  await page.locator('.top').getByRole('button', { name: 'mia' }).waitFor();
  // The user's own face is at the end of the bar, and only there.
  assert.deepEqual(await page.locator('.top .avatar').allTextContents(), ['MA', 'MI', 'I']);
});

test('a board without cards begins with its first list, and names the keys', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('blank');
  const { board } = await makeBoard(ada);
  const { page, complaints } = await service.visitor({}, ada);
  await page.goto(`/b/${board}`);
  await page.getByText('Press N to add a card, ? for all keys').waitFor();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['First']);
  await page.getByText('Press N to add a card').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a note tells of what disappears or is out of view, one at a time, and not of what one sees', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'noted');
  await page.getByRole('link', { name: 'A', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await shows(page, 'Done', ['A', 'X', 'Y', 'Z']);
  await sent(page);
  assert.equal(await toasts(page).count(), 0);
  for (const title of ['B', 'X']) {
    await page.getByRole('link', { name: title, exact: true }).focus();
    await page.keyboard.press('c');
    await page.getByText(`“${title}” archived`).waitFor();
  }
  assert.equal(await toasts(page).count(), 1);
  const box = await toasts(page).boundingBox();
  assert.ok(box && box.x < 40 && box.height < 100, 'at the bottom left, and no higher than its text');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await shows(page, 'Done', ['A', 'X', 'Y', 'Z']);
  assert.equal(await toasts(page).count(), 0);
  assert.deepEqual(complaints, []);
});

test('the panel lies over a board that stays usable, and goes with Escape', { skip }, async () => {
  assert.ok(service);
  const { page, board, complaints } = await lookAtBoard(service, 'panels');
  await page.getByRole('link', { name: 'Board panel' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('link', { name: /^Labels 2/ }).click();
  await panel.getByRole('button', { name: 'New label' }).waitFor();
  await panel.getByRole('link', { name: 'Board panel' }).click();
  await panel.getByRole('link', { name: /^Members/ }).focus();
  // Keys of the panel are not meant for cards.
  await page.getByRole('link', { name: 'A', exact: true }).hover();
  await page.keyboard.press('c');
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, `/b/${board}`);
  await page.getByRole('link', { name: 'Board panel' }).click();
  await panel.waitFor();
  await page.getByRole('link', { name: 'A', exact: true }).click();
  await page.waitForURL(/\/c\//);
  assert.deepEqual(complaints, []);
});

test('on a phone one list fills the window, and a card is added to the list in view', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'thumbs', phone);
  const list = page.locator('[data-list]').first();
  assert.equal((await list.boundingBox())?.width, phone.viewport.width);
  await page.locator('.list-bar button', { hasText: 'Done' }).tap();
  await page.locator('.list-bar [aria-current]', { hasText: 'Done' }).waitFor();
  await page.locator('.foot').getByRole('button', { name: 'Add a card' }).tap();
  const field = page.getByLabel('What needs to be done?');
  await field.fill('By thumb');
  // Browsers on phones zoom in on smaller text.
  assert.equal(await page.evaluate('getComputedStyle(document.activeElement).fontSize'), '16px');
  await page.keyboard.press('Enter');
  await shows(page, 'Done', ['X', 'Y', 'Z', 'By thumb']);
  assert.deepEqual(complaints, []);
});

test('on paper there is what people wrote, and nothing that can be pressed', { skip }, async () => {
  assert.ok(service);
  const ada = await service.signUp('paper');
  const { board, lists } = await makeBoard(ada);
  for (let n = 1; n <= 30; n++) await makeCard(ada, nth(lists, 0), { title: `Card ${n}` });
  const { page } = await service.visitor({}, ada);
  await page.goto(`/b/${board}`);
  await page.getByRole('link', { name: 'Card 1', exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  // Names are buttons too, because a press renames.
  const pressed = await page.getByRole('button').filter({ visible: true }).allTextContents();
  assert.deepEqual(pressed, [await page.locator('h1 .editable').textContent(), 'To do', 'Done']);
  const last = await page.getByRole('link', { name: 'Card 30', exact: true }).boundingBox();
  const all = await page.locator('html').evaluate((root) => root.scrollHeight);
  assert.ok(last && last.y + last.height <= all, 'the whole list is on the pages');
});
