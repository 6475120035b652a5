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
    'Complete when merged',
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

test('what others do to the rules shows at once, and how each fares', { skip }, async () => {
  const { person, board, lists, card, page, complaints } = await looking('rules-live');
  assert.ok(service);
  const other = await service.visitor({}, person);
  for (const each of [page, other.page]) await each.goto(`/b/${board}/rules`);
  const [here, there] = [page, other.page].map((each) => each.getByRole('dialog', { name: 'Rules' }));
  assert.ok(here && there);
  await there.getByText('This board has no rules yet.').waitFor();
  await here.getByRole('button', { name: 'New rule' }).click();
  await here.getByRole('button', { name: /Done cards go to Done/ }).click();
  await here.getByRole('button', { name: 'Save' }).click();
  await there.getByText('When a card is completed, then move it to Done.').waitFor();
  const complete = (completed: boolean) =>
    person.call(api.cards.update, { params: { cardPublicId: card }, body: { completed } });
  await complete(true);
  await service.jobs.run('rules');
  await there.getByText(/last run .*: done/).waitFor();
  await person.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
  const { publicId } = await person.call(api.cards.create, {
    body: { title: 'Sand', listPublicId: nth(lists, 0) },
  });
  await person.call(api.cards.update, { params: { cardPublicId: publicId }, body: { completed: true } });
  await service.jobs.run('rules');
  await there.getByText(/It failed: .*listPublicId/).waitFor();
  await here.getByRole('button', { name: 'Turn off' }).click();
  await there.getByRole('button', { name: 'Turn on' }).waitFor();
  assert.deepEqual([...complaints, ...other.complaints], []);
});

test('a try says in words what a rule would do, of one that is written and of one that is saved', {
  skip,
}, async () => {
  const { person, board, card, page, complaints } = await looking('rules-try');
  await page.goto(`/b/${board}/rules`);
  const panel = page.getByRole('dialog', { name: 'Rules' });
  await panel.getByRole('button', { name: 'New rule' }).click();
  await panel.getByRole('button', { name: /Done cards go to Done/ }).click();
  await panel.getByLabel('If', { exact: true }).fill('title:hull');
  await panel.getByRole('button', { name: 'Try it' }).click();
  await panel.getByText('1 card matches its filter now: Paint the hull').waitFor();
  await panel.getByText('It would move it on “Paint the hull”.').waitFor();
  await panel.getByRole('button', { name: 'And then' }).click();
  const second = panel.getByRole('group', { name: 'And then' });
  await second.locator('select[name="action 1"]').selectOption({ label: 'sort a list' });
  await second.locator('select[name=List]').selectOption({ label: 'To do' });
  await second.locator('select[name=by]').selectOption({ label: 'title' });
  await second.getByLabel('Descending').check();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('then move it to Done, and sort To do by title, descending.').waitFor();
  await person.call(api.cards.update, { params: { cardPublicId: card }, body: { title: 'Paint the mast' } });
  await panel.getByRole('button', { name: 'Try Done cards go to Done' }).click();
  await panel.getByText('No card matches its filter now.').waitFor();
  assert.deepEqual(complaints, []);
});

test('a rule sends to a webhook of the workspace, for who may manage them', { skip }, async () => {
  const { person, workspace, board, page, rules, complaints } = await looking('rules-webhook');
  const { publicId } = await person.call(api.webhooks.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Deploy', url: 'https://example.com/hook', events: ['board.deleted'] },
  });
  await page.goto(`/b/${board}/rules`);
  const panel = page.getByRole('dialog', { name: 'Rules' });
  await panel.getByRole('button', { name: 'New rule' }).click();
  await panel.getByRole('button', { name: /Done cards go to Done/ }).click();
  await panel.locator('select[name="action 0"]').selectOption({ label: 'send to a webhook or chat' });
  await panel.locator('select[name="Webhook or chat"]').selectOption({ label: 'Deploy' });
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('When a card is completed, then send it to Deploy.').waitFor();
  assert.deepEqual((await rules())[0]?.then, [{ type: 'webhook', webhookPublicId: publicId }]);
  assert.deepEqual(complaints, []);
});
