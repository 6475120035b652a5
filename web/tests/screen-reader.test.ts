import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { noBrowser, visited } from './browser.ts';

/* What a screen reader has of the pages that are used most: landmarks, headings, lists and names. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** The accessibility tree without addresses, one line for each thing. */
const treeOf = async (of: Locator): Promise<string> =>
  (await of.ariaSnapshot())
    .split('\n')
    .filter((line) => !line.includes('/url:'))
    .map((line) => line.replace(/:$/, ''))
    .join('\n');

async function harbour(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada, { name: 'Harbour' });
  const card = await makeCard(ada, nth(made.lists, 0), {
    title: 'Paint the boats',
    description: 'Both **sides**.',
    labelPublicIds: [nth(made.labels, 0)],
  });
  await makeCard(ada, nth(made.lists, 1), { title: 'Order ropes' });
  const params = { cardPublicId: card };
  await ada.call(api.comments.create, { params, body: { comment: 'Looks good.' } });
  const body = { name: 'Steps' };
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, { params, body });
  await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body: { title: 'Buy paint' } });
  const { page } = await service.visitor({ reducedMotion: 'reduce' }, ada);
  return { ada, card, page, ...made };
}

test('the boards are a list of links under the heading of their workspace', { skip }, async () => {
  const { page } = await harbour('home');
  await page.goto('/');
  await page.getByRole('link', { name: 'Harbour' }).first().waitFor();
  assert.match(
    await treeOf(page.getByRole('main')),
    /heading "Workspace \d+" \[level=2\][^]*button "New board"\n {2}- list\n {4}- listitem\n {6}- link "Harbour"\n {6}- button "Star Harbour"/,
  );
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  assert.equal(await page.getByRole('banner').count(), 1);
});

test('a board is a list of lists, each with its heading, its menu and its cards', { skip }, async () => {
  const { page, board } = await harbour('board');
  await page.goto(`/b/${board}`);
  await page.getByText('Order ropes').waitFor();
  assert.equal(
    await treeOf(page.getByRole('list', { name: 'Harbour' })),
    `- list "Harbour"
  - listitem
    - heading "To do" [level=2]
      - button "To do"
    - text: "1"
    - button "Actions for the list To do"
    - list "To do"
      - listitem
        - list
          - listitem: Urgent
        - link "Paint the boats"
        - text: 0 of 1 items done Has a description 1 comment
    - button "Add a card"
  - listitem
    - heading "Done" [level=2]
      - button "Done"
    - text: "1"
    - button "Actions for the list Done"
    - list "Done"
      - listitem
        - link "Order ropes"
    - button "Add a card"
  - listitem
    - button "Add a list"`,
  );
});

test('a card is a dialog with its name, its properties, and headings for its parts', { skip }, async () => {
  const { page, card } = await harbour('card');
  await page.goto(`/c/${card}`);
  await page.getByRole('paragraph').filter({ hasText: 'Looks good.' }).waitFor();
  const tree = await treeOf(page.getByRole('dialog'));
  const parts = [
    '- dialog "Paint the boats"',
    '- textbox "Card title": Paint the boats',
    '- button "Members None"',
    '- button "Labels Urgent"',
    '- button "Due date None"',
    '- heading "Description" [level=2]',
    '- heading "Steps" [level=2]',
    '- checkbox "Buy paint"',
    '- heading "Comments" [level=2]',
    '- button "Write a comment"',
    '- paragraph: Looks good.',
  ];
  const places = parts.map((part) => tree.indexOf(part));
  assert.ok(!places.includes(-1), `${parts[places.indexOf(-1)]} is not in\n${tree}`);
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
    'they come in the order in which one reads',
  );
});

test('where one may only read, there are names instead of buttons, and the board says so', {
  skip,
}, async () => {
  assert.ok(service);
  const { workspace, board, card } = await harbour('reader');
  const bo = await service.signUp('bo');
  await addMember(service, workspace, bo, { role: 'guest' });
  const { page } = await service.visitor({ viewport: { width: 390, height: 844 } }, bo);
  await page.goto(`/b/${board}`);
  await page.getByText('Order ropes').waitFor();
  assert.match(
    await treeOf(page.getByRole('banner')),
    /View only/,
    'on a phone as well, where it is an icon',
  );
  assert.doesNotMatch(await treeOf(page.getByRole('list', { name: 'Harbour' })), /button "(?:To do|Add)/);
  await page.goto(`/c/${card}`);
  await page.getByText('Looks good.').waitFor();
  const tree = await treeOf(page.getByRole('dialog'));
  assert.match(tree, /heading "Paint the boats" \[level=2\]/);
  assert.match(tree, /checkbox "Buy paint" \[disabled\]/);
  assert.doesNotMatch(tree, /textbox|button "(?:Members|Labels|Due|Write|Edit|Add)/);
});

test('the inbox has a heading for each group, and a link for each row that says what it is about', {
  skip,
}, async () => {
  assert.ok(service);
  const { workspace, card, page } = await harbour('inbox');
  const bo = await service.signUp('teller');
  await addMember(service, workspace, bo);
  await bo.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Red or blue?' } });
  await page.goto('/inbox');
  await page.getByText('“Red or blue?”').waitFor();
  // The count is read after the page.
  await page.getByRole('link', { name: 'Inbox 1' }).first().waitFor();
  assert.match(await treeOf(page.getByRole('banner')), /link "Inbox 1"/);
  assert.match(
    await treeOf(page.getByRole('main')),
    /- region "Inbox"\n[^]*link "Unread 1"[^]*heading "Harbour" \[level=2\]\n[^]*- link "Unread teller teller commented [^"]*“Red or blue\?”"/,
  );
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
});

test('My work has a heading with a count for each group, and names what each row can do', {
  skip,
}, async () => {
  const { ada, workspace, card, page } = await harbour('mine');
  const members = await ada.call(api.members.list, { params: { workspacePublicId: workspace } });
  const workspaceMemberPublicId = members[0]?.publicId ?? '';
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId } });
  await page.goto('/my-work');
  await page.getByRole('link', { name: 'Paint the boats' }).waitFor();
  assert.match(
    await treeOf(page.getByRole('main')),
    /- region "No date"\n {2,}- heading "No date 1" \[level=2\]\n {2,}- list\n {2,}- listitem\n {2,}- 'checkbox "Mark done: Paint the boats"'\n {2,}- link "Paint the boats"[^]*button "No date: move to another day"/,
  );
});

test('each notification setting is named by what happens and by its way', { skip }, async () => {
  const { page } = await harbour('settings');
  await page.goto('/profile/notifications');
  await page.getByText('Keep quiet hours').waitFor();
  const tree = await treeOf(page.getByRole('main'));
  for (const part of [
    /checkbox "You are mentioned: Inbox" \[checked\]/,
    /combobox "You are mentioned: Email"/,
    /- heading "Quiet hours" \[level=2\]/,
    /- checkbox "Keep quiet hours"/,
  ])
    assert.match(tree, part);
});

test('the secret addresses and the chats of a board stand in a dialog under its heading', {
  skip,
}, async () => {
  const { board, page } = await harbour('feeds');
  await page.goto(`/b/${board}/calendar`);
  await page.getByRole('button', { name: 'Create URL' }).first().waitFor();
  const calendar = await treeOf(page.getByRole('dialog'));
  assert.match(calendar, /- heading "Calendar feed" \[level=3\][^]*- button "Create URL"/);
  await page.goto(`/b/${board}/channels`);
  await page.getByText('No chat is connected yet.').waitFor();
  assert.match(
    await treeOf(page.getByRole('dialog')),
    /- heading "Chat apps" \[level=2\][^]*- button "Add a chat"/,
  );
});

test('how a card repeats and its reminders are lists of options under a field with a name', {
  skip,
}, async () => {
  const { ada, card, page } = await harbour('repeats');
  const dueDate = '2099-03-27T17:00:00.000Z';
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { dueDate } });
  await page.goto(`/c/${card}`);
  await page.getByText('Looks good.').waitFor();
  for (const [name, option] of [
    ['Repeat', 'Every weekday'],
    ['Reminder', '1 hour before'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${name} `) }).press('Enter');
    const picker = page.getByRole('dialog', { name, exact: true });
    await picker.getByRole('option', { name: option, exact: true }).waitFor();
    const tree = await treeOf(picker);
    assert.match(
      tree,
      new RegExp(`combobox "[^"]+" \\[expanded\\][^]*listbox "[^"]+"[^]*- option "${option}"`),
    );
    await page.keyboard.press('Escape');
  }
});
