import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const unknown = '0123456789abcdef';

type Operations = BodyOf<typeof api.cards.bulk>['operations'];

const bulk = async (operations: Operations, person: Person = ada) =>
  (await person.call(api.cards.bulk, { body: { operations } })).results;
const changed = async (operations: Operations) => (await bulk(operations)).map((each) => each.changed);
const read = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });

/** A board with a member, and cards in its first list. */
async function boardOf(count: number) {
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, bob);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const cards: string[] = [];
  for (let n = 0; n < count; n++) cards.push(await makeCard(ada, todo));
  return { ...made, member, todo, done, cards, label: nth(made.labels, 0) };
}

test('operations of every type are carried out in their order, each with its activities', async () => {
  const { cards, todo, done, label, member } = await boardOf(3);
  const [one, two, three] = [nth(cards, 0), nth(cards, 1), nth(cards, 2)];
  const types = await service.recorded(async () => {
    const results = await bulk([
      { type: 'move', cardPublicId: one, listPublicId: done },
      { type: 'move', cardPublicId: two, listPublicId: done, index: 0 },
      { type: 'move', cardPublicId: one, index: 0 },
      { type: 'label', cardPublicId: one, labelPublicId: label },
      { type: 'assign', cardPublicId: one, memberPublicId: member },
      { type: 'due', cardPublicId: one, dueDate: '2026-12-24T18:00:00Z' },
      { type: 'archive', cardPublicId: three },
    ]);
    assert.deepEqual(
      results,
      [one, two, one, one, one, one, three].map((cardPublicId) => ({ cardPublicId, changed: true })),
    );
  });
  assert.deepEqual(types, [
    'card.updated.list',
    'card.updated.list',
    'card.updated.index',
    'card.updated.label.added',
    'card.updated.member.added',
    'card.updated.dueDate.added',
    'card.archived',
  ]);
  const card = await read(one);
  assert.deepEqual([card.list.publicId, card.index, card.dueDate], [done, 0, '2026-12-24T18:00:00.000Z']);
  assert.deepEqual([card.labels.length, card.members.length], [1, 1]);
  assert.equal((await read(two)).index, 1);
  assert.equal((await read(three)).list.publicId, todo);
});

test('what is so already is not changed, and says so', async () => {
  const { cards, todo, label, member } = await boardOf(1);
  const cardPublicId = nth(cards, 0);
  const same: Operations = [
    { type: 'move', cardPublicId, listPublicId: todo },
    { type: 'move', cardPublicId, index: 7 },
    { type: 'label', cardPublicId, labelPublicId: label, remove: true },
    { type: 'assign', cardPublicId, memberPublicId: member, remove: true },
    { type: 'due', cardPublicId, dueDate: null },
  ];
  const types = await service.recorded(async () =>
    assert.deepEqual(await changed(same), Array(5).fill(false)),
  );
  assert.deepEqual(types, []);
  const twice = (operation: Operations[number]): Operations => [operation, operation];
  for (const operations of [
    twice({ type: 'label', cardPublicId, labelPublicId: label }),
    twice({ type: 'label', cardPublicId, labelPublicId: label, remove: true }),
    twice({ type: 'assign', cardPublicId, memberPublicId: member }),
    twice({ type: 'assign', cardPublicId, memberPublicId: member, remove: true }),
    twice({ type: 'due', cardPublicId, dueDate: '2026-12-24T18:00:00Z' }),
    twice({ type: 'due', cardPublicId, dueDate: null }),
    twice({ type: 'archive', cardPublicId }),
  ]) {
    assert.deepEqual(await changed(operations), [true, false]);
  }
});

test('an operation finds the card as those before it have left it', async () => {
  const { workspace, cards, label } = await boardOf(1);
  const there = await makeBoard(ada, { workspace });
  const cardPublicId = nth(cards, 0);
  const move = { type: 'move', cardPublicId, listPublicId: nth(there.lists, 0) } as const;
  const refused = await ada.refused(400, api.cards.bulk, {
    body: { operations: [move, { type: 'label', cardPublicId, labelPublicId: label }] },
  });
  assert.match(nth(refused.issues, 0).message, /^body\/operations\/1\/labelPublicId /);
  assert.deepEqual(
    await changed([move, { type: 'label', cardPublicId, labelPublicId: nth(there.labels, 1) }]),
    [true, true],
  );
  const { list, labels } = await read(cardPublicId);
  assert.deepEqual([list.board.publicId, labels.map(({ name }) => name)], [there.board, ['Later']]);
});

test('one operation that cannot be carried out leaves everything as it was', async () => {
  const { workspace, cards, done, label, member } = await boardOf(2);
  const elsewhere = await boardOf(1);
  const sameWorkspace = await makeBoard(ada, { workspace });
  const [one, two] = [nth(cards, 0), nth(cards, 1)];
  const removed = await addMember(service, workspace, await service.signUp('removed'));
  await setStatus(service, removed, 'removed');
  const good: Operations = [
    { type: 'move', cardPublicId: one, listPublicId: done },
    { type: 'archive', cardPublicId: two },
  ];
  const bad: [Operations[number], RegExp][] = [
    [{ type: 'archive', cardPublicId: unknown }, /^body\/operations\/2\/cardPublicId /],
    [
      { type: 'archive', cardPublicId: nth(elsewhere.cards, 0) },
      /^body\/operations\/2\/cardPublicId .*another workspace/,
    ],
    [
      { type: 'move', cardPublicId: one, listPublicId: elsewhere.done },
      /^body\/operations\/2\/listPublicId /,
    ],
    [{ type: 'move', cardPublicId: one, listPublicId: unknown }, /^body\/operations\/2\/listPublicId /],
    [
      { type: 'label', cardPublicId: one, labelPublicId: nth(sameWorkspace.labels, 0) },
      /^body\/operations\/2\/labelPublicId /,
    ],
    [
      { type: 'assign', cardPublicId: one, memberPublicId: elsewhere.member },
      /^body\/operations\/2\/memberPublicId /,
    ],
    [{ type: 'assign', cardPublicId: one, memberPublicId: removed }, /^body\/operations\/2\/memberPublicId /],
    [{ type: 'move', cardPublicId: one }, /^body\/operations\/2 must have listPublicId or index/],
    [{ type: 'label', cardPublicId: one }, /^body\/operations\/2 must have labelPublicId/],
    [{ type: 'assign', cardPublicId: one }, /^body\/operations\/2 must have memberPublicId/],
    [{ type: 'due', cardPublicId: one }, /^body\/operations\/2 must have dueDate/],
    [
      { type: 'archive', cardPublicId: one, labelPublicId: label },
      /^body\/operations\/2\/labelPublicId is not allowed/,
    ],
    [
      { type: 'label', cardPublicId: one, memberPublicId: member },
      /^body\/operations\/2\/memberPublicId is not allowed/,
    ],
    [
      { type: 'move', cardPublicId: one, index: 0, remove: false },
      /^body\/operations\/2\/remove is not allowed/,
    ],
  ];
  const types = await service.recorded(async () => {
    for (const [operation, issue] of bad) {
      const refused = await ada.refused(400, api.cards.bulk, { body: { operations: [...good, operation] } });
      assert.match(nth(refused.issues, 0).message, issue);
    }
  });
  assert.deepEqual(types, []);
  assert.notEqual((await read(one)).list.publicId, done);
});

test('an invalid body is refused', async () => {
  const { cards } = await boardOf(1);
  const cardPublicId = nth(cards, 0);
  const archive = { type: 'archive', cardPublicId };
  for (const operations of [
    [],
    'archive',
    [{ cardPublicId }],
    [{ type: 'archive' }],
    [{ type: 'destroy', cardPublicId }],
    [{ type: 'archive', cardPublicId: 'short' }],
    [{ type: 'move', cardPublicId, index: -1 }],
    [{ type: 'due', cardPublicId, dueDate: 'tomorrow' }],
    [{ type: 'due', cardPublicId, dueDate: '2026-02-30T00:00:00Z' }],
    Array(201).fill(archive),
  ]) {
    await ada.refused(400, api.cards.bulk, { body: { operations } } as never);
  }
  await ada.refused(400, api.cards.bulk, { body: {} } as never);
  assert.equal((await read(cardPublicId)).activities.length, 1);
  assert.equal((await bulk(Array(200).fill(archive))).filter((each) => each.changed).length, 1);
});

test('every card asks for the right to edit it', async () => {
  const { workspace, cards } = await boardOf(2);
  const operations: Operations = cards.map((cardPublicId) => ({ type: 'archive', cardPublicId }));
  const types = await service.recorded(async () => {
    const refused = (person: Pick<Person, 'refused'>, status: number) =>
      person.refused(status, api.cards.bulk, { body: { operations } });
    await refused(service.caller(), 401);
    const cleo = await service.signUp('cleo');
    await refused(cleo, 403);
    // A card of the caller's own does not give access to others.
    const own = await makeCard(cleo, nth((await makeBoard(cleo)).lists, 0));
    await cleo.refused(403, api.cards.bulk, {
      body: { operations: [{ type: 'archive', cardPublicId: own }, ...operations] },
    });
    await addMember(service, workspace, cleo, { role: 'guest' });
    await refused(cleo, 403);
    await refused(await keyOf(service, ada, ['card:view', 'card:create']), 403);
  });
  assert.deepEqual(
    types.filter((type) => type === 'card.archived'),
    [],
  );
});

test('each operation takes the same number of statements, however many there are', async () => {
  const { cards, label, member, todo, done } = await boardOf(6);
  let round = 0;
  const every = (some: string[]) => () => {
    const listPublicId = round % 2 === 0 ? done : todo;
    const remove = round % 2 === 1;
    const dueDate = new Date(++round * 1_000_000_000).toISOString();
    return bulk(
      some.flatMap(
        (cardPublicId): Operations => [
          { type: 'move', cardPublicId, listPublicId },
          { type: 'label', cardPublicId, labelPublicId: label, remove },
          { type: 'assign', cardPublicId, memberPublicId: member, remove },
          { type: 'due', cardPublicId, dueDate },
        ],
      ),
    );
  };
  const counts: number[] = [];
  for (const some of [1, 2, 6]) {
    // From here on all cards are in the same state, so that each round changes each of them.
    await every(cards)();
    counts.push(await statementsOf(service, every(cards.slice(0, some))));
  }
  const [one = 0, two = 0, six = 0] = counts;
  assert.equal(six - two, 4 * (two - one));
});

test('many at once that hold the same rows in all orders wait for each other, and all succeed', async () => {
  const { cards, todo, done, label, member } = await boardOf(5);
  const rounds = Array.from({ length: 16 }, (_, n) => {
    const order = n % 2 === 0 ? cards : cards.toReversed();
    const listPublicId = n % 3 === 0 ? todo : done;
    const [first = '', last = ''] = [order[0], order[4]];
    return bulk([
      ...order.map((cardPublicId) => ({ type: 'move', cardPublicId, listPublicId, index: n % 5 }) as const),
      { type: 'label', cardPublicId: first, labelPublicId: label, remove: n % 2 === 0 },
      { type: 'assign', cardPublicId: last, memberPublicId: member, remove: n % 2 === 1 },
    ]);
  });
  const single = cards.map((cardPublicId, n) =>
    ada.call(api.cards.update, {
      params: { cardPublicId },
      body: { listPublicId: n % 2 === 0 ? todo : done, index: 0 },
    }),
  );
  await Promise.all([...rounds, ...single]);
  const places = await service.sql<{ lists: number; places: number }>(
    `select count(*) as places from (select distinct list_id, position from cards where list_id in ('${todo}', '${done}')) p`,
  );
  assert.equal(nth(places, 0).places, 5);
});
