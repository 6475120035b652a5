import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makePublicId } from '../../contract/ids.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { testService } from '../../server/src/testing/service.ts';
import * as commands from '../board/commands.ts';
import { bulk } from '../sync/bulk.ts';
import { Client, spotAt, until } from './client.ts';

/* Everything done on a board can be undone and redone; later changes by others stay. */

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');
const open: Client[] = [];
after(() => {
  for (const client of open) client.close();
});

/** A board with cards A to D in its first list, open in Ada's browser. */
async function looking() {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const member = await makeMember(service, ada, workspace, ben, 'admin');
  const cards: string[] = [];
  for (const title of ['A', 'B', 'C', 'D']) cards.push(await makeCard(ada, nth(lists, 0), { title }));
  const client = new Client(service, ada, board);
  open.push(client);
  await client.follower.ready;
  const { store, steps } = client;
  const shown = () => client.shown().map(({ cards: titles }) => titles.join(''));
  const card = (index: number) => store.get('card', nth(cards, index)).peek();
  const live = () => [0, 1, 2, 3].map((index) => (card(index)?.archivedAt === null ? card(index) : null));
  /** The server's state, once all changes have been sent. */
  const stored = async () => {
    await until(
      () => client.pending === 0,
      () => `pending: ${client.pending}, ${client.refusals.join()}`,
    );
    const { lists: all } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
    const titles = all.map((list) => list.cards.map(({ title }) => title).join(''));
    assert.deepEqual(shown(), titles);
    assert.deepEqual(client.refusals, []);
    return titles;
  };
  return { client, store, steps, stored, shown, card, live, board, lists, labels, cards, member };
}

test('moves, archiving, deleting, labels, members, dates, titles and lists are undone and done again', async () => {
  const { client, store, steps, stored, live, board, lists, labels, cards, member } = await looking();
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const [a, b, c] = [nth(cards, 0), nth(cards, 1), nth(cards, 2)];
  const made = makePublicId();
  const all = () => JSON.stringify([client.shown(), live()], hidden);
  const deeds = [
    () => [commands.moveCard(store, b, spotAt(store, done, 0, b))],
    () => [commands.moveCard(store, a, spotAt(store, todo, 2, a))],
    () => [commands.editCard(store, a, { title: 'AA', dueDate: '2030-01-01T10:00:00.000Z' })],
    () => [commands.editCard(store, c, { labelPublicIds: [...labels], memberPublicIds: [member] })],
    () => bulk(store, [{ type: 'label', cardPublicId: c, labelPublicId: nth(labels, 0), remove: true }]),
    () => bulk(store, [{ type: 'archive', cardPublicId: c }]),
    () => bulk(store, [{ type: 'delete', cardPublicId: a }]),
    () => [commands.addCard(store, made, 'Made', spotAt(store, todo, 0, ''))],
    () => [commands.addList(store, board, makePublicId(), 'Later')],
    () => [commands.moveList(store, done, { after: null, before: todo })],
    () => [commands.editList({ publicId: done, name: '' }, { name: 'Finished' })],
    () => [commands.archiveList(store, done)],
    () => [commands.deleteList(store, todo)],
    () => [commands.renameBoard(board, 'Another name')],
  ];
  const states = [all()];
  for (const deed of deeds) {
    assert.ok(steps.do(deed()), 'it can be undone');
    await stored();
    states.push(all());
  }
  assert.equal(new Set(states).size, states.length - 1, 'all but the name of the board is to be seen');
  for (const expected of states.slice(0, -1).toReversed()) {
    assert.deepEqual(steps.undo()?.left, []);
    await stored();
    assert.equal(all(), expected);
  }
  assert.equal(steps.undo(), undefined);
  for (const expected of states.slice(1)) {
    assert.deepEqual(steps.redo()?.left, []);
    await stored();
    assert.equal(all(), expected);
  }
  assert.equal(steps.redo(), undefined);
});

test('a list that someone archives is gone everywhere with its cards, and is back at its place when it is restored', async () => {
  const { client, store, steps, stored, shown, board, lists } = await looking();
  const other = new Client(service, ben, board);
  open.push(other);
  await other.follower.ready;
  const seen = () => other.shown().map(({ cards: titles }) => titles.join(''));
  const agreed = async (expected: string[]) => {
    assert.deepEqual(await stored(), expected);
    await until(
      () => seen().join() === expected.join(),
      () => `the other one sees ${seen().join()}`,
    );
  };
  await agreed(['ABCD', '']);
  client.line.fate = ['never arrives', 'reply is lost'];
  steps.do([commands.archiveList(store, nth(lists, 0))]);
  assert.deepEqual(shown(), [''], 'at once');
  await agreed(['']);
  const at = { params: { boardPublicId: board }, query: { archived: true } };
  assert.deepEqual(
    (await ada.call(api.lists.list, at)).map(({ cardCount }) => cardCount),
    [4],
  );
  steps.undo();
  // The server knows which cards come back with it.
  await until(
    () => shown().join() === 'ABCD,',
    () => `shown: ${shown().join()}`,
  );
  await agreed(['ABCD', '']);
  await ben.call(api.lists.archive, { params: { listPublicId: nth(lists, 0) } });
  await until(
    () => shown().join('|') === '',
    () => `shown: ${shown().join()}`,
  );
  await agreed(['']);
  await ben.call(api.lists.restore, { params: { listPublicId: nth(lists, 0) } });
  await until(
    () => shown().join() === 'ABCD,',
    () => `shown: ${shown().join()}`,
  );
  await agreed(['ABCD', '']);
});

/** Order keys are assigned by the server, and new each time. */
const hidden = (key: string, value: unknown) => (key === 'orderKey' ? undefined : value);

test('many cards are one step and one request, and go back to where each was', async () => {
  const { client, store, steps, stored, shown, lists, cards } = await looking();
  const done = nth(lists, 1);
  const there = await makeCard(ada, done, { title: 'X' });
  await until(
    () => store.isKnown('card', there),
    () => 'the card did not come',
  );
  const before = client.line.asked;
  const move = { type: 'move', listPublicId: done } as const;
  const chosen = [nth(cards, 0), nth(cards, 2), nth(cards, 3)];
  steps.do(
    bulk(
      store,
      chosen.map((cardPublicId, n) => ({ ...move, cardPublicId, afterPublicId: chosen[n - 1] ?? there })),
    ),
  );
  assert.deepEqual(shown(), ['B', 'XACD']);
  assert.deepEqual(await stored(), ['B', 'XACD']);
  assert.equal(client.line.asked - before, 1);
  steps.undo();
  assert.deepEqual(shown(), ['ABCD', 'X']);
  assert.deepEqual(await stored(), ['ABCD', 'X']);
  assert.equal(client.line.asked - before, 2);
  steps.redo();
  assert.deepEqual(await stored(), ['B', 'XACD']);
});

test('more cards than one request takes go as several, in order', async () => {
  const { store, steps, stored, lists, cards } = await looking();
  const [a, done] = [nth(cards, 0), nth(lists, 1)];
  const operations = Array.from({ length: 401 }, (_, n) => {
    const type = 'move' as const;
    return { type, cardPublicId: a, listPublicId: n % 2 === 0 ? done : nth(lists, 0) };
  });
  const mutations = bulk(store, operations);
  assert.deepEqual(
    mutations.map(({ effects }) => effects.length),
    [200, 200, 1],
  );
  steps.do(mutations);
  assert.deepEqual(await stored(), ['BCD', 'A']);
  steps.undo();
  assert.deepEqual(await stored(), ['ABCD', '']);
});

test('what someone else has changed since stays, and is named', async () => {
  const { store, steps, stored, shown, card, lists, labels, cards } = await looking();
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const [a, b, c] = [nth(cards, 0), nth(cards, 1), nth(cards, 2)];
  const told = (isTold: () => boolean) => until(isTold, () => 'it was not told');
  const change = (cardPublicId: string, body: object) =>
    ben.call(api.cards.update, { params: { cardPublicId }, body: body as never });

  steps.do([commands.editCard(store, a, { title: 'Mine', labelPublicIds: [nth(labels, 0)] })]);
  await stored();
  await change(a, { title: 'Theirs', labelPublicIds: [...labels] });
  await told(() => card(0)?.title === 'Theirs');
  const undone = steps.undo();
  assert.deepEqual(
    undone?.left.map(({ id }) => id),
    [a],
  );
  await stored();
  assert.equal(card(0)?.title, 'Theirs');
  assert.deepEqual(card(0)?.labelPublicIds, [nth(labels, 1)], 'my label is gone, theirs is not');
  assert.deepEqual(steps.redo()?.left, []);
  await stored();
  assert.deepEqual(card(0)?.labelPublicIds.toSorted(), labels.toSorted());

  steps.do([commands.moveCard(store, b, spotAt(store, todo, 3, b))]);
  await stored();
  await change(b, { listPublicId: todo, index: 0 });
  await told(() => shown()[0]?.startsWith('B') === true);
  const second = steps.undo();
  assert.deepEqual([second?.isDone, second?.left.map(({ id }) => id)], [false, [b]]);
  assert.equal(shown()[0]?.startsWith('B'), true, 'it is where they put it');

  steps.do([commands.moveCard(store, c, spotAt(store, done, 0, c))]);
  await stored();
  await ada.call(api.cards.delete, { params: { cardPublicId: c } });
  await told(() => card(2) === undefined);
  assert.deepEqual(
    steps.undo()?.left.map(({ id }) => id),
    [c],
  );
});

test('what was archived can be restored after the board was reloaded, unless it was deleted since', async () => {
  const { client, steps, store, stored, shown, cards } = await looking();
  const [a, b] = [nth(cards, 0), nth(cards, 1)];
  steps.do(bulk(store, [{ type: 'archive', cardPublicId: a }]));
  steps.do(bulk(store, [{ type: 'archive', cardPublicId: b }]));
  await stored();
  const { reply } = await client.snapshot();
  store.fill(reply);
  await ben.call(api.cards.delete, { params: { cardPublicId: b } });
  await until(
    () => client.heard.some(({ gone }) => gone === true),
    () => 'nobody told that it was deleted',
  );
  assert.equal(steps.undo()?.isDone, false);
  assert.equal(steps.undo()?.isDone, true);
  await stored();
  assert.deepEqual(shown(), ['ACD', '']);
});

test('a step that was refused is not there to be undone', async () => {
  const { client, steps, store, lists, cards } = await looking();
  const c = nth(cards, 2);
  steps.do([commands.moveCard(store, c, { listId: makePublicId(), after: null, before: null })]);
  await until(
    () => client.refusals.length > 0,
    () => 'it was not refused',
  );
  assert.equal(steps.undo(), undefined);
  assert.deepEqual(store.get('card', c).peek()?.listPublicId, nth(lists, 0));
});
