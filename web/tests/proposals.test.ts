import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { keyRights } from '../../contract/key-rights.ts';
import type { BodyOf } from '../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember, keyOf } from '../../server/src/testing/members.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, visited } from './browser.ts';
import { until } from './looking.ts';

/* Cards that are proposed on a board: accepted, edited or discarded in its panel, live. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

type Cards = BodyOf<typeof api.plans.create>['cards'];

async function proposedTo(name: string, options: Parameters<NonNullable<typeof service>['visitor']>[0] = {}) {
  assert.ok(service);
  const person = await service.signUp(name);
  const { workspace, board, lists } = await makeBoard(person);
  await makeCard(person, nth(lists, 0), { title: 'Paint the harbour' });
  const key = await keyOf(service, person, [...keyRights.propose]);
  const params = { boardPublicId: board };
  const propose = (cards: Cards) => key.call(api.plans.create, { params, body: { cards } });
  const titles = async () =>
    (await person.call(api.boards.get, { params })).lists.flatMap((list) =>
      list.cards.map(({ title }) => `${list.name}: ${title}`),
    );
  const visitor = await service.visitor(options, person);
  await visitor.page.goto(`/b/${board}`);
  await visitor.page.getByText('Paint the harbour').waitFor();
  return { person, workspace, board, lists, propose, titles, ...visitor };
}

test('proposals are shown in the bar, live, and each is decided about in the panel', { skip }, async () => {
  const { page, board, propose, titles, complaints } = await proposedTo('pra');
  const hostile = '<img src=x onerror=alert(1)> ﷽ “title”';
  await propose([
    {
      key: 'a',
      title: hostile,
      description: 'With **words**',
      labels: ['Urgent', 'New'],
      items: [{ title: 'First step' }],
    },
    { title: 'Second', list: 'Done', relations: [{ type: 'blocked-by', card: 'a' }] },
    { title: 'Third' },
  ]);
  await page.getByRole('link', { name: '3 proposed' }).click();
  const plan = page.getByRole('region', { name: 'pra proposes 3 cards' });
  await plan.locator('.markdown strong', { hasText: 'words' }).waitFor();
  await plan.getByText(`Done · Blocked by “${hostile}”`).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('button', { name: `Accept ${hostile}` }).click();
  await page.locator('[data-card]', { hasText: hostile }).waitFor();
  await page.getByRole('button', { name: 'Edit Second' }).click();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByLabel('Title').fill('The second');
  await page.locator('select[name=list]').selectOption('To do');
  await page.getByLabel(/^Relations: Blocked by/).uncheck();
  await page.getByRole('button', { name: 'Accept with changes' }).click();
  await page.locator('[data-card]', { hasText: 'The second' }).waitFor();
  await page.getByRole('button', { name: 'Discard Third' }).click();
  await page.getByText('Nothing is proposed.').waitFor();
  assert.deepEqual(await titles(), ['To do: Paint the harbour', `To do: ${hostile}`, 'To do: The second']);
  assert.equal(await page.locator('.proposed').count(), 0);
  await propose([{ title: 'Late' }]);
  await page.getByRole('button', { name: 'Accept Late' }).waitFor();
  assert.match(new URL(page.url()).pathname, new RegExp(`^/b/${board}/proposals$`));
  assert.deepEqual(complaints, []);
});

test('a plan is accepted or discarded in one go, on a phone', { skip }, async () => {
  const { page, propose, titles, complaints } = await proposedTo('prb', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await propose(['One', 'Two', 'Three'].map((title) => ({ title })));
  await page.locator('.proposed').tap();
  await page.getByRole('button', { name: 'Accept all' }).tap();
  await page.getByText('Nothing is proposed.').waitFor();
  assert.equal((await titles()).length, 4);
  await propose(['Four', 'Five'].map((title) => ({ title })));
  await page.getByRole('button', { name: 'Discard all' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard all' }).tap();
  await page.getByText('Nothing is proposed.').waitFor();
  assert.equal((await titles()).length, 4);
  assert.deepEqual(complaints, []);
});

test('what cannot be accepted says why, and stays', { skip }, async () => {
  const { page, person, lists, propose, titles, complaints } = await proposedTo('prc');
  await propose([{ title: 'Good' }, { title: 'Lost', list: 'Done' }]);
  await person.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
  await page.locator('.proposed').click();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('“Lost”: Its list is gone. Choose “Edit”, and another list.').waitFor();
  assert.deepEqual(await titles(), ['To do: Paint the harbour']);
  await page.getByRole('button', { name: 'Edit Lost' }).click();
  await page.getByRole('button', { name: 'Accept with changes' }).click();
  await page.locator('[data-card]', { hasText: 'Lost' }).waitFor();
  // The page's own console tells of the request that was refused.
  assert.deepEqual(
    complaints.filter((each) => !/400/.test(each)),
    [],
  );
});

test('who may only read sees proposals, and no buttons', { skip }, async () => {
  assert.ok(service);
  const { propose, workspace, board } = await proposedTo('prd');
  await propose([{ title: 'Only to see' }]);
  const guest = await service.signUp('prd-guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  const { page } = await service.visitor({}, guest);
  await page.goto(`/b/${board}/proposals`);
  const plan = page.getByRole('region', { name: 'prd proposes 1 card' });
  await plan.getByText('Only to see').waitFor();
  await until(async () => (await plan.getByRole('button').count()) === 0, 'nothing is offered');
});
