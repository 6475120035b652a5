import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, visited } from './browser.ts';

/* Rules of a board, made in its panel as sentences, and its buttons. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

async function looking(name: string) {
  assert.ok(service);
  const person = await service.signUp(name);
  const made = await makeBoard(person, { name: 'Harbour' });
  const card = await makeCard(person, nth(made.lists, 0), { title: 'Paint the hull' });
  const rules = () => person.call(api.rules.list, { params: { boardPublicId: made.board } });
  return { person, ...made, card, rules, ...(await service.visitor({}, person)) };
}

test('a rule begins with one that is ready, reads like a sentence, and is turned off, changed and deleted', {
  skip,
}, async () => {
  const { board, lists, page, rules, complaints } = await looking('rules-panel');
  await page.goto(`/b/${board}/rules`);
  const panel = page.getByRole('dialog', { name: 'Rules' });
  await panel.getByRole('button', { name: 'New rule' }).click();
  await panel.getByRole('button', { name: /Done cards go to Done/ }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('When a card is completed, then move it to Done.').waitFor();
  const [made] = await rules();
  assert.deepEqual(
    [made?.when, made?.then, made?.active],
    [{ type: 'completed' }, [{ type: 'move', listPublicId: nth(lists, 1) }], true],
  );
  await panel.getByRole('button', { name: 'Turn off' }).click();
  await panel.getByRole('button', { name: 'Turn on' }).waitFor();
  await panel.getByRole('button', { name: 'Edit Done cards go to Done' }).click();
  await panel.locator('select[name=when]').selectOption({ label: 'a label is added to a card' });
  await panel.locator('select[name=Label]').selectOption({ label: 'Urgent' });
  await panel.getByLabel('If', { exact: true }).fill('is:open');
  await panel.getByRole('button', { name: 'And then' }).click();
  await panel.getByRole('group', { name: 'And then' }).getByLabel('Text').fill('Look at this');
  await panel.getByRole('button', { name: 'Save' }).click();
  const sentence =
    'When Urgent is added to a card, if is:open, then move it to Done, and comment “Look at this”.';
  await panel.getByText(sentence).waitFor();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await panel.getByRole('button', { name: 'Delete' }).last().click();
  await panel.getByText('This board has no rules yet.').waitFor();
  assert.deepEqual(await rules(), []);
  assert.deepEqual(complaints, []);
});

test('each of those that are ready can be saved, and what is wrong with a filter is shown', {
  skip,
}, async () => {
  const { board, page, rules, complaints } = await looking('rules-ready');
  await page.goto(`/b/${board}/rules`);
  const panel = page.getByRole('dialog', { name: 'Rules' });
  const ready = [
    'Done cards go to Done',
    'Due tomorrow',
    'Checklist complete',
    'Monday morning',
    'Assign by label',
    'Still open?',
  ];
  for (const name of ready) {
    await panel.getByRole('button', { name: 'New rule' }).click();
    await panel.getByRole('button', { name }).click();
    await panel.getByLabel('If', { exact: true }).waitFor();
    if (name === 'Still open?') {
      await panel.getByLabel('If', { exact: true }).fill('due:<<');
      await panel.getByRole('button', { name: 'Save' }).click();
      await panel.getByRole('alert').waitFor();
      await panel.getByLabel('If', { exact: true }).fill('is:open updated:<-30d');
    }
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('heading', { name }).waitFor();
  }
  assert.deepEqual(
    (await rules()).map(({ name }) => name),
    ready,
  );
  assert.equal(complaints.length, 1, 'only the filter that was refused');
});

test('the log says what ran, and leads to the card', { skip }, async () => {
  const { person, board, card, page, complaints } = await looking('rules-log');
  const rule = await person.call(api.rules.create, {
    params: { boardPublicId: board },
    body: { name: 'Finish', when: { type: 'button' }, if: 'is:open', then: [{ type: 'complete' }] },
  });
  await page.goto(`/b/${board}/rules`);
  const panel = page.getByRole('dialog', { name: 'Rules' });
  await panel.getByRole('button', { name: `Press ${rule.name}` }).click();
  await page.getByText('Done on 1 card').waitFor();
  await panel.getByRole('button', { name: 'Log' }).click();
  await panel.getByRole('link', { name: 'Paint the hull' }).click();
  await page.waitForURL(`**/c/${card}`);
  assert.deepEqual(complaints, []);
});

test('a button of the board is in the menu of its cards, and does what it says', { skip }, async () => {
  const { person, board, lists, card, page, complaints } = await looking('rules-button');
  await person.call(api.rules.create, {
    params: { boardPublicId: board },
    body: {
      name: 'Ship it',
      when: { type: 'button' },
      then: [{ type: 'move', listPublicId: nth(lists, 1) }],
    },
  });
  await page.goto(`/c/${card}`);
  await page.getByRole('button', { name: 'Actions for this card' }).click();
  await page.getByRole('menuitem', { name: 'Ship it' }).click();
  await page.getByText('Done on 1 card').waitFor();
  const { list } = await person.call(api.cards.get, { params: { cardPublicId: card } });
  assert.equal(list.publicId, nth(lists, 1));
  assert.deepEqual(complaints, []);
});
