import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows, until } from './looking.ts';
import { becomes, fromMenu, openCard, pixel } from './open-card.ts';
import { fingerOn, phone, placeIn } from './touch.ts';

/* What the page of a card looks like and how it is used, by real input. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function before(
  name: string,
  given: { description?: string } = {},
  options: BrowserContextOptions = {},
) {
  assert.ok(service);
  return openCard(service, name, given, options);
}

const open = (page: Page, picker: string) => page.locator(`[data-picker="${picker}"]`).click();
const row = (page: Page, picker: string) => page.locator(`[data-picker="${picker}"]`);

test('keys and undo act on the card whose page is open', { skip }, async () => {
  const { page, stored, complaints } = await before('ada');
  const focusedText = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
  await page.keyboard.press('l');
  await page.getByRole('combobox', { name: 'Find or create a label' }).waitFor();
  await page.keyboard.press('1');
  await becomes(async () => (await stored()).labels.map(({ name }) => name), ['Urgent']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await page.getByRole('combobox', { name: 'Find a member' }).waitFor();
  await page.keyboard.press('Enter');
  await becomes(async () => (await stored()).members.map(({ user }) => user?.name), ['ada']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await page.keyboard.type('2031-05-06');
  await page.keyboard.press('Enter');
  await becomes(async () => (await stored()).dueDate, '2031-05-06T00:00:00.000Z');
  await page.keyboard.press('Control+z');
  await becomes(async () => (await stored()).dueDate, null);
  await page.keyboard.press('e');
  await until(async () => (await focusedText()) === 'Card title', 'the title has the focus');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Paint the pier');
  await page.keyboard.press('Enter');
  await becomes(async () => (await stored()).title, 'Paint the pier');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.waitForURL(/\/b\//);
  await page.getByText('Paint the pier').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('keys that are for the board do nothing while a card is open', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'bea');
  await page.locator('.card-title', { hasText: 'B' }).click();
  await page.getByText('Write a comment').waitFor();
  for (const key of ['s', 'n', 'f', 'q', 'Alt+ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await shows(page, 'To do', ['A', 'B', 'C']);
  assert.equal(await page.locator('.card.selected').count(), 0);
  assert.equal(await page.locator(':popover-open:not(.toasts)').count(), 0);
});

test('people who are on the card are shown although they are no longer active, and can be taken off', {
  skip,
}, async () => {
  assert.ok(service);
  const { page, ada, params, workspace, stored } = await before('cleo');
  const bob = await service.signUp('bobby');
  const member = await makeMember(service, ada, workspace, bob);
  const eve = await service.signUp('evelyn');
  const other = await makeMember(service, ada, workspace, eve);
  await ada.call(api.cards.addMember, { params: { ...params, workspaceMemberPublicId: member } });
  for (const memberPublicId of [member, other])
    await ada.call(api.members.changeStatus, {
      params: { workspacePublicId: workspace, memberPublicId },
      body: { status: 'paused' },
    });
  await page.reload();
  await row(page, 'Members').getByRole('img', { name: 'bobby' }).waitFor();
  await open(page, 'Members');
  assert.equal(await page.getByRole('option', { name: /evelyn/ }).count(), 0);
  await page.getByRole('option', { name: /bobby.*Paused/ }).click();
  await becomes(async () => (await stored()).members, []);
});

test('single line breaks of a text stay, and each block reads in its own direction', { skip }, async () => {
  const description = 'Hi Bob,\nfirst\nsecond  \nthird\\\nfourth\n\n- one\n  more\n\nשלום `a`, עולם!';
  const { page, ada, params } = await before('dora', { description });
  await ada.call(api.comments.create, { params, body: { comment: 'one\ntwo' } });
  const shown = page.locator('.description .markdown:visible');
  await until(
    async () => /first\nsecond\s*\nthird\nfourth/.test(await shown.innerText()),
    'lines stay lines',
  );
  assert.match(await shown.locator('li').innerText(), /^one\nmore$/);
  await page.locator('.comment br').waitFor({ state: 'attached' });
  const direction = (text: string) =>
    page.evaluate(`getComputedStyle([...document.querySelectorAll('.description p')]
      .find((each) => each.textContent.includes('${text}'))).direction`);
  assert.deepEqual([await direction('Hi Bob'), await direction('שלום')], ['ltr', 'rtl']);
});

for (const timezoneId of ['America/New_York', 'UTC', 'Asia/Tokyo'])
  test(`a day without a time is the same day everywhere, and over at its end: ${timezoneId}`, {
    skip,
  }, async () => {
    const name = `zoe${timezoneId.length}`;
    const { page, ada, params, board } = await before(name, {}, { timezoneId, locale: 'en-US' });
    const today = new Date(Date.now());
    const day = await page.evaluate(
      `[new Date().getFullYear(), new Date().getMonth() + 1, new Date().getDate()].map((each) => String(each).padStart(2, '0')).join('-')`,
    );
    await ada.call(api.cards.update, { params, body: { dueDate: `${today.getFullYear() + 1}-12-24` } });
    await row(page, 'Due date').getByText('Dec 24').waitFor();
    await ada.call(api.cards.update, { params, body: { dueDate: day as string } });
    await row(page, 'Due date')
      .locator('.due.soon', { hasText: /^Today$/ })
      .waitFor();
    await page.goto(`/b/${board}`);
    await page.locator('.card .due.soon', { hasText: 'today' }).waitFor();
    assert.equal(await page.locator('.card .due.overdue').count(), 0);
  });

test('dates are chosen from a month with keys, and start and due stay in order', { skip }, async () => {
  const { page, stored, ada, params, complaints } = await before('faye', {}, { locale: 'en-US' });
  await ada.call(api.cards.update, { params, body: { dueDate: '2031-05-06' } });
  await row(page, 'Due date').getByText('May 6, 2031').waitFor();
  await open(page, 'Due date');
  await page
    .getByRole('gridcell', { name: 'Tuesday, May 6, 2031', selected: true })
    .getByRole('button')
    .focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await becomes(async () => (await stored()).dueDate, '2031-06-14T00:00:00.000Z');
  const picker = page.locator('.picker:popover-open');
  await picker.getByRole('button', { name: 'Start date' }).click();
  await page.getByRole('button', { name: 'Monday, June 16, 2031' }).click();
  await becomes(async () => (await stored()).dueDate, '2031-06-16T00:00:00.000Z');
  await row(page, 'Start date').getByText('Jun 16, 2031').waitFor();
  await picker.getByRole('button', { name: /^Due date / }).click();
  await page.getByRole('switch', { name: 'Whole day' }).click();
  const five = await page.evaluate('new Date("2031-06-16T17:00").toISOString()');
  await becomes(async () => (await stored()).dueDate, five as string);
  assert.deepEqual(complaints, []);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 600 },
  { width: 360, height: 640 },
])
  test(`all of the date picker can be reached: ${viewport.width} × ${viewport.height}`, {
    skip,
  }, async () => {
    const { page, ada, params } = await before(
      `gil${viewport.width}`,
      {},
      { viewport, reducedMotion: 'reduce' },
    );
    await ada.call(api.cards.update, { params, body: { dueDate: '2031-05-06' } });
    await row(page, 'Due date').getByText('May 6').waitFor();
    await open(page, 'Due date');
    const box = await page.locator('.picker:popover-open').boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, JSON.stringify(box));
    await page.getByRole('switch', { name: 'Whole day' }).click();
    await page.getByLabel('Time').waitFor();
  });

test('the highlighted label stays in view, however many there are', { skip }, async () => {
  const { page, ada, board } = await before('hana');
  for (let number = 1; number <= 40; number++)
    await ada.call(api.labels.create, {
      body: { name: `Label ${number}`, boardPublicId: board, colourCode: '#0d9488' },
    });
  await page.reload();
  await page.getByText('Write a comment').waitFor();
  for (const by of ['card', 'board']) {
    if (by === 'card') await open(page, 'Labels');
    else {
      await page.goto(`/b/${board}`);
      await page.locator('.card', { hasText: 'Paint the harbour' }).hover();
      await page.keyboard.press('l');
    }
    await page.getByRole('combobox').waitFor();
    for (let times = 0; times < 30; times++) await page.keyboard.press('ArrowDown');
    const option = await page.locator('.option.at').boundingBox();
    const panel = await page.locator('.picker:popover-open').boundingBox();
    assert.ok(
      option && panel && option.y >= panel.y && option.y + option.height <= panel.y + panel.height,
      by,
    );
    await page.keyboard.press('Escape');
  }
});

test('new labels get colors that are still free', { skip }, async () => {
  const { page, ada, board } = await before('ines');
  await open(page, 'Labels');
  await page.locator(':focus[role=combobox]').waitFor();
  for (const name of ['Sea', 'Land', 'Air']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name, selected: true }).waitFor();
  }
  const { labels } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  assert.equal(new Set(labels.map(({ colourCode }) => colourCode)).size, labels.length);
});

test('the editor of the description is as wide as the page, and nothing moves while one types', {
  skip,
}, async () => {
  const { page } = await before('jane', { description: 'short' });
  const side = page.locator('.card-side');
  const place = await side.boundingBox();
  const content = await page.locator('.card-content .feed').boundingBox();
  await page.locator('.description').getByRole('button', { name: 'Edit' }).click();
  const editor = page.locator('.description .editor');
  const width = (await editor.boundingBox())?.width;
  assert.equal(width, content?.width);
  await page.keyboard.type(`${'long words '.repeat(20)}\n\n${'line\n'.repeat(30)}`);
  assert.equal((await editor.boundingBox())?.width, width);
  const now = await side.boundingBox();
  assert.deepEqual([now?.x, now?.width], [place?.x, place?.width]);
});

test('the title is in the head while it is scrolled out of view', { skip }, async () => {
  const { page } = await before('kim', { description: 'line\n\n'.repeat(80) });
  const inHead = page.locator('.card-head b', { hasText: 'Paint the harbour' });
  assert.equal(await inHead.count(), 0);
  await page.locator('.card-body').hover();
  await page.mouse.wheel(0, 900);
  await inHead.waitFor();
  await page.mouse.wheel(0, -2000);
  await inHead.waitFor({ state: 'detached' });
});

test('a card with hundreds of items and comments does not stand whole', { skip }, async () => {
  assert.ok(service);
  const { page, ada, params, card, workspace, items } = await withManyItems('lara', 200);
  await service.sql(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300)
    select '${workspace}', 'comment000000' || (n + 100), '${card}', 'x', '${ada.id}', n from numbers`);
  await page.locator('.item').nth(50).waitFor();
  assert.equal(await page.locator('.item').count(), 60);
  // What is added shows at once, and stays last.
  await page.getByRole('button', { name: 'Add an item' }).click();
  await page.keyboard.type('The last one\n');
  await page.locator('.item', { hasText: 'The last one' }).waitFor();
  await page.getByRole('button', { name: 'Show 140 more items' }).click();
  await page.locator('.item', { hasText: 'Item 170' }).waitFor();
  // The last shown one is moved up and down again, past none of those that are not shown.
  await becomes(async () => (await items()).length, 201);
  assert.ok(params.cardPublicId);
});

async function withManyItems(name: string, count: number) {
  const made = await before(name);
  const { ada, params, page } = made;
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  for (let number = 1; number <= count; number++)
    await ada.call(api.checklists.createItem, {
      params: { checklistPublicId: publicId },
      body: { title: `Item ${number}` },
    });
  await page.locator('.item').first().waitFor();
  const items = async () => nth((await made.stored()).checklists, 0).items.map(({ title }) => title);
  return { ...made, items };
}

test('an item is moved to the end of those that are shown, not behind the others', { skip }, async () => {
  const { page, items } = await withManyItems('mara', 63);
  await page.getByRole('checkbox', { name: 'Item 59', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await becomes(
    async () => (await items()).slice(57, 62),
    ['Item 58', 'Item 60', 'Item 59', 'Item 61', 'Item 62'],
  );
});

test('pictures are shown large, and turned by keys, buttons and fingers', { skip }, async () => {
  const { page, context, complaints } = await before('nora', {}, phone);
  await page
    .locator('input[data-attach]')
    .setInputFiles(
      ['one', 'two', 'three'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: pixel })),
    );
  await page.locator('.file', { hasText: 'three.png' }).locator('a').waitFor();
  const names = await page.locator('.file a .one-line').allTextContents();
  const shown = (index: number) =>
    page
      .locator('.lightbox[open]')
      .getByRole('img', { name: nth(names, index), exact: true })
      .waitFor();
  await page.locator('.file a').first().tap();
  await shown(0);
  await page.keyboard.press('ArrowRight');
  await shown(1);
  await page.getByRole('button', { name: 'Next picture' }).tap();
  await shown(2);
  const finger = await fingerOn(page, context);
  const figure = page.locator('.lightbox figure');
  await finger.swipe(await placeIn(figure, 0.2), await placeIn(figure, 0.8));
  await shown(1);
  await page.keyboard.press('Escape');
  await page.locator('.lightbox').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.card-dialog[open]').count(), 1);
  assert.deepEqual(complaints, []);
});

test('on a phone the comment field is at the foot, and properties come before the text', {
  skip,
}, async () => {
  const { page, complaints } = await before('olga', { description: 'Some text' }, phone);
  const foot = await page.getByText('Write a comment').boundingBox();
  assert.ok(foot && foot.y + foot.height > 780, 'at the foot');
  const [side, text] = [
    await row(page, 'Labels').boundingBox(),
    await page.getByText('Some text').boundingBox(),
  ];
  assert.ok(side && text && side.y < text.y);
  await page.getByText('Write a comment').tap();
  await page.keyboard.type('Hello');
  await page.getByRole('button', { name: 'Comment', exact: true }).tap();
  await page.locator('.comment', { hasText: 'Hello' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('at 400 % nothing of a card is cut off', { skip }, async () => {
  const { page } = await before(
    'pia',
    { description: 'Some text' },
    { viewport: { width: 320, height: 225 } },
  );
  assert.equal(await page.evaluate('document.querySelector(".card-dialog").scrollWidth'), 320);
  await page.locator('.card-dialog').hover();
  await page.mouse.wheel(0, 200);
  const head = await page.locator('.card-head').boundingBox();
  assert.ok(head && head.y + head.height <= 0, 'what stands still leaves no room for the rest');
});

test('the menu of a card copies, moves and deletes it', { skip }, async () => {
  const { page, stored } = await before('rita');
  await fromMenu(page, 'Move to…');
  await page.getByRole('dialog', { name: 'Move “Paint the harbour”' }).waitFor();
  await page.getByLabel('List', { exact: true }).selectOption('Done');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await becomes(async () => (await stored()).list.name, 'Done');
  await page.locator('[data-picker=List]', { hasText: 'Done' }).waitFor();
  assert.equal(await page.locator('.menu .danger').count(), 0);
});

test('several cards get labels and dates by the same pickers', { skip }, async () => {
  assert.ok(service);
  const { page, read } = await lookAtBoard(service, 'sara');
  for (const title of ['A', 'B']) {
    await page.locator('.card', { hasText: title }).hover();
    await page.keyboard.press('s');
  }
  await page.keyboard.press('l');
  await page.getByRole('combobox', { name: 'Find or create a label' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await page.locator('.picker').waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page
    .getByRole('textbox', { name: /^Type a date/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.type('24 dec 2031');
  await page.keyboard.press('Enter');
  await sent(page);
  for (const title of ['A', 'B']) {
    const { labels, dueDate } = await read(title);
    assert.deepEqual([labels.length, dueDate], [1, '2031-12-24T00:00:00.000Z'], title);
  }
});

test('files are renamed from their menu and where they are shown large, live for others, and undone', {
  skip,
}, async () => {
  const { ada, page, stored, params, complaints } = await before('renata');
  const names = async () => (await stored()).attachments.map(({ originalFilename }) => originalFilename);
  const focused = () => page.evaluate('document.activeElement !== document.body');
  const file = { name: 'IMG_2041.v2.png', mimeType: 'image/png', buffer: pixel };
  await page.locator('input[data-attach]').setInputFiles([file]);
  await page.getByRole('link', { name: 'IMG_2041.v2.png' }).waitFor();
  const field = page.getByRole('textbox', { name: 'Name of the file' });
  await fromMenu(page, 'Rename', 'IMG_2041.v2.png');
  await page.keyboard.type('Quay');
  assert.equal(await field.inputValue(), 'Quay.png');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await becomes(focused, true);
  await fromMenu(page, 'Rename', 'IMG_2041.v2.png');
  await page.keyboard.type('Quay');
  await page.keyboard.press('Enter');
  await becomes(focused, true);
  await becomes(names, ['Quay.png']);
  await page.getByRole('link', { name: 'Quay.png' }).click();
  const large = page.locator('.lightbox[open]');
  await large.getByRole('button', { name: 'Quay.png' }).click();
  await page.keyboard.press('Escape');
  await large.getByRole('button', { name: 'Quay.png' }).click();
  await page.keyboard.type('Harbour');
  await page.keyboard.press('Enter');
  await large.getByRole('img', { name: 'Harbour.png' }).waitFor();
  await becomes(names, ['Harbour.png']);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await becomes(names, ['Quay.png']);
  const [attached] = await ada.call(api.attachments.list, { params });
  await ada.call(api.attachments.update, {
    params: { attachmentPublicId: attached?.publicId ?? '' },
    body: { filename: 'Pier.png' },
  });
  await page.getByRole('link', { name: 'Pier.png' }).waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByText('renamed a file to “Pier.png”').waitFor();
  assert.deepEqual(complaints, []);
});

test('a deleted file is in the trash, and comes back from there', { skip }, async () => {
  const { page, stored, board, card } = await before('tilda');
  const names = async () => (await stored()).attachments.map(({ originalFilename }) => originalFilename);
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await page.locator('input[data-attach]').setInputFiles([file]);
  await page.getByRole('link', { name: 'notes.txt' }).waitFor();
  await fromMenu(page, 'Delete', 'notes.txt');
  await page.getByRole('link', { name: 'notes.txt' }).waitFor({ state: 'detached' });
  // What can be withdrawn is sent when the page is left.
  await page.goto(`/b/${board}/trash`);
  await becomes(names, []);
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select notes.txt' }).check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await becomes(names, ['notes.txt']);
  await page.goto(`/c/${card}`);
  await page.getByRole('link', { name: 'notes.txt' }).waitFor();
});

test('a card that one may only read offers nothing to change', { skip }, async () => {
  assert.ok(service);
  const { ada, params, workspace, card } = await before('ulla', { description: '- [ ] a task' });
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: publicId },
    body: { title: 'An item' },
  });
  const guest = await service.signUp('visitor');
  await makeMember(service, ada, workspace, guest, 'guest');
  const { page, complaints } = await service.visitor({}, guest);
  await page.goto(`/c/${card}`);
  await page.locator('.item', { hasText: 'An item' }).waitFor();
  assert.equal(await page.locator('[data-picker]').count(), 0);
  assert.ok(await page.getByRole('checkbox', { name: 'An item' }).isDisabled());
  await page.getByRole('heading', { name: 'Paint the harbour' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Card title' }).count(), 0);
  for (const name of ['Edit', 'Add an item', 'Checklist', 'Attach files', 'Actions for this card'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  assert.deepEqual(complaints, []);
});
