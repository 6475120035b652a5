import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, signOut, visited } from './browser.ts';
import { goOffline, lookAtBoard, sent, shows, storedIn, until } from './looking.ts';

/* What a browser stores, and for which user. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const composer = (page: Page) => page.getByLabel('What needs to be done?');

const openComposer = (page: Page) => page.getByRole('button', { name: 'Add a card' }).first().click();

test('what was typed is there after a reload and in another tab, and is gone with who typed it', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, context, board } = await lookAtBoard(service, 'ida');
  await openComposer(page);
  await composer(page).fill('Half a thought');
  await page.reload();
  assert.equal(await composer(page).inputValue(), 'Half a thought');
  const other = await context.newPage();
  await other.goto(`/b/${board}`);
  assert.equal(await composer(other).inputValue(), 'Half a thought');
  await page.goto('/');
  await signOut(page);
  await page.waitForURL('/sign-in');
  const kept = await page.evaluate('JSON.stringify(localStorage)');
  assert.doesNotMatch(String(kept), /draft|thought|ida/);
  await signIn(page, 'ida');
  await page.goto(`/b/${board}`);
  await openComposer(page);
  assert.equal(await composer(page).inputValue(), '');
});

const isKept = (page: Page, title: string) =>
  until(async () => {
    const [board] = await storedIn(page, 'boards');
    return board?.texts.some((text) => text.includes(`"title":"${title}"`)) === true;
  }, `a board with ${title} is kept`);

test('a board that was seen is there at once, and catches up by the stream alone', { skip }, async () => {
  assert.ok(service);
  const { ada, page, board, lists } = await lookAtBoard(service, 'kay');
  await isKept(page, 'A');
  await page.goto('/');
  await ada.call(api.cards.create, { body: { title: 'Meanwhile', listPublicId: nth(lists, 0) } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B', 'C', 'Meanwhile']);
  assert.deepEqual(
    asked.filter((path) => path.endsWith('/snapshot')),
    [],
  );
  await isKept(page, 'Meanwhile');
});

test('a board that was seen opens without a line, is changed there, and all is sent once it is back', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, context, board, stored } = await lookAtBoard(service, 'lee');
  await isKept(page, 'A');
  await page.goto('/');
  await page.locator(`a[href="/b/${board}"]`).first().waitFor();
  await context.setOffline(true);
  await page.locator(`a[href="/b/${board}"]`).first().click();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await openComposer(page);
  await composer(page).fill('From the tunnel');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // The page is left before anything could be sent.
  await page.goBack();
  await context.setOffline(false);
  await until(async () => (await stored(0))?.includes('From the tunnel') === true, 'it is sent');
  await until(async () => (await storedIn(page, 'mutations')).length === 0, 'nothing is left to send');
});

test('a board that was stored too long ago, in another shape, or cannot be read, is reloaded', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, board, lists } = await lookAtBoard(service, 'max');
  await isKept(page, 'A');
  await page.goto('/');
  const change = (what: string) =>
    page.evaluate(`new Promise((done) => {
      const opening = indexedDB.open('taskboard');
      opening.onsuccess = () => {
        const boards = opening.result.transaction('boards', 'readwrite').objectStore('boards');
        boards.get('${board}').onsuccess = ({ target: { result } }) => {
          boards.put({ ...result, ${what} }).onsuccess = () => done(opening.result.close());
        };
      };
    })`);
  await change("shape: 'of old'");
  await ada.call(api.cards.create, { body: { title: 'Meanwhile', listPublicId: nth(lists, 0) } });
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B', 'C', 'Meanwhile']);
  await isKept(page, 'Meanwhile');
  await page.goto('/');
  await change("texts: ['[{']");
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B', 'C', 'Meanwhile']);
  await sent(page);
});

test('what was seen is for who saw it', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'noa');
  await isKept(page, 'A');
  await page.goto('/');
  await signOut(page);
  await page.waitForURL('/sign-in');
  assert.deepEqual(await storedIn(page, 'boards'), []);
});

test('replies that the browser has stored are gone with who signs out', { skip }, async () => {
  assert.ok(service);
  const { page, board } = await lookAtBoard(service, 'oda');
  const ask = (cache: 'default' | 'only-if-cached') =>
    page.evaluate(
      `fetch('/api/v1/boards/${board}', { cache: '${cache}', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => 'not stored',
      )`,
    );
  assert.equal(await ask('default'), 200);
  assert.equal(await ask('only-if-cached'), 200);
  await page.goto('/');
  await signOut(page);
  await page.waitForURL('/sign-in');
  assert.equal(await ask('only-if-cached'), 'not stored');
});

/** Opens a card of the board, and waits until the browser has stored both. */
async function lookAtCard(page: Page, card: string) {
  await isKept(page, 'A');
  await page.goto(`/c/${card}`);
  await until(async () => (await storedIn(page, 'cards')).length === 1, 'the card is kept');
}

/** Waits until no boards or cards are stored. */
const nothingSeen = (page: Page) =>
  until(
    async () => (await storedIn(page, 'boards')).length + (await storedIn(page, 'cards')).length === 0,
    'nothing that was seen is kept',
  );

test('a session that ends elsewhere leaves nothing that was seen, and what was not sent for who made it', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, context, board, card, stored } = await lookAtBoard(service, 'pam');
  await lookAtCard(page, card('A'));
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B', 'C']);
  await goOffline(page);
  await openComposer(page);
  await composer(page).fill('Not sent');
  await page.keyboard.press('Enter');
  await until(async () => (await storedIn(page, 'mutations')).length === 1, 'the change is kept');
  await ada.call(api.auth.endOtherSessions);
  await context.setOffline(false);
  await page.getByText('Your session has ended').waitFor();
  await nothingSeen(page);
  assert.equal((await storedIn(page, 'mutations')).length, 1);
  await page.getByLabel('Email address').fill('pam@example.com');
  await page.getByLabel('Password').fill('password of pam');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await until(async () => (await stored(0))?.includes('Not sent') === true, 'it is sent');
  await isKept(page, 'Not sent');
});

test('a session that ended while the page was closed leaves nothing that was seen either', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, card } = await lookAtBoard(service, 'quin');
  await lookAtCard(page, card('A'));
  await page.goto('about:blank');
  await ada.call(api.auth.endOtherSessions);
  await page.goto('/');
  await page.getByLabel('Email address').waitFor();
  await nothingSeen(page);
});

test('a board and its cards are gone from the browser of a member who is removed, seen or not', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, workspace, board, card } = await lookAtBoard(service, 'ruth');
  const params = { workspacePublicId: workspace };
  for (const at of [`/b/${board}`, '/profile']) {
    const name = at === '/profile' ? 'sid' : 'tess';
    const member = await service.signUp(name);
    const memberPublicId = await makeMember(service, ada, workspace, member);
    const { page } = await service.visitor({}, member);
    await page.goto(`/b/${board}`);
    await lookAtCard(page, card('A'));
    await page.goto(at);
    await page.getByRole('heading').first().waitFor();
    await ada.call(api.members.remove, { params: { ...params, memberPublicId } });
    if (at === '/profile') await page.goto('/');
    await nothingSeen(page);
  }
});

test('a card that is deleted elsewhere is gone from the browser', { skip }, async () => {
  assert.ok(service);
  const { ada, page, board, card } = await lookAtBoard(service, 'uma');
  await lookAtCard(page, card('A'));
  await page.goto(`/b/${board}`);
  await ada.call(api.cards.delete, { params: { cardPublicId: card('A') } });
  await until(async () => (await storedIn(page, 'cards')).length === 0, 'the card is dropped');
});

test('signing out asks first if changes could not be sent', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'vic');
  await page.route('**/api/v1/cards', (route) => route.abort());
  await openComposer(page);
  await composer(page).fill('Not sent');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.goto('/');
  await signOut(page);
  await page.getByText('1 change has not been sent yet').waitFor();
  assert.equal((await storedIn(page, 'mutations')).length, 1);
  await page.getByRole('button', { name: 'Sign out anyway' }).click();
  await page.waitForURL('/sign-in');
  assert.deepEqual(await storedIn(page, 'mutations'), []);
});

test('what somebody has changed is not sent for whoever signs in after them', { skip }, async () => {
  assert.ok(service);
  const { ada, workspace, page, context, board } = await lookAtBoard(service, 'wes');
  await makeMember(service, ada, workspace, await service.signUp('xena'));
  await goOffline(page);
  await ada.call(api.auth.endOtherSessions);
  await openComposer(page);
  await composer(page).fill('Of wes');
  await page.keyboard.press('Enter');
  await context.setOffline(false);
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('Email address').fill('xena@example.com');
  await page.getByLabel('Password').fill('password of xena');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('/');
  await page.goto(`/b/${board}`);
  await shows(page, 'To do', ['A', 'B', 'C']);
  // Those of another user go neither with the page that made them, nor with the next.
  await openComposer(page);
  await composer(page).fill('Of xena');
  await page.keyboard.press('Enter');
  await sent(page);
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  assert.deepEqual(
    nth(lists, 0).cards.map(({ title }) => title),
    ['A', 'B', 'C', 'Of xena'],
  );
  assert.equal((await storedIn(page, 'mutations')).length, 1);
});

test('who signs out of a session that is over is signed out, and who cannot is told', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'yves');
  await page.goto('/profile');
  await page.getByText('Change address').waitFor();
  await page.route('**/auth/sign-out', (route) => route.abort());
  await signOut(page);
  await page.getByText('You may still be signed in.').waitFor();
  await page.unroute('**/auth/sign-out');
  await page.reload();
  await page.getByText('Change address').waitFor();
  // The page asks again, as after a reply that was lost.
  await page.route('**/auth/sign-out', async (route) => {
    await route.fetch();
    await route.continue();
  });
  await signOut(page);
  await page.waitForURL(/\/sign-in/);
  assert.deepEqual(await storedIn(page, 'boards'), []);
  assert.equal(await page.evaluate(`localStorage.getItem('me')`), null);
});
