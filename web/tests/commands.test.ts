import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, prepared, sent, shows, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Moves the focus to a card by keyboard. */
async function goTo(page: Page, title: string): Promise<void> {
  await page.locator('.card-title', { hasText: new RegExp(`^${title}$`) }).focus();
}

const focused = (page: Page) => page.locator(':focus').textContent();
const said = (page: Page) => page.locator('#announcements').textContent();

test('arrows and J and K go from card to card, Enter opens, B goes to the boards', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'ada');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'A');
  await page.keyboard.press('j');
  assert.equal(await focused(page), 'B');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(page), 'Y');
  await page.keyboard.press('k');
  assert.equal(await focused(page), 'X');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(page), 'A');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'A', exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await until(async () => (await focused(page)) === 'A', 'the open card is where the keys left it');
  await page.keyboard.press('b');
  await page.waitForURL('/');
  assert.deepEqual(complaints, []);
});

test('the lists are one stop of the Tab key: the card that had the focus last, and the buttons of its list', {
  skip,
}, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'tab');
  const stops = () => page.locator('.lists [tabindex="0"], .lists .add-list button').allTextContents();
  const first = ['To do', '', 'A', ' Add a card', ' Add a list'];
  assert.deepEqual(await stops(), first);
  await goTo(page, 'A');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'Y');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), ' Add a card');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focused(page), 'Y');
  assert.deepEqual(await stops(), ['Done', '', 'Y', ' Add a card', ' Add a list']);
  await page.keyboard.press('c');
  await shows(page, 'Done', ['X', 'Z']);
  assert.equal((await stops()).includes('Y'), false);
});

test('keys are for the card under the pointer where none has the focus', { skip }, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'bea');
  await page.locator('.card', { hasText: 'Y' }).hover();
  await page.keyboard.press('c');
  await shows(page, 'Done', ['X', 'Z']);
  assert.equal(await focused(page), 'Z');
  await page.keyboard.press('Control+z');
  await shows(page, 'Done', ['X', 'Y', 'Z']);
  await page.keyboard.press('Control+Shift+z');
  await shows(page, 'Done', ['X', 'Z']);
  await sent(page);
  assert.deepEqual(await stored(1), ['X', 'Z']);
});

test('what moved last has the keys: the pointer after a key, and the keyboard after the pointer', {
  skip,
}, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'nell');
  await goTo(page, 'A');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'A', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await until(async () => (await focused(page)) === 'A', 'the focus is back');
  await page.locator('.card', { hasText: 'Y' }).hover();
  await page.keyboard.press('c');
  await shows(page, 'Done', ['X', 'Z']);
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.locator('.card', { hasText: 'X' }).hover();
  await goTo(page, 'B');
  await page.keyboard.press('c');
  await shows(page, 'To do', ['A', 'C']);
  await shows(page, 'Done', ['X', 'Z']);
});

test('a card that was scrolled out of view is in view again when something opens at it', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, lists, page } = await lookAtBoard(service, 'olga', { viewport: { width: 1024, height: 420 } });
  for (let n = 0; n < 20; n++) await makeCard(ada, nth(lists, 0), { title: `Card ${n}` });
  await page.getByText('Card 19').waitFor({ state: 'attached' });
  await goTo(page, 'A');
  await page.evaluate(`document.querySelector('.cards').scrollTo(0, 10_000)`);
  await page.keyboard.press('e');
  const editor = await page.getByLabel('Card title').boundingBox();
  const tile = await page.locator('.card', { hasText: /^A$/ }).boundingBox();
  const list = await page.locator('.cards').first().boundingBox();
  assert.ok(editor && tile && list);
  assert.ok(tile.y >= list.y - 1, 'the card is in view');
  assert.ok(Math.abs(editor.y - tile.y) < 40, 'the editor is over it');
});

test('in an open card the keys are for it: labels, members, date, title, undo, move, archive, help', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, read, complaints } = await lookAtBoard(service, 'petra');
  await page.locator('.card-title', { hasText: /^B$/ }).click();
  const card = page.getByRole('dialog', { name: 'B', exact: true });
  await card.waitFor();
  for (const [key, name] of [
    ['l', 'Labels'],
    ['m', 'Members'],
    ['d', 'Due date'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('e');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('B two');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'B two' }).waitFor();
  await page.keyboard.press('Control+z');
  await card.waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await page.getByRole('dialog', { name: 'Move' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await shows(page, 'To do', ['A', 'C']);
  await card.waitFor({ state: 'hidden' });
  assert.match(new URL(page.url()).pathname, /^\/b\//);
  await sent(page);
  assert.ok((await read('B')).title === 'B');
  assert.deepEqual(complaints, []);
});

test('arrows skip a list that is collapsed', { skip }, async () => {
  assert.ok(service);
  const { ada, board, page } = await lookAtBoard(service, 'rosa');
  const body = { name: 'Later', boardPublicId: board };
  const { publicId } = await ada.call(api.lists.create, { body });
  await makeCard(ada, publicId, { title: 'L' });
  await page.getByText('L', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for the list Done' }).click();
  await page.getByRole('menuitem', { name: 'Collapse list' }).click();
  await goTo(page, 'A');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(page), 'L');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(page), 'A');
});

test('labels by L and digits, members by M, me by Space, dates by D', { skip }, async () => {
  assert.ok(service);
  const { page, read } = await lookAtBoard(service, 'cleo');
  await goTo(page, 'B');
  await page.keyboard.press('l');
  await page.getByRole('dialog', { name: 'Labels' }).waitFor();
  await page.keyboard.press('2');
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'B');
  await page.keyboard.press('Space');
  await page.locator('.card', { hasText: 'B' }).getByRole('img', { name: 'cleo' }).waitFor();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.locator('.card', { hasText: 'B' }).getByText('tomorrow').waitFor();
  await sent(page);
  const card = await read('B');
  assert.deepEqual([card.labels.length, card.members.length], [1, 1]);
  assert.ok(card.dueDate && Date.parse(card.dueDate) > Date.now());
  await goTo(page, 'B');
  await page.keyboard.press('m');
  await page.getByRole('option', { name: 'cleo' }).click();
  await page.keyboard.press('Escape');
  await sent(page);
  assert.deepEqual((await read('B')).members, []);
});

test('Alt and arrows move a card, < and > move it to the next list, and its position is announced', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'dora');
  await goTo(page, 'A');
  await page.keyboard.press('Alt+ArrowDown');
  await shows(page, 'To do', ['B', 'A', 'C']);
  assert.equal(await said(page), 'A: moved to To do, position 2 of 3');
  assert.equal(await page.locator('.toast').count(), 0, 'it is said once');
  assert.equal(await focused(page), 'A');
  await page.keyboard.press('Alt+ArrowRight');
  await shows(page, 'Done', ['X', 'A', 'Y', 'Z']);
  assert.equal(await said(page), 'A: moved to Done, position 2 of 4');
  await page.keyboard.press('<');
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.keyboard.press('Alt+ArrowUp');
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.keyboard.press('>');
  await shows(page, 'Done', ['A', 'X', 'Y', 'Z']);
  await until(async () => (await focused(page)) === 'A', 'the card keeps the focus');
  await sent(page);
  assert.deepEqual(await stored(1), ['A', 'X', 'Y', 'Z']);
});

test('several cards are selected by keys, and moved, labelled and archived by one request', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, stored, read } = await lookAtBoard(service, 'eve');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A page that shows a board sends heartbeats, and once the time zone of its browser.
    if (request.method() !== 'GET' && !/\/(?:presence|users)$/.test(pathname))
      requests.push(`${request.method()} ${pathname}`);
  });
  await goTo(page, 'A');
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await said(page), '2 cards selected');
  await page.keyboard.press('Alt+ArrowRight');
  await shows(page, 'Done', ['A', 'B', 'X', 'Y', 'Z']);
  await page.keyboard.press('l');
  await page.keyboard.press('1');
  await until(async () => (await page.locator('.card .label').count()) === 2, 'both have the label');
  await page.keyboard.press('Escape');
  await sent(page);
  assert.deepEqual(requests, ['POST /api/v1/cards/bulk', 'POST /api/v1/cards/bulk']);
  assert.deepEqual([(await read('A')).labels.length, (await read('B')).labels.length], [1, 1]);
  await page.keyboard.press('Control+a');
  assert.equal(await said(page), '5 cards selected');
  await page.keyboard.press('c');
  await shows(page, 'Done', []);
  await page.keyboard.press('Control+z');
  await shows(page, 'Done', ['A', 'B', 'X', 'Y', 'Z']);
  await sent(page);
  assert.deepEqual(await stored(1), ['A', 'B', 'X', 'Y', 'Z']);
  await goTo(page, 'C');
  await page.keyboard.press('s');
  await page.getByText('1 card selected').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.card.selected').count(), 0);
});

test('E changes a title where it stands, N makes a card after this one', { skip }, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'flo');
  await goTo(page, 'B');
  await page.keyboard.press('e');
  await page.getByLabel('Card title').fill('B two');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['A', 'B two', 'C']);
  await goTo(page, 'A');
  await page.keyboard.press('n');
  await page.keyboard.type('after A');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and after that');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await shows(page, 'To do', ['A', 'after A', 'and after that', 'B two', 'C']);
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'after A', 'and after that', 'B two', 'C']);
});

test('Q shows only my cards, X all of them, and letters that are typed do nothing', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'gina');
  await goTo(page, 'Y');
  await page.keyboard.press('Space');
  await page.keyboard.press('q');
  await shows(page, 'To do', []);
  await shows(page, 'Done', ['Y']);
  await page.keyboard.press('x');
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  await page.keyboard.type('cbqx?');
  assert.equal(await page.locator(':focus').inputValue(), 'cbqx?');
  assert.ok(new URL(page.url()).pathname.startsWith('/b/'));
});

test('the menu of a card offers commands with their keys, by the mouse and by its key', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'hana');
  await page.locator('.card', { hasText: 'B' }).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions for B' });
  assert.match((await menu.getByRole('menuitem', { name: 'Archive' }).textContent()) ?? '', /C$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['A', 'C']);
  await goTo(page, 'C');
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menu', { name: 'Actions for C' }).getByRole('menuitem', { name: 'Delete' }).click();
  await shows(page, 'To do', ['A']);
  await sent(page);
  assert.deepEqual(await stored(0), ['A']);
  await page.locator('.card', { hasText: 'X' }).click({ modifiers: ['Shift'] });
  await page.locator('.card', { hasText: 'Z' }).click({ modifiers: ['Shift'] });
  await page.locator('.card', { hasText: 'Y' }).click({ button: 'right' });
  await page.getByRole('menu', { name: 'Actions for 3 cards' }).waitFor();
});

test('the palette does commands, and finds cards, boards and what the workspace has', { skip }, async () => {
  assert.ok(service);
  const { page, complaints } = await lookAtBoard(service, 'ines');
  await goTo(page, 'A');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('archive');
  await page.getByRole('option', { name: /^Archive A/ }).waitFor();
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['B', 'C']);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zz');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('Y');
  await page.getByRole('option', { name: /^Y/ }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Y', exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test('what is typed before the palette has come is typed into it, and is no command', { skip }, async () => {
  assert.ok(service);
  const { page, context } = await lookAtBoard(service, 'kim');
  let come = () => {};
  const isTime = new Promise<void>((done) => {
    come = done;
  });
  await context.route(/\/assets\/overlays-[^/]+\.js$/, async (route) => {
    await isTime;
    await route.continue();
  });
  // A page that nobody has used yet.
  await page.reload();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await goTo(page, 'A');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('arc');
  come();
  await page.getByRole('option', { name: /^Archive A/ }).waitFor();
  assert.equal(await page.getByRole('combobox').inputValue(), 'arc');
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.keyboard.press('Escape');
  // If the code cannot be loaded, keys apply to the board again.
  await context.unroute(/\/assets\/overlays-[^/]+\.js$/);
  await context.route(/\/assets\/overlays-[^/]+\.js$/, (route) => route.abort());
  await page.reload();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await goTo(page, 'A');
  await page.keyboard.press('Control+k');
  await page.getByText('Something went wrong').first().waitFor();
  await page.keyboard.press('c');
  await shows(page, 'To do', ['B', 'C']);
});

test('the help shows every key, and single keys can be switched off', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'joan');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Due date').waitFor();
  await help.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await goTo(page, 'A');
  await page.keyboard.press('c');
  await page.keyboard.press('Alt+ArrowDown');
  await shows(page, 'To do', ['B', 'A', 'C']);
  await page.reload();
  await shows(page, 'To do', ['B', 'A', 'C']);
  await goTo(page, 'A');
  await page.keyboard.press('?');
  assert.equal(await help.count(), 0);
});

test('whatever can be dragged can be moved by a dialog: list, place, copies, lists', { skip }, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'kate');
  await goTo(page, 'C');
  await page.keyboard.press('v');
  await page.getByLabel('List', { exact: true }).selectOption('Done');
  await page.getByLabel('Position, 1 to 4').fill('2');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await shows(page, 'Done', ['X', 'C', 'Y', 'Z']);
  assert.equal(await said(page), 'C: moved to Done, position 2 of 4');
  await goTo(page, 'Y');
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: 'Copy to' }).click();
  await page.getByLabel('Bottom').check();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await shows(page, 'Done', ['X', 'C', 'Y', 'Z', 'Y']);
  await page.getByRole('button', { name: 'Actions for the list To do' }).click();
  await page.getByRole('menuitem', { name: 'Move list' }).click();
  await page.getByLabel('Position, 1 to 2').fill('2');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await until(
    async () => (await page.locator('.list h2').allTextContents()).join() === 'Done,To do',
    'the lists change places',
  );
  await sent(page);
  assert.deepEqual(await stored(0), ['X', 'C', 'Y', 'Z', 'Y']);
});

test('a list is sorted, copied, and its cards are moved and archived together', { skip }, async () => {
  assert.ok(service);
  const { page, stored } = await lookAtBoard(service, 'lise');
  const menu = async (list: string, item: string) => {
    await page.getByRole('button', { name: `Actions for the list ${list}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('To do', 'Sort by newest');
  await shows(page, 'To do', ['C', 'B', 'A']);
  await menu('To do', 'Copy list');
  await shows(page, 'To do (copy)', ['C', 'B', 'A']);
  await sent(page);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('list', { name: 'To do (copy)' }).waitFor({ state: 'detached' });
  await sent(page);
  assert.deepEqual(await stored(1), ['X', 'Y', 'Z']);
  await page.getByRole('button', { name: 'Redo' }).last().click();
  await shows(page, 'To do (copy)', ['C', 'B', 'A']);
  await menu('Done', 'Move all cards');
  await page.getByLabel('List', { exact: true }).selectOption('To do');
  await page.getByLabel('Bottom').check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await shows(page, 'To do', ['C', 'B', 'A', 'X', 'Y', 'Z']);
  await menu('To do', 'Archive all cards');
  await shows(page, 'To do', []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await shows(page, 'To do', ['C', 'B', 'A', 'X', 'Y', 'Z']);
  await menu('To do (copy)', 'Rename');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await shows(page, 'Second', ['C', 'B', 'A']);
  await sent(page);
  assert.deepEqual(await stored(0), ['C', 'B', 'A', 'X', 'Y', 'Z']);
});

/** Presses keys without waiting for the commands. */
async function pressEarly(page: Page, keys: string): Promise<void> {
  const all = keys.split('+');
  for (const key of all) await page.keyboard.down(key);
  for (const key of all.reverse()) await page.keyboard.up(key);
}

test('keys that are pressed before the commands have loaded wait for them', { skip }, async () => {
  assert.ok(service);
  const { page, stored, complaints } = await lookAtBoard(service, 'wanda');
  const isLoaded = Promise.withResolvers<void>();
  await page.route('**/assets/acting-*.js', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await page.reload();
  await goTo(page, 'B');
  for (const keys of ['c', 'Control+k', 'c', 'o']) await pressEarly(page, keys);
  assert.equal(await page.locator('[data-card]').count(), 6);
  isLoaded.resolve();
  await shows(page, 'To do', ['A', 'C']);
  // What follows the key of the palette is typed there.
  await until(async () => (await page.getByRole('combobox').inputValue()) === 'co', 'the palette has it');
  await page.keyboard.press('Escape');
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'C']);
  assert.deepEqual(complaints, []);
});

test('keys that were pressed early do nothing once they would be for another card', { skip }, async () => {
  assert.ok(service);
  const { page, context, stored } = await lookAtBoard(service, 'zoe');
  const isLoaded = Promise.withResolvers<void>();
  await context.route('**/assets/acting-*.js', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await page.reload();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.locator('.card', { hasText: 'A' }).hover();
  await pressEarly(page, 'c');
  await page.locator('.card', { hasText: 'B' }).hover();
  isLoaded.resolve();
  await prepared(page);
  await page.keyboard.press('s');
  await page.getByText('1 card selected').first().waitFor();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'B', 'C']);
  await context.unroute('**/assets/acting-*.js');
  await context.route('**/assets/acting-*.js', (route) => route.abort());
  await page.reload();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await goTo(page, 'A');
  await pressEarly(page, 'c');
  await page.getByText('Something went wrong').first().waitFor();
});

/** Whether the browser asks again for a module that it could not load. Many do not until the page is reloaded. */
async function asksAgain(page: Page): Promise<boolean> {
  let asked = 0;
  await page.route('**/assets/asked-again.js', (route) => {
    asked++;
    return route.abort();
  });
  const attempt = `import('/assets/asked-again.js').catch(() => undefined)`;
  await page.evaluate(attempt);
  const first = asked;
  await page.evaluate(attempt);
  return asked > first;
}

test('what had not loaded when the connection was lost comes once it is back', { skip }, async () => {
  assert.ok(service);
  const { page, stored, card } = await lookAtBoard(service, 'yves');
  let isCut = true;
  let failing = Promise.resolve();
  await page.route(/\/assets\/(?:acting|dialog|faces|keepers)-/, async (route) => {
    if (!isCut) return route.continue();
    await failing;
    return route.abort();
  });
  await page.reload();
  await goTo(page, 'B');
  await pressEarly(page, 'c');
  await page.getByText('Something went wrong').first().waitFor();
  const isAskedFor = await asksAgain(page);
  // What is asked for now still waits when the connection comes back, and fails then.
  const late = Promise.withResolvers<void>();
  failing = late.promise;
  const asked = isAskedFor ? page.waitForRequest(/\/dialog-/) : undefined;
  await page.locator('.card-title', { hasText: 'B' }).click();
  await page.waitForURL(`/c/${card('B')}`);
  await asked;
  isCut = false;
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  late.resolve();
  if (!isAskedFor) {
    await page.getByText('Part of this page could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
  }
  await page.getByRole('dialog', { name: 'B', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  // The first key was lost, and has been said to be; it does nothing later.
  await shows(page, 'To do', ['A', 'B', 'C']);
  await goTo(page, 'B');
  await page.keyboard.press('c');
  await shows(page, 'To do', ['A', 'C']);
  await page.locator(`[data-card="${card('C')}"] a:focus`).waitFor();
  await sent(page);
  assert.deepEqual(await stored(0), ['A', 'C']);
});
