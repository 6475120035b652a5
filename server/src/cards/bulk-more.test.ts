import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { trashTime } from '../base/access/trash.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

/* Restoring, deleting and duplicating many cards at once follows the rules of single cards. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

type Operations = BodyOf<typeof api.cards.bulk>['operations'];

const bulk = async (operations: Operations, person: Pick<Person, 'call'> = ada) =>
  (await person.call(api.cards.bulk, { body: { operations } })).results;
const changed = async (operations: Operations) => (await bulk(operations)).map((each) => each.changed);
const at = (cardPublicId: string) => ({ params: { cardPublicId } });

/** A board with some cards in its first list. */
async function boardOf(count: number) {
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, bob);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const cards: string[] = [];
  for (let n = 0; n < count; n++) cards.push(await makeCard(ada, todo, { title: 'abcdef'[n] ?? '-' }));
  const titlesIn = async (list: string) => {
    const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: made.board } });
    const found = lists.find(({ publicId }) => publicId === list)?.cards ?? [];
    return found.map(({ title }) => title).join('');
  };
  return { ...made, member, todo, done, cards, titlesIn };
}

test('cards are deleted and restored, each to where it was, with the records of the single operations', async () => {
  const { cards, todo, titlesIn } = await boardOf(5);
  const [a, b, c] = [nth(cards, 0), nth(cards, 1), nth(cards, 2)];
  await ada.call(api.cards.archive, at(c));
  const types = await service.recorded(async () => {
    const operations: Operations = [
      { type: 'delete', cardPublicId: a },
      { type: 'delete', cardPublicId: b },
      { type: 'restore', cardPublicId: a },
      { type: 'restore', cardPublicId: c },
      { type: 'restore', cardPublicId: c },
    ];
    assert.deepEqual(await changed(operations), [true, true, true, true, false]);
  });
  assert.deepEqual(types, ['card.deleted', 'card.deleted', 'card.restored', 'card.restored']);
  assert.equal(await titlesIn(todo), 'acde');
  assert.deepEqual(await changed([{ type: 'restore', cardPublicId: b }]), [true]);
  assert.equal(await titlesIn(todo), 'abcde');
});

test('cards are duplicated next to others, with what is asked for', async () => {
  const { workspace, cards, todo, done, labels, member, titlesIn } = await boardOf(3);
  const [a, b] = [nth(cards, 0), nth(cards, 1)];
  const there = await makeBoard(ada, { workspace });
  await bulk([
    { type: 'label', cardPublicId: a, labelPublicId: nth(labels, 0) },
    { type: 'assign', cardPublicId: a, memberPublicId: member },
  ]);
  await ada.call(api.checklists.create, { ...at(a), body: { name: 'Steps' } });
  const all = { copyLabels: true, copyMembers: true, copyChecklists: true };
  let results: Awaited<ReturnType<typeof bulk>> = [];
  const types = await service.recorded(async () => {
    results = await bulk([
      { type: 'duplicate', cardPublicId: a, listPublicId: todo, afterPublicId: b, title: 'x', ...all },
      { type: 'duplicate', cardPublicId: a, listPublicId: done },
      { type: 'delete', cardPublicId: a },
      { type: 'restore', cardPublicId: a },
      { type: 'duplicate', cardPublicId: a, listPublicId: nth(there.lists, 0), ...all },
      { type: 'assign', cardPublicId: b, memberPublicId: member },
    ]);
  });
  assert.deepEqual(types, [
    'card.created',
    'card.created',
    'card.deleted',
    'card.restored',
    'card.created',
    'card.updated.member.added',
  ]);
  assert.deepEqual([await titlesIn(todo), await titlesIn(done)], ['abxc', 'a']);
  const copies = results.flatMap(({ copyPublicId }) => copyPublicId ?? []);
  assert.deepEqual(
    results.map(({ copyPublicId }) => copyPublicId !== undefined),
    [true, true, false, false, true, false],
  );
  const read = await Promise.all(copies.map((copy) => ada.call(api.cards.get, at(copy))));
  assert.deepEqual(
    read.map((card) => [card.cardNumber, card.labels.length, card.members.length, card.checklists.length]),
    [
      [4, 1, 1, 1],
      [5, 0, 0, 0],
      [6, 1, 1, 1],
    ],
  );
});

test('one operation that cannot be carried out leaves everything as it was', async () => {
  const { cards, todo, done } = await boardOf(3);
  const elsewhere = await boardOf(1);
  const [a, b] = [nth(cards, 0), nth(cards, 1)];
  const bad: [Operations[number], RegExp][] = [
    [{ type: 'delete', cardPublicId: a }, /^body\/operations\/2\/cardPublicId was not found/],
    [{ type: 'duplicate', cardPublicId: a, listPublicId: todo }, /^body\/operations\/2\/cardPublicId /],
    [{ type: 'duplicate', cardPublicId: b }, /^body\/operations\/2 must have listPublicId/],
    [
      { type: 'duplicate', cardPublicId: b, listPublicId: elsewhere.todo },
      /^body\/operations\/2\/listPublicId /,
    ],
    [
      { type: 'duplicate', cardPublicId: b, listPublicId: todo, afterPublicId: nth(elsewhere.cards, 0) },
      /^body\/operations\/2\/afterPublicId /,
    ],
    [
      { type: 'duplicate', cardPublicId: nth(elsewhere.cards, 0), listPublicId: elsewhere.todo },
      /^body\/operations\/2\/cardPublicId is a card in another workspace/,
    ],
    [
      { type: 'duplicate', cardPublicId: '0123456789abcdef', listPublicId: todo },
      /2\/cardPublicId was not found/,
    ],
    [{ type: 'restore', cardPublicId: b, index: 0 }, /^body\/operations\/2\/index is not allowed/],
    [{ type: 'delete', cardPublicId: b, title: 'x' }, /^body\/operations\/2\/title is not allowed/],
    [{ type: 'move', cardPublicId: b, index: 0, copyLabels: true }, /2\/copyLabels is not allowed/],
  ];
  const types = await service.recorded(async () => {
    for (const [operation, issue] of bad) {
      const good: Operations = [
        { type: 'delete', cardPublicId: a },
        { type: 'duplicate', cardPublicId: b, listPublicId: done },
      ];
      const refused = await ada.refused(400, api.cards.bulk, { body: { operations: [...good, operation] } });
      assert.match(nth(refused.issues, 0).message, issue);
    }
  });
  assert.deepEqual(types, []);
});

test('no more checklist items are copied at once than a card may have', async () => {
  const { workspace, cards, todo } = await boardOf(1);
  const cardPublicId = nth(cards, 0);
  const { publicId } = await ada.call(api.checklists.create, { ...at(cardPublicId), body: { name: 'Long' } });
  await service.sql(`insert into checklist_items (workspace_id, id, checklist_id, title, completed, position, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1001)
    select '${workspace}', '${publicId}' || i, '${publicId}', 'An item', 0, 'a' || (10000 + i) || '1', 1 from n`);
  const copies = (count: number): Operations =>
    Array.from({ length: count }, () => ({
      type: 'duplicate',
      cardPublicId,
      listPublicId: todo,
      copyChecklists: true,
    }));
  const types = await service.recorded(async () => {
    const { issues } = await ada.refused(400, api.cards.bulk, { body: { operations: copies(2) } });
    assert.deepEqual(issues, [
      { message: 'body/operations: at most 2000 checklist items can be copied at once' },
    ]);
  });
  assert.deepEqual(types, []);
  assert.equal((await bulk(copies(1))).length, 1);
});

test('what is in the trash for too long is not restored', async () => {
  const { cards } = await boardOf(1);
  const [{ cardPublicId } = { cardPublicId: '' }] = await bulk([
    { type: 'delete', cardPublicId: nth(cards, 0) },
  ]);
  await service.sql(`update cards set deleted_at = deleted_at - ${trashTime} where id = '${cardPublicId}'`);
  const operations: Operations = [{ type: 'restore', cardPublicId }];
  const { issues } = await ada.refused(400, api.cards.bulk, { body: { operations } });
  assert.deepEqual(issues, [{ message: 'body/operations/0/cardPublicId was not found' }]);
});

test('each asks for the permission of the single operation', async () => {
  const { cards, todo } = await boardOf(2);
  const [cardPublicId, gone] = [nth(cards, 0), nth(cards, 1)];
  await ada.call(api.cards.delete, at(gone));
  const operations: Record<string, Operations[number]> = {
    delete: { type: 'delete', cardPublicId },
    duplicate: { type: 'duplicate', cardPublicId, listPublicId: todo },
    restore: { type: 'restore', cardPublicId: gone },
  };
  const enough = {
    delete: ['card:delete'],
    duplicate: ['card:create', 'card:view'],
    restore: ['card:edit', 'card:delete'],
  } as const;
  for (const [type, permissions] of Object.entries(enough)) {
    const body = { operations: [operations[type] as Operations[number]] };
    for (const lacking of permissions) {
      const rest = (['card:create', 'card:delete', 'card:edit', 'card:view'] as const).filter(
        (each) => each !== lacking,
      );
      await (await keyOf(service, ada, [...rest])).refused(403, api.cards.bulk, { body });
    }
  }
  const outsider = await service.signUp('outsider');
  for (const operation of Object.values(operations)) {
    await outsider.refused(403, api.cards.bulk, { body: { operations: [operation] } });
  }
  for (const [type, permissions] of Object.entries(enough).toReversed()) {
    const key = await keyOf(service, ada, [...permissions]);
    const [result] = await bulk([operations[type] as Operations[number]], key);
    assert.equal(result?.changed, true, type);
  }
});

test('each operation takes the same number of statements, however many there are', async () => {
  const { cards, todo } = await boardOf(6);
  const every = (some: string[]) => () =>
    bulk(
      some.flatMap(
        (cardPublicId): Operations => [
          { type: 'delete', cardPublicId },
          { type: 'restore', cardPublicId },
          { type: 'duplicate', cardPublicId, listPublicId: todo },
        ],
      ),
    );
  await every(cards)();
  const counts: number[] = [];
  for (const some of [1, 2, 6]) counts.push(await statementsOf(service, every(cards.slice(0, some))));
  const [one = 0, two = 0, six = 0] = counts;
  assert.equal(six - two, 4 * (two - one));
});

test('many at once that copy, delete and restore the same cards all succeed, or find what is gone', async () => {
  const { cards, todo, done, member } = await boardOf(5);
  await bulk(cards.map((cardPublicId) => ({ type: 'assign', cardPublicId, memberPublicId: member })));
  const all = Array.from({ length: 16 }, (_, n) => {
    const order = n % 2 === 0 ? cards : cards.toReversed();
    const listPublicId = n % 3 === 0 ? todo : done;
    const operations = order.flatMap(
      (cardPublicId): Operations => [
        { type: 'duplicate', cardPublicId, listPublicId, index: n % 4, copyMembers: true },
        { type: 'delete', cardPublicId },
        { type: 'restore', cardPublicId },
      ],
    );
    return bulk(operations);
  });
  const others = Array.from({ length: 16 }, (_, n) => makeCard(ada, n % 2 === 0 ? todo : done));
  await Promise.all([...all, ...others]);
  const [row] = await service.sql<{ count: number; numbers: number }>(
    `select count(*) as count, count(distinct number) as numbers from cards where list_id in ('${todo}', '${done}')`,
  );
  assert.deepEqual([Number(row?.count), Number(row?.numbers)], [101, 101]);
});
