import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* The menu of a board: its labels, members, archive, trash and settings. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function looking(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const made = await makeBoard(person, { name: 'Harbour' });
  const visitor = await service.visitor(options, person);
  const open = async (panel: string) => {
    await visitor.page.goto(`/b/${made.board}`);
    await visitor.page.getByRole('link', { name: 'Board panel' }).click();
    // A row has a value after its name.
    const row = new RegExp(`^${panel}`);
    await visitor.page.getByRole('dialog').getByRole('link', { name: row }).click();
  };
  return { person, ...made, ...visitor, open };
}

const sent = (page: Page) => page.locator('.board-page[data-sent="true"]').waitFor();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('who sees the board is changed only by who may share boards', { skip }, async () => {
  assert.ok(service);
  const { person, workspace, board } = await looking('sharing');
  const member = await service.signUp('sharing-member');
  await makeMember(service, person, workspace, member);
  const { page, complaints } = await service.visitor({}, member);
  await page.goto(`/b/${board}/members`);
  await page.getByText('Only workspace admins, and people they permit, can change this.').waitFor();
  assert.equal(await page.getByLabel('Public access').count(), 0);
  await page.getByText('Everyone in the workspace').waitFor();
  assert.equal(await page.getByLabel('Who can see this board').count(), 0);
  assert.deepEqual(complaints, []);
});

test('where the workspace allows no public boards, the choice is disabled and says why', {
  skip,
}, async () => {
  assert.ok(service);
  const { person, workspace, board, page, open, complaints } = await looking('no-public-boards');
  await person.call(api.workspaces.update, {
    params: { workspacePublicId: workspace },
    body: { allowPublicBoards: false },
  });
  await open('Members');
  await page.getByText('This workspace does not allow public boards.').waitFor();
  assert.equal(await page.getByLabel('Public access').isDisabled(), true);
  const link = page.getByRole('link', { name: 'Allow them in its settings' });
  assert.equal(await link.getAttribute('href'), `/w/${workspace}/settings`);
  await link.click();
  await page.getByLabel('Boards may be public').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.goto(`/b/${board}/members`);
  await page.getByLabel('Public access').selectOption('public');
  await sent(page);
  const { visibility } = await person.call(api.boards.get, { params: { boardPublicId: board } });
  assert.equal(visibility, 'public');
  assert.deepEqual(complaints, []);
});

test('who may invite people finds them and the public link under “Share”, and what each role means', {
  skip,
}, async () => {
  assert.ok(service);
  const { person, workspace, board, page, complaints } = await looking('share');
  await page.goto(`/b/${board}`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Members' });
  await panel.getByLabel('Public access').waitFor();
  const role = panel.getByRole('combobox', { name: /^Role/ }).last();
  await role.selectOption({ label: 'Guest (read-only)' });
  await panel.getByText('Reads this board, but cannot change anything.').waitFor();
  const reader = await service.signUp('share-reader');
  await makeMember(service, person, workspace, reader, 'guest');
  const { page: theirs } = await service.visitor({}, reader);
  await theirs.goto(`/b/${board}`);
  await theirs.getByText('View only').first().waitFor();
  assert.equal(await theirs.getByRole('link', { name: 'Share', exact: true }).count(), 0);
  await page.goto(`/w/${workspace}/members`);
  const invited = page.getByRole('combobox', { name: /^Role(?! of)/ });
  await invited.selectOption({ label: 'Guest (selected boards)' });
  await page.getByText('Sees only the boards you add them to.').waitFor();
  await invited.selectOption({ label: 'Guest (read-only)' });
  await page.getByText('Sees all boards of the workspace, but cannot change anything.').waitFor();
  assert.deepEqual(complaints, []);
});

for (const [screen, options] of [
  ['desktop', {}],
  ['phone', phone],
] as const) {
  test(`labels are made, named, coloured and deleted, and cards show it: ${screen}`, { skip }, async () => {
    const { person, page, board, lists, labels, open, complaints } = await looking(
      `labels-${screen}`,
      options,
    );
    await makeCard(person, nth(lists, 0), { title: 'Paint', labelPublicIds: labels });
    await open('Labels');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit label Urgent' }).click();
    await dialog.getByLabel('Label name').fill('Now');
    await dialog.getByRole('radio', { name: 'Pink' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.card', { hasText: 'Paint' }).getByText('Now').waitFor();
    await dialog.getByRole('button', { name: 'Edit label Later' }).click();
    await dialog.getByRole('button', { name: 'Delete label' }).click();
    await dialog.getByText('It will be removed from 1 card, and cannot be restored.').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('.card', { hasText: 'Paint' }).getByText('Later').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'New label' }).click();
    await dialog.getByLabel('Label name').fill('Waiting');
    await dialog.getByRole('button', { name: 'Add label' }).click();
    await dialog.getByRole('button', { name: 'Edit label Waiting' }).waitFor();
    await sent(page);
    const { labels: all } = await person.call(api.boards.get, { params: { boardPublicId: board } });
    assert.deepEqual(
      all.map(({ name, colourCode }) => [name, name === 'Now' ? colourCode : '']),
      [
        ['Now', '#bc6398'],
        ['Waiting', ''],
      ],
    );
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, `/b/${board}`);
    assert.deepEqual(complaints, []);
  });

  test(`what is archived or in the trash comes back, several at once: ${screen}`, { skip }, async () => {
    const { person, page, board, lists, open, complaints } = await looking(`archive-${screen}`, options);
    const cards = [];
    for (const title of ['One', 'Two', 'Three', 'Four'])
      cards.push(await makeCard(person, nth(lists, 0), { title }));
    for (const cardPublicId of cards.slice(0, 3))
      await person.call(api.cards.archive, { params: { cardPublicId } });
    await person.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
    const other = await makeBoard(person);
    await person.call(api.lists.delete, { params: { listPublicId: nth(other.lists, 0) } });
    await open('Archive');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search the archive').fill('thr');
    await dialog.getByText('Two').waitFor({ state: 'detached' });
    await dialog.getByRole('checkbox', { name: 'Select Three' }).check();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('No archived cards match').waitFor();
    await dialog.getByLabel('Search the archive').fill('');
    await dialog.getByRole('checkbox', { name: 'Select all' }).check();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.locator('.card', { hasText: 'Two' }).waitFor({ state: 'attached' });
    await dialog.getByRole('link', { name: 'Board panel' }).click();
    await dialog.getByRole('link', { name: 'Trash' }).click();
    await dialog.getByText(new RegExp(`List · deleted by archive-${screen}`)).waitFor();
    assert.equal(await dialog.getByRole('checkbox').count(), 3, 'all, the card, and the list of this board');
    await dialog.getByRole('checkbox', { name: 'Select all' }).check();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByText('The trash is empty.').waitFor();
    const { lists: all } = await person.call(api.boards.get, { params: { boardPublicId: board } });
    assert.deepEqual(
      all.map(({ name, cards: inside }) => [name, inside.map(({ title }) => title)]),
      [
        ['To do', ['One', 'Two', 'Three', 'Four']],
        ['Done', []],
      ],
    );
    assert.deepEqual(complaints, []);
  });
}

test('a list is archived from its menu, and comes back from there, from the archive and from its cards', {
  skip,
}, async () => {
  const { person, page, board, lists, open, complaints } = await looking('archived-list');
  const card = await makeCard(person, nth(lists, 0), { title: 'Paint' });
  const column = page.locator(`[data-list="${nth(lists, 0)}"]`);
  const archive = async () => {
    await page.getByRole('button', { name: 'Actions for the list To do' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Archive list' }).press('Enter');
    await column.waitFor({ state: 'detached' });
    await sent(page);
  };
  await page.goto(`/b/${board}`);
  await archive();
  await page.getByText('“To do” archived').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await column.getByText('Paint').waitFor();
  await sent(page);
  await archive();
  await open('Archive');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Lists' }).waitFor();
  const archived = dialog.getByRole('group', { name: 'Lists' });
  await archived.getByText(/^1 card · archived /).waitFor();
  await archived.getByRole('checkbox', { name: 'Select To do' }).check();
  await archived.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('heading', { name: 'Lists' }).waitFor({ state: 'detached' });
  await column.getByText('Paint').waitFor({ state: 'attached' });
  // Somebody else archives the list while one of its cards is open.
  await page.goto(`/c/${card}`);
  const whole = page.locator('.card-dialog');
  await whole.locator('[data-picker=List]').waitFor();
  await person.call(api.lists.archive, { params: { listPublicId: nth(lists, 0) } });
  await whole.getByText('This card’s list is archived.').waitFor();
  await whole.getByRole('button', { name: 'Actions for this card' }).click();
  await whole.getByRole('menuitem', { name: 'Delete' }).waitFor();
  assert.equal(await whole.getByRole('menuitem', { name: 'Archive' }).count(), 0);
  await page.reload();
  await whole.getByRole('button', { name: 'Restore list' }).click();
  await whole.getByText('This card’s list is archived.').waitFor({ state: 'detached' });
  await whole.getByRole('button', { name: 'Actions for this card' }).click();
  await whole.getByRole('menuitem', { name: 'Archive' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('someone is added to a board, given another role and removed, and the board is closed', {
  skip,
}, async () => {
  assert.ok(service);
  const { person, page, board, workspace, open, complaints } = await looking('members');
  const bob = await service.signUp('bobby');
  await makeMember(service, person, workspace, bob);
  await open('Members');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who can see this board').selectOption({ label: 'Only board members' });
  await sent(page);
  await dialog.getByRole('combobox', { name: 'Person', exact: true }).selectOption({ label: 'bobby' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const roleOfBob = async () => {
    const { access, members } = await person.call(api.boardMembers.list, {
      params: { boardPublicId: board },
    });
    return [access, members.find(({ user }) => user?.id === bob.id)?.role.name];
  };
  await dialog.getByLabel('Role of bobby').waitFor();
  assert.deepEqual(await roleOfBob(), ['members', 'member']);
  const changed = page.waitForResponse((response) => response.request().method() === 'PUT');
  await dialog.getByLabel('Role of bobby').selectOption({ label: 'Guest (read-only)' });
  await changed;
  assert.deepEqual(await roleOfBob(), ['members', 'guest']);
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'bobby' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel('Role of bobby').waitFor({ state: 'detached' });
  assert.deepEqual(await roleOfBob(), ['members', undefined]);
  assert.deepEqual(complaints, []);
});

test('everyone who can see the board is listed, page by page, with where their access comes from', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, workspace, open, complaints } = await looking('people');
  const many = Array.from({ length: 51 }, (_, n) => `person-${n}`);
  for (const name of many) await addMember(service, workspace, await service.signUp(name));
  await open('Members');
  const dialog = page.getByRole('dialog');
  const people = dialog.getByRole('listitem').filter({ hasText: 'of the workspace' });
  await people.nth(49).waitFor();
  assert.equal(await people.count(), 50);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await people.filter({ hasText: 'person-50' }).getByText('Member of the workspace').waitFor();
  assert.equal(await people.count(), 52);
  await people.first().getByText('Admin of the workspace').waitFor();
  await dialog.getByRole('combobox', { name: 'Person', exact: true }).selectOption({ label: 'person-3' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await people.getByText('Member of the workspace · Added to this board').waitFor();
  await dialog.getByLabel('Who can see this board').selectOption({ label: 'Only board members' });
  const left = dialog.getByRole('listitem').filter({ hasText: 'person-' });
  await until(async () => (await left.count()) === 1, 'only who was added is listed');
  assert.deepEqual(await left.locator('p').allTextContents(), ['Added to this board']);
  assert.deepEqual(complaints, []);
});

test('a board is renamed, starred, copied as a template, and deleted; a toast brings it back', {
  skip,
}, async () => {
  const { person, page, board, workspace, open, complaints } = await looking('settings');
  await open('Settings');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Board name').fill('Docks');
  await dialog.getByLabel('Short name in links').fill('docks');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Docks' }).first().waitFor();
  await dialog.getByLabel('Starred').check();
  await dialog.getByRole('button', { name: 'Delete board' }).click();
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Delete board' }).click();
  await page.getByRole('heading', { name: 'Boards' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(`/b/${board}`);
  await page.getByRole('list', { name: 'To do', exact: true }).waitFor();
  await open('Settings');
  await dialog.getByLabel('Name of the copy').fill('Any harbour');
  await dialog
    .getByRole('combobox', { name: 'Copy as', exact: true })
    .selectOption({ label: 'A template for new boards' });
  await dialog.getByRole('button', { name: 'Create copy' }).click();
  await page.getByRole('heading', { name: 'Any harbour' }).first().waitFor();
  const params = { workspacePublicId: workspace };
  const names = async (type: 'regular' | 'template') =>
    (await person.call(api.boards.list, { params, query: { type } })).map(({ name, favorite }) => [
      name,
      favorite,
    ]);
  assert.deepEqual(await names('regular'), [['Docks', true]]);
  assert.deepEqual(await names('template'), [['Any harbour', false]]);
  assert.deepEqual(complaints, []);
});

test('a note can be used over the menu of a board, a dialog, and what is chosen from', { skip }, async () => {
  const { person, page, board, lists, complaints } = await looking('notes', phone);
  for (const title of ['One', 'Two', 'Three']) await makeCard(person, nth(lists, 0), { title });
  await page.goto(`/b/${board}`);
  const undo = page.getByRole('button', { name: 'Undo' }).filter({ visible: true });
  const tile = (title: string) => page.locator('.lists .card', { hasText: title });
  const archive = async (title: string) => {
    await tile(title).getByRole('link').focus();
    await page.keyboard.press('c');
    await undo.waitFor();
  };
  await archive('One');
  await page.getByRole('link', { name: 'Board panel' }).tap();
  await page.getByRole('dialog', { name: 'Harbour' }).waitFor();
  await undo.tap();
  await tile('One').waitFor({ state: 'attached' });
  await page.goBack();
  await archive('Two');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await undo.tap();
  await tile('Two').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await archive('Three');
  await page.getByRole('button', { name: /^Filter/ }).tap();
  await page.getByRole('dialog', { name: 'Filter cards' }).waitFor();
  await undo.tap();
  await tile('Three').waitFor({ state: 'attached' });
  assert.deepEqual(complaints, []);
});
