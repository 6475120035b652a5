import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';
import { lookAtBoard, sent, shows, until } from './looking.ts';

const skip = noBrowser;
const service = skip ? undefined : await visited();

test('a filter stands in the address: Back takes it back, and a link shows the same', { skip }, async () => {
  assert.ok(service);
  const { ada, page, card, labels, board, complaints } = await lookAtBoard(service, 'ada');
  const red = nth(labels, 0);
  await ada.call(api.cards.addLabel, { params: { cardPublicId: card('B'), labelPublicId: red } });
  await ada.call(api.cards.update, {
    params: { cardPublicId: card('X') },
    body: { dueDate: '2020-01-01T00:00:00.000Z' },
  });
  await page.keyboard.press('f');
  const choices = page.getByRole('dialog', { name: 'Filter cards' });
  const choice = (name: RegExp) => choices.getByRole('checkbox', { name });
  await choice(/Overdue 1$/).waitFor();
  await choice(/No labels 5$/).check();
  await shows(page, 'To do', ['A', 'C']);
  await choice(/Overdue/).check();
  await shows(page, 'To do', []);
  await shows(page, 'Done', ['X']);
  await page.getByText('1 of 6 cards').waitFor();
  assert.equal(new URL(page.url()).search, '?labels=none&due=overdue');
  await page.keyboard.press('Escape');
  await page.goBack();
  await shows(page, 'To do', ['A', 'C']);
  await page.goBack();
  await shows(page, 'To do', ['A', 'B', 'C']);
  await page.goto(`/b/${board}?labels=${red}`);
  await shows(page, 'To do', ['B']);
  await page.getByRole('link', { name: 'B', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await shows(page, 'To do', ['B']);
  await page.getByRole('button', { name: 'Show all cards' }).click();
  await shows(page, 'To do', ['A', 'B', 'C']);
  assert.equal(new URL(page.url()).search, '');
  assert.deepEqual(complaints, []);
});

test('open and done cards are shown alone, and a link shows the same', { skip }, async () => {
  assert.ok(service);
  const { ada, page, card, board } = await lookAtBoard(service, 'state');
  for (const title of ['B', 'X']) {
    const params = { cardPublicId: card(title) };
    await ada.call(api.cards.update, {
      params,
      body: { completed: true, dueDate: '2020-01-01T00:00:00.000Z' },
    });
  }
  await page.keyboard.press('f');
  const choices = page.getByRole('dialog', { name: 'Filter cards' });
  await choices.getByRole('checkbox', { name: /^Overdue 0$/ }).waitFor();
  await choices.getByRole('checkbox', { name: /^Open 4$/ }).check();
  await shows(page, 'To do', ['A', 'C']);
  assert.equal(new URL(page.url()).search, '?is=open');
  await page.goto(`/b/${board}?is=done`);
  await shows(page, 'To do', ['Done: B']);
  await shows(page, 'Done', ['Done: X']);
});

test('Escape in the words of the filter closes it, and the filter stays', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'esc');
  await page.keyboard.press('f');
  await page.keyboard.type('y');
  await shows(page, 'Done', ['Y']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Filter cards' }).waitFor({ state: 'hidden' });
  await shows(page, 'Done', ['Y']);
  await shows(page, 'To do', []);
});

test('what is typed filters at once, and is in the address soon after', { skip }, async () => {
  assert.ok(service);
  const { page } = await lookAtBoard(service, 'bea');
  await page.keyboard.press('f');
  await page.keyboard.type('y');
  await shows(page, 'Done', ['Y']);
  await shows(page, 'To do', []);
  await page.waitForURL(/\?q=y$/);
  await page.keyboard.press('Backspace');
  await shows(page, 'Done', ['X', 'Y', 'Z']);
  await until(async () => new URL(page.url()).search === '', 'the address says nothing');
});

test('a card that is dropped among filtered ones is next to them when all are shown', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, card, labels, stored } = await lookAtBoard(service, 'cleo');
  const red = nth(labels, 0);
  for (const title of ['B', 'X', 'Z'])
    await ada.call(api.cards.addLabel, { params: { cardPublicId: card(title), labelPublicId: red } });
  await page.goto(`${page.url()}?labels=${red}`);
  await shows(page, 'Done', ['X', 'Z']);
  const from = await page.locator('.card', { hasText: 'B' }).boundingBox();
  const to = await page.locator('.card', { hasText: 'Z' }).boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + 40, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 25, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 4, { steps: 8 });
  await page.locator('.list:has(h2 button:text-is("Done")) .hole').waitFor();
  await page.mouse.up();
  await shows(page, 'Done', ['X', 'B', 'Z']);
  await sent(page);
  assert.deepEqual(await stored(1), ['X', 'B', 'Y', 'Z']);
});

test('the language of filters is completed while it is written, and what is wrong in it is marked', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, card, labels, complaints } = await lookAtBoard(service, 'language');
  await ada.call(api.cards.addLabel, {
    params: { cardPublicId: card('B'), labelPublicId: nth(labels, 0) },
  });
  await ada.call(api.cards.update, {
    params: { cardPublicId: card('X') },
    body: { description: 'only in the depths' },
  });
  await page.keyboard.press('f');
  const field = page.getByRole('combobox', { name: 'Words, a label or a name' });
  await field.pressSequentially('lab');
  await page.getByRole('option', { name: 'label:' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(async () => (await field.inputValue()) === 'label:', 'the key is written');
  await page.getByText('a value is missing after “label:”').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await shows(page, 'To do', ['B']);
  await field.fill('-label:any -(a OR y)');
  await shows(page, 'To do', ['C']);
  await shows(page, 'Done', ['X', 'Z']);
  await field.fill('description:DEPTHS or c');
  await shows(page, 'Done', ['X']);
  await shows(page, 'To do', ['C']);
  await field.fill('c is:odd');
  await page.locator('mark', { hasText: 'odd' }).waitFor();
  await shows(page, 'To do', ['C']);
  await page.keyboard.press('Escape');
  await page.waitForURL(/\?q=c\+is%3Aodd$/);
  assert.deepEqual(complaints, []);
});

test('fields of the board are keys, and what `sort:` asks for is the order of the cards', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, card, board, complaints } = await lookAtBoard(service, 'ordered');
  await ada.call(api.fields.create, {
    params: { boardPublicId: board },
    body: { name: 'Story points', type: 'number' },
  });
  for (const [title, points] of [
    ['A', 5],
    ['C', 8],
    ['X', 3],
  ] as const) {
    const body = { fields: { 'Story points': points } };
    await ada.call(api.cards.update, { params: { cardPublicId: card(title) }, body });
  }
  await page.keyboard.press('f');
  const field = page.getByRole('combobox', { name: 'Words, a label or a name' });
  await field.pressSequentially('sto');
  await page.getByRole('option', { name: 'Story points:' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field.pressSequentially('>4 sort:-"Story points"');
  await shows(page, 'To do', ['C', 'A']);
  await shows(page, 'Done', []);
  await field.fill('sort:"Story points"');
  await shows(page, 'To do', ['A', 'C', 'B']);
  await field.fill('sort:-created');
  await shows(page, 'To do', ['C', 'B', 'A']);
  await field.fill('-has:"Story points" sort:"Story Point"');
  await page.locator('mark', { hasText: 'Story Point' }).waitFor();
  await page.goto(`/b/${board}?view=table&q=${encodeURIComponent('sort:-"story points"')}`);
  const titles = page.locator('.table [data-card] .name');
  // It is grouped by list.
  await until(async () => (await titles.allInnerTexts()).join('') === 'CABXYZ', 'the table is in this order');
  assert.deepEqual(complaints, []);
});

test('an order is asked of the service again after a change, once the question before is answered', {
  skip,
}, async () => {
  assert.ok(service);
  const { ada, page, card, complaints } = await lookAtBoard(service, 'asked');
  let [asking, most, answered] = [0, 0, 0];
  await page.route(/\/cards\?.*filter=sort/, async (route) => {
    asking++;
    most = Math.max(most, asking);
    const response = await route.fetch();
    answered++;
    // Longer than the page waits after a change.
    await new Promise((done) => setTimeout(done, 4000));
    asking--;
    await route.fulfill({ response });
  });
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Words, a label or a name' }).fill('sort:-updated');
  await until(async () => answered === 1, 'it is answered, and the page does not have the answer yet');
  await ada.call(api.cards.update, { params: { cardPublicId: card('A') }, body: { title: 'A again' } });
  await shows(page, 'To do', ['C', 'B', 'A again']);
  await shows(page, 'To do', ['A again', 'C', 'B']);
  assert.equal(most, 1);
  assert.deepEqual(complaints, []);
});
