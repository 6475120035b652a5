import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, visited } from './browser.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** A signed-in user with a browser, and a client for the API. */
async function someone(name: string, options = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const visitor = await service.visitor(options);
  return { person, ...visitor, enter: () => signIn(visitor.page, name) };
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

for (const [screen, options] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test(`boards are found, marked and opened again: on ${screen}`, { skip }, async () => {
    const { person, page, complaints, enter } = await someone(`boards-${screen.slice(2)}`, options);
    const workspace = await makeWorkspace(person, 'Engines');
    for (const name of ['Sprint 9', 'Sprint 10', 'Hiring', 'Büro', 'Team'])
      await makeBoard(person, { workspace, name });
    await enter();
    const section = (title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title }) });
    const names = (title: string) => section(title).locator('.tile a').allTextContents();
    await page.getByRole('link', { name: 'Team' }).waitFor();
    assert.deepEqual(await names('Engines'), ['Büro', 'Hiring', 'Sprint 9', 'Sprint 10', 'Team']);
    const star = page.getByRole('button', { name: 'Star Hiring' });
    await star.first().click();
    await section('Starred').getByRole('link', { name: 'Hiring' }).waitFor();
    await page.getByLabel('Find a board').fill('sprint');
    await page.getByRole('link', { name: 'Team' }).waitFor({ state: 'detached' });
    assert.deepEqual(await names('Engines'), ['Sprint 9', 'Sprint 10']);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/b\//);
    await page.getByRole('list', { name: 'Sprint 9' }).waitFor();
    await page.goBack();
    await section('Recent').getByRole('link', { name: 'Sprint 9' }).waitFor();
    await page.reload();
    await section('Starred').getByRole('link', { name: 'Hiring' }).waitFor();
    assert.deepEqual(complaints, []);
  });
}

test('a board is made of a template, and open to its members only', { skip }, async () => {
  const { person, page, complaints, enter } = await someone('templates');
  const workspace = await makeWorkspace(person, 'Engines');
  await person.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Sprint', lists: ['Next', 'Now'], type: 'template' },
  });
  await enter();
  await page.getByRole('button', { name: 'New board' }).click();
  await page.getByLabel('Board name').fill('Sprint 11');
  await page.getByLabel('Start with').selectOption({ label: 'Sprint' });
  await page.getByLabel('Who can see it').selectOption({ label: 'Only board members' });
  await page.getByRole('button', { name: 'Create board' }).click();
  await page.getByRole('list', { name: 'Now', exact: true }).waitFor({ state: 'attached' });
  const id = new URL(page.url()).pathname.slice(3);
  const { access } = await person.call(api.boardMembers.list, { params: { boardPublicId: id } });
  assert.equal(access, 'members');
  assert.deepEqual(complaints, []);
});

test('a board that was archived is brought back', { skip }, async () => {
  const { person, page, complaints, enter } = await someone('archived');
  const { board } = await makeBoard(person, { name: 'Old plans' });
  await person.call(api.boards.update, { params: { boardPublicId: board }, body: { isArchived: true } });
  await enter();
  await page.getByText('Archived boards').click();
  await page.getByRole('button', { name: 'Restore Old plans' }).click();
  await page.getByText('No archived boards.').waitFor();
  await page.locator('.tile').getByRole('link', { name: 'Old plans' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('names from right to left keep their order wherever they are listed', { skip }, async () => {
  const { person, page, complaints, enter } = await someone('noa');
  const [title, name] = ['שלום עולם!', 'נמל תל אביב!'];
  const { board, lists } = await makeBoard(person, { name });
  const { publicId: listPublicId } = await person.call(api.lists.create, {
    body: { name, boardPublicId: board },
  });
  const [kept, archived, deleted] = [
    await makeCard(person, listPublicId, { title }),
    await makeCard(person, nth(lists, 0), { title }),
    await makeCard(person, nth(lists, 0), { title }),
  ];
  assert.ok(kept);
  await person.call(api.cards.archive, { params: { cardPublicId: archived } });
  await person.call(api.cards.delete, { params: { cardPublicId: deleted } });
  await enter();
  /** Whether the sign at the end of a text stands left of its first letter, wherever the text is. */
  const isInOrder = async (text: string) => {
    await page.locator('main, dialog').getByText(text, { exact: true }).first().waitFor();
    const orders = await page.evaluate<boolean[]>(`[...document.querySelectorAll(':is(main, dialog) *')]
      .filter((each) => each.firstChild?.nodeValue === ${JSON.stringify(text)})
      .map(({ firstChild }) => {
        const leftOf = (from) => {
          const range = document.createRange();
          range.setStart(firstChild, from);
          range.setEnd(firstChild, from + 1);
          return range.getBoundingClientRect().left;
        };
        return leftOf(firstChild.length - 1) < leftOf(0);
      })`);
    return orders.length > 0 && orders.every(Boolean);
  };
  for (const [path, ...texts] of [
    ['/', name],
    ['/search?q=שלום', name],
    [`/b/${board}/archive`, title],
    [`/b/${board}/trash`, title],
  ] as const) {
    await page.goto(path);
    for (const text of texts) assert.ok(await isInOrder(text), `${path} ${text}`);
  }
  assert.deepEqual(complaints, []);
});

test('if the service is unavailable, the page says so, and continues by itself', { skip }, async () => {
  const { person, page, context, enter } = await someone('away');
  await makeBoard(person, { name: 'Tunnels' });
  await enter();
  await page.getByRole('link', { name: 'Tunnels' }).waitFor();
  await page.goto('/nowhere');
  await context.route('**/api/v1/workspaces', (route) => route.abort());
  await page.getByRole('link', { name: 'Go to your boards' }).click();
  // The boards as they were seen before.
  await page.locator('.bar-pill', { hasText: 'Offline' }).waitFor();
  await page.getByRole('link', { name: 'Tunnels' }).waitFor();
  await page.goto('/search?q=tunnels');
  await page.getByText('The service is not responding').waitFor();
  await context.unroute('**/api/v1/workspaces');
  await page.getByRole('link', { name: 'Tunnels' }).waitFor();
});

test('a search is narrowed by a saved filter', { skip }, async () => {
  const { person, page, complaints, enter } = await someone('nora');
  const { lists } = await makeBoard(person, {});
  for (const [index, title] of ['Dig a tunnel', 'Light a tunnel'].entries()) {
    await makeCard(person, nth(lists, index), { title });
  }
  await person.call(api.ownViews.create, { body: { name: 'Nearly done', filter: 'list:Done' } });
  await enter();
  await page.goto('/search?q=tunnel');
  const found = page.locator('.results > li');
  await page.getByText('2 results').waitFor();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Nearly done', exact: true }).click();
  await found.filter({ hasText: 'Dig a tunnel' }).waitFor({ state: 'detached' });
  await found.filter({ hasText: 'Light a tunnel' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('filter'), 'list:Done');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('2 results').waitFor();
  assert.deepEqual(complaints, []);
});
