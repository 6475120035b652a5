import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);

test('a card is made with everything that was given', async () => {
  const members = (
    await ada.call(api.cards.get, {
      params: { cardPublicId: await makeCard(ada, nth(made.lists, 0)) },
    })
  ).list.board.workspace.members;
  const { publicId, cardNumber } = await ada.call(api.cards.create, {
    body: {
      title: '  Write it down  ',
      description: '**now**',
      listPublicId: nth(made.lists, 0),
      labelPublicIds: [nth(made.labels, 1)],
      memberPublicIds: [nth(members, 0).publicId],
      dueDate: '2026-12-24T18:00:00+01:00',
      position: 'start',
    },
  });
  const card = await ada.call(api.cards.get, { params: { cardPublicId: publicId } });
  assert.equal(card.cardNumber, cardNumber);
  assert.equal(card.title, 'Write it down');
  assert.equal(card.description, '**now**');
  assert.equal(card.dueDate, '2026-12-24T17:00:00.000Z');
  assert.equal(card.index, 0);
  assert.equal(card.createdBy, ada.id);
  assert.deepEqual(
    card.labels.map(({ name }) => name),
    ['Later'],
  );
  assert.deepEqual(
    card.members.map(({ user }) => user?.name),
    ['ada'],
  );
  assert.equal(card.list.name, 'To do');
  assert.deepEqual(
    card.activities.map(({ type }) => type),
    ['card.created'],
  );
});

test('a label or member that is not of the board stores nothing', async () => {
  const other = await makeBoard(ada);
  const before = await service.sql('select count(*) as count from cards');
  const body = { title: 'x', listPublicId: nth(made.lists, 0) };
  const foreign = await ada.refused(400, api.cards.create, {
    body: { ...body, labelPublicIds: [nth(other.labels, 0)] },
  });
  assert.match(nth(foreign.issues, 0).message, /labelPublicIds/);
  const types = await service.recorded(() =>
    ada.refused(400, api.cards.create, { body: { ...body, memberPublicIds: ['0123456789abcdef'] } }),
  );
  assert.deepEqual(types, []);
  assert.deepEqual(await service.sql('select count(*) as count from cards'), before);
});

test('numbers count up through a workspace and are not reused', async () => {
  const { workspace, lists } = await makeBoard(ada, { workspace: await makeWorkspace(ada) });
  const second = await makeBoard(ada, { workspace });
  const numbers: number[] = [];
  for (const list of [nth(lists, 0), nth(second.lists, 1), nth(lists, 1)]) {
    const { cardNumber } = await ada.call(api.cards.create, { body: { title: 'n', listPublicId: list } });
    numbers.push(cardNumber);
  }
  assert.deepEqual(numbers, [1, 2, 3]);
});
