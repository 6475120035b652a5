import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import type { Permission } from '../../contract/permissions.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addBoardMember, addMember } from '../../server/src/testing/members.ts';
import { noBrowser, visited } from './browser.ts';
import { goOffline, sent, shows, until } from './looking.ts';

/* What one may not do is not offered, and what one may do is offered at once when that changes. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

const views = [
  'workspace:view',
  'board:view',
  'list:view',
  'card:view',
  'comment:view',
  'member:view',
] as const;

/** A board of Ada's, open in the browser of a guest, who may only read. */
async function looksOn(name: string) {
  assert.ok(service);
  const at = service;
  const [ada, bo] = [await at.signUp(`ada-${name}`), await at.signUp(name)];
  const made = await makeBoard(ada);
  const cards: string[] = [];
  for (const title of ['A', 'B']) cards.push(await makeCard(ada, nth(made.lists, 0), { title }));
  await makeCard(ada, nth(made.lists, 1), { title: 'X' });
  const member = await addMember(at, made.workspace, bo, { role: 'guest' });
  const visitor = await at.visitor({ reducedMotion: 'reduce' }, bo);
  await visitor.page.goto(`/b/${made.board}`);
  await shows(visitor.page, 'To do', ['A', 'B']);
  const params = { workspacePublicId: made.workspace, memberPublicId: member };
  /** Gives the guest another role. */
  const becomes = (role: string) => ada.call(api.members.changeRole, { params, body: { role } });
  /** Gives the guest a role of these permissions, in addition to reading. */
  const mayAlso = async (...more: Permission[]) => {
    const role = `can ${more.join(' ')}`;
    await ada.call(api.roles.create, {
      params: { workspacePublicId: made.workspace },
      body: { name: role, permissions: [...views, ...more] },
    });
    await becomes(role);
  };
  const stored = async () =>
    (await ada.call(api.boards.get, { params: { boardPublicId: made.board } })).lists.map((list) =>
      list.cards.map(({ title }) => title),
    );
  return { ada, bo, member, cards, becomes, mayAlso, stored, ...made, ...visitor };
}

const tile = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const addCard = (page: Page) => page.locator('.list').getByRole('button', { name: 'Add a card' });
const addList = (page: Page) => page.getByRole('button', { name: 'Add a list' });
const viewOnly = (page: Page) => page.getByText('View only', { exact: true });

/** Opens the menu of a card by the mouse, and returns what it offers. */
async function menuOf(page: Page, title: string): Promise<string[]> {
  await tile(page, title).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: `Actions for ${title}` });
  await menu.waitFor();
  const items = await menu.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  // Each ends with its keys.
  return items.map((each) => each.replace(/(?<=\p{Ll}|…)(?:Enter|Space|Ctrl|\p{Lu}|[<>])+$/u, ''));
}

/** What the menu of a list offers. */
async function menuOfList(page: Page, name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for the list ${name}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for the list ${name}` });
  // The items come after the menu, as their code is loaded later.
  await menu.getByRole('menuitem').first().waitFor();
  const items = await menu.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  return items;
}

/** Everything that would be dropped on an element from outside. */
const dropOn = (page: Page, on: string, given: string) =>
  page.evaluate(`{
    const data = new DataTransfer();
    ${given};
    const element = document.querySelector(${JSON.stringify(on)});
    const { left, top, width } = element.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + 12, bubbles: true, cancelable: true };
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { ...at, dataTransfer: data }));
  }`);

const aFile = `data.items.add(new File(['notes'], 'notes.txt', { type: 'text/plain' }))`;

test('a guest who only reads is offered nothing that changes the board, and nothing is sent', {
  skip,
}, async () => {
  const { page, cards, stored, complaints } = await looksOn('bo');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A page that shows a board sends heartbeats, and once the time zone of its browser.
    if (request.method() !== 'GET' && !/\/(?:presence|users)$/.test(pathname)) requests.push(pathname);
  });
  await viewOnly(page).waitFor();
  assert.equal(await addCard(page).count(), 0);
  assert.equal(await addList(page).count(), 0);
  assert.equal(await page.locator('h2 button').count(), 0, 'names are plain text');
  assert.deepEqual(await menuOf(page, 'A'), ['Open', 'Watch or stop watching', 'Copy link']);
  assert.deepEqual(await menuOfList(page, 'To do'), ['Watch list', 'Collapse list']);
  await tile(page, 'A').focus();
  for (const key of ['e', 'l', 'm', 'd', 'v', 'n', 'c', 's', 'Space', '>', 'Alt+ArrowDown', 'Control+a'])
    await page.keyboard.press(key);
  assert.equal(await page.locator('dialog[open], :popover-open').count(), 0);
  assert.equal(await page.getByRole('toolbar').count(), 0);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Search', { exact: true }).waitFor();
  assert.equal(await help.getByText('Archive', { exact: true }).count(), 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  for (const word of ['archive', 'labels', 'move', 'new card']) {
    await page.getByRole('combobox').fill(word);
    await page.getByText('Nothing found').waitFor();
  }
  await page.keyboard.press('Escape');
  const box = await tile(page, 'A').boundingBox();
  const to = await tile(page, 'X').boundingBox();
  assert.ok(box && to);
  await page.mouse.move(box.x + 10, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 40, { steps: 6 });
  assert.equal(await page.locator('.picture').count(), 0, 'no drag begins');
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await dropOn(page, `[data-card="${nth(cards, 0)}"]`, aFile);
  await dropOn(page, `[data-card="${nth(cards, 0)}"]`, `data.setData('text/plain', 'from elsewhere')`);
  assert.equal(await page.locator('[data-over], .toast').count(), 0, 'refused in silence');
  assert.deepEqual(requests, []);
  assert.deepEqual(await stored(), [['A', 'B'], ['X']]);
  assert.deepEqual(complaints, []);
});

test('an open card of a guest who only reads has no fields, no composer and no controls, and takes no files', {
  skip,
}, async () => {
  const { ada, page, cards, complaints } = await looksOn('mo');
  const params = { cardPublicId: nth(cards, 0) };
  await ada.call(api.cards.update, { params, body: { description: 'Both **sides**.' } });
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, {
    params,
    body: { name: 'Steps' },
  });
  const item = { title: 'one' };
  await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body: item });
  await ada.call(api.comments.create, { params, body: { comment: 'Looks good.' } });
  await tile(page, 'A').click();
  const card = page.getByRole('dialog', { name: 'A', exact: true });
  await card.getByText('Looks good.').waitFor();
  await card.getByText('one', { exact: true }).waitFor();
  assert.deepEqual(await card.getByRole('textbox').allTextContents(), []);
  assert.equal(await card.locator('input:enabled:not([hidden]):not([type=radio])').count(), 0);
  const buttons = await card.getByRole('button').allTextContents();
  for (const name of [
    'Edit',
    'Delete',
    'Archive',
    'Add a description',
    'Add checklist',
    'Attach files',
    'Reply',
  ])
    assert.equal(buttons.includes(name), false, `${name}, of ${buttons.join()}`);
  for (const key of ['e', 'l', 'm', 'd', 'c', 'v']) await page.keyboard.press(key);
  await card.waitFor();
  assert.equal(await page.locator(':popover-open').count(), 0);
  await dropOn(page, '.card-dialog', aFile);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  const { attachments } = await ada.call(api.cards.get, { params });
  assert.deepEqual(attachments, []);
  assert.deepEqual(complaints, []);
});

test('a raised role brings everything without a reload; a lowered one takes it, and keeps what was typed', {
  skip,
}, async () => {
  const { page, becomes, stored, complaints } = await looksOn('cy');
  await viewOnly(page).waitFor();
  await becomes('member');
  await viewOnly(page).waitFor({ state: 'detached' });
  await addList(page).waitFor();
  await addCard(page).first().click();
  await page.getByLabel('What needs to be done?').fill('Mine');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['A', 'B', 'Mine']);
  await sent(page);
  assert.deepEqual(await stored(), [['A', 'B', 'Mine'], ['X']]);
  await page.getByLabel('What needs to be done?').fill('Half a thou');
  await becomes('guest');
  await page.getByText('you can only view it now. The text that you were writing is kept.').waitFor();
  await viewOnly(page).waitFor();
  assert.equal(await page.getByLabel('What needs to be done?').count(), 0);
  assert.equal(await addCard(page).count(), 0);
  await page.reload();
  await viewOnly(page).waitFor();
  await becomes('member');
  await page.getByLabel('What needs to be done?').waitFor();
  assert.equal(await page.getByLabel('What needs to be done?').inputValue(), 'Half a thou');
  assert.deepEqual(complaints, []);
});

test('what is open for editing closes when the role is lowered', { skip }, async () => {
  const { page, becomes } = await looksOn('di');
  await becomes('member');
  await addList(page).waitFor();
  await tile(page, 'A').focus();
  await page.keyboard.press('s');
  await page.getByRole('toolbar').waitFor();
  await page.keyboard.press('e');
  const title = page.getByLabel('Card title');
  await title.fill('Another title');
  await becomes('guest');
  await page.getByText('you can only view it now.').waitFor();
  await title.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('toolbar').count(), 0);
  await page.getByRole('button', { name: 'Copy text' }).waitFor();
  await shows(page, 'To do', ['A', 'B']);
});

test('rights that changed while the page was away, and the board was stored, hold when it is back', {
  skip,
}, async () => {
  const { page, board, becomes } = await looksOn('ed');
  await becomes('member');
  await addList(page).waitFor();
  const isKept = `new Promise((done) => {
    const open = indexedDB.open('taskboard');
    open.onsuccess = () => {
      const get = open.result.transaction('boards').objectStore('boards').get('${board}');
      get.onsuccess = () => { open.result.close(); done(Boolean(get.result?.rights.onBoard.includes('card:edit'))); };
    };
  })`;
  await until(async () => (await page.evaluate(isKept)) === true, 'the board is stored with the rights');
  await page.goto('about:blank');
  await becomes('guest');
  await page.goto(`/b/${board}`);
  await viewOnly(page).waitFor();
  assert.equal(await addCard(page).count(), 0);
});

test('a tab that joins the stream of another one has the rights of now', { skip }, async () => {
  const { page, context, board, becomes } = await looksOn('flo');
  await becomes('member');
  await addList(page).waitFor();
  const other = await context.newPage();
  await other.goto(`/b/${board}`);
  await addList(other).waitFor();
  await becomes('guest');
  await viewOnly(other).waitFor();
  await viewOnly(page).waitFor();
  const third = await context.newPage();
  await third.goto(`/b/${board}`);
  await viewOnly(third).waitFor();
});

test('each permission brings what it is for, and no more', { skip }, async () => {
  const { page, mayAlso } = await looksOn('gus');
  await mayAlso('comment:create');
  await page.getByText('Comment only').waitFor();
  assert.equal(await addCard(page).count(), 0);
  await tile(page, 'A').click();
  await page.getByText('Write a comment').waitFor();
  await page.keyboard.press('Escape');
  await mayAlso('card:edit');
  await page.getByText('Comment only').waitFor({ state: 'detached' });
  await until(async () => (await menuOf(page, 'A')).includes('Archive'), 'cards can be edited');
  const items = await menuOf(page, 'A');
  assert.deepEqual([items.includes('Delete'), items.includes('Copy to…')], [false, false]);
  assert.equal(await addCard(page).count(), 0);
  assert.equal((await menuOfList(page, 'To do')).includes('Rename'), false);
  await mayAlso('card:create');
  await addCard(page).first().waitFor();
  assert.deepEqual(await menuOf(page, 'A'), [
    'Open',
    'Watch or stop watching',
    'Copy to…',
    'Select',
    'Select all in list',
    'Copy link',
  ]);
  await mayAlso('list:create', 'list:delete');
  await addList(page).waitFor();
  await addCard(page).first().waitFor({ state: 'detached' });
  const ofList = await menuOfList(page, 'To do');
  assert.deepEqual(
    ['Copy list', 'Delete list', 'Archive list'].map((each) => ofList.includes(each)),
    [true, true, false],
  );
  await mayAlso('board:edit');
  await page.getByRole('heading', { level: 1 }).getByRole('button').waitFor();
});

test('on a board of its members the role on the board counts, whatever the one in the workspace', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, workspace, board, member, becomes } = await looksOn('hal');
  await addBoardMember(service, workspace, board, member, 'member');
  await page.reload();
  await addList(page).waitFor();
  await becomes('guest-of-boards');
  await page.reload();
  await addList(page).waitFor();
  assert.equal(await viewOnly(page).count(), 0);
});

test('a refused change takes its own note back', { skip }, async () => {
  assert.ok(service);
  const { page, becomes, context } = await looksOn('ida');
  await becomes('member');
  await addList(page).waitFor();
  // The page does not hear of the change before it is refused.
  await goOffline(page);
  await tile(page, 'A').focus();
  await page.keyboard.press('c');
  const note = page.getByText('“A” archived');
  await note.waitFor();
  await becomes('guest');
  await context.setOffline(false);
  await page.getByText('“A” was not saved').waitFor();
  assert.equal(await note.count(), 0);
  await shows(page, 'To do', ['A', 'B']);
});
