import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { oppositeOf, type RelationType, relationTypes } from '../../../contract/relation-types.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

const at = (cardPublicId: string) => ({ params: { cardPublicId } });

const relate = async (card: string, type: RelationType, other: string, by: Person = ada): Promise<string> => {
  const body = { type, cardPublicId: other };
  return (await by.call(api.relations.create, { ...at(card), body })).publicId;
};

const unrelate = (card: string, relationPublicId: string, by: Person = ada) =>
  by.call(api.relations.delete, { params: { cardPublicId: card, relationPublicId } });

/** The relations of a card, as its type and the other card. */
async function relationsOf(card: string, by: Pick<Person, 'call'> = ada) {
  const { relations } = await by.call(api.relations.list, at(card));
  return relations.map(({ type, card: { publicId } }) => `${type} ${publicId}`);
}

const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });

async function workOf(card: string) {
  const { work } = await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } });
  return { blocked: work?.blocked, children: work?.children };
}

async function tileOf(board: string, card: string) {
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  const found = cards.find(({ publicId }) => publicId === card);
  return { blocked: found?.blocked, children: found?.children };
}

/** Two boards of a workspace, with two cards on the first and one on the second. */
async function world() {
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace });
  const [list, there] = [nth(made.lists, 0), nth(other.lists, 0)];
  return {
    ...made,
    list,
    other,
    there,
    a: await makeCard(ada, list),
    b: await makeCard(ada, list),
    c: await makeCard(ada, there),
  };
}

for (const type of relationTypes)
  test(`a relation “${type}” is seen from both cards, and goes from both`, async () => {
    const { a, c, board, other } = await world();
    const id = await relate(a, type, c);
    assert.deepEqual(await relationsOf(a), [`${type} ${c}`]);
    assert.deepEqual(await relationsOf(c), [`${oppositeOf[type]} ${a}`]);
    assert.equal(await relate(a, type, c), id, 'the same again is the same one');
    assert.equal(await relate(c, oppositeOf[type], a), id, 'from the other side as well');
    const { relations } = await ada.call(api.relations.list, at(a));
    const { card } = nth(relations, 0);
    assert.equal(card.boardPublicId, other.board);
    assert.match(card.key, /^\w+-3$/);
    assert.deepEqual([card.listName, card.completedAt, card.archived], ['To do', null, false]);
    await unrelate(c, id);
    assert.deepEqual([await relationsOf(a), await relationsOf(c)], [[], []]);
    assert.deepEqual(await tileOf(board, a), { blocked: undefined, children: undefined });
    await assert.rejects(unrelate(a, id), { status: 404 });
  });

test('relations are in the history of both cards, which does not name the other one', async () => {
  const { a, c } = await world();
  const publicId = await relate(a, 'blocks', c);
  await unrelate(a, publicId);
  const historyOf = async (card: string) => {
    const query = { include: ['work' as const], limit: 2 };
    const { activities } = await ada.call(api.activities.list, { ...at(card), query });
    return activities.map(({ type, change }) => ({ type, change }));
  };
  const both = (type: RelationType) => [
    { type: 'card.updated.relation.removed', change: { from: { publicId, type }, to: null } },
    { type: 'card.updated.relation.added', change: { from: null, to: { publicId, type } } },
  ];
  assert.deepEqual(await historyOf(a), both('blocks'));
  assert.deepEqual(await historyOf(c), both('blocked-by'));
});

test('a card is blocked by one that is open and there, and its tiles say so', async () => {
  const { a, b, c, board, other } = await world();
  assert.deepEqual(await workOf(c), { blocked: false, children: { done: 0, total: 0 } });
  await relate(a, 'blocks', c);
  await relate(b, 'blocks', c);
  const isBlocked = async () => {
    const [{ blocked }, tile] = [await workOf(c), await tileOf(other.board, c)];
    assert.equal(tile.blocked ?? false, blocked, 'the tile agrees');
    return blocked;
  };
  assert.equal(await isBlocked(), true);
  assert.equal((await workOf(a)).blocked, false, 'not in the other direction');
  await update(a, { completed: true });
  assert.equal(await isBlocked(), true, 'one is still open');
  await ada.call(api.cards.archive, at(b));
  assert.equal(await isBlocked(), false);
  await ada.call(api.cards.restore, at(b));
  assert.equal(await isBlocked(), true);
  await ada.call(api.cards.delete, at(b));
  assert.equal(await isBlocked(), false);
  await ada.call(api.cards.restore, at(b));
  await ada.call(api.lists.delete, { params: { listPublicId: nth((await world()).lists, 0) } });
  assert.equal(await isBlocked(), true);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { isArchived: true } });
  assert.equal(await isBlocked(), false);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { isArchived: false } });
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  assert.equal(await isBlocked(), false);
  assert.deepEqual(await relationsOf(c), [], 'nothing leads into the trash');
});

test('a card counts its children and those that are done', async () => {
  const { a, b, c, board } = await world();
  await relate(b, 'parent', a);
  await relate(a, 'child', c);
  const children = async () => {
    const [ofCard, ofTile] = [(await workOf(a)).children, (await tileOf(board, a)).children];
    assert.deepEqual(ofTile, ofCard);
    return ofCard;
  };
  assert.deepEqual(await children(), { done: 0, total: 2 });
  await update(c, { completed: true });
  assert.deepEqual(await children(), { done: 1, total: 2 });
  await ada.call(api.cards.archive, at(c));
  assert.deepEqual(await children(), { done: 1, total: 2 }, 'an archived child is still one');
  await ada.call(api.cards.delete, at(b));
  assert.deepEqual(await children(), { done: 1, total: 1 });
});

test('a card has one parent, unless that is in the trash', async () => {
  const { a, b, c } = await world();
  await relate(a, 'parent', b);
  await assert.rejects(relate(a, 'parent', c), { status: 409, message: /parent already/ });
  await assert.rejects(relate(c, 'child', a), { status: 409, message: /parent already/ });
  await ada.call(api.cards.delete, at(b));
  await relate(a, 'parent', c);
  assert.deepEqual(await relationsOf(a), [`parent ${c}`]);
  await ada.call(api.cards.restore, at(b));
  assert.deepEqual(await relationsOf(b), [], 'it is not its parent any more');
});

test('circles of cards that block each other, and of parents, are refused', async () => {
  const { a, b, c } = await world();
  for (const type of ['blocks', 'parent'] as const) {
    await relate(a, type, b);
    await relate(b, type, c);
    await assert.rejects(relate(c, type, a), { status: 409, message: /in a circle/ });
    await assert.rejects(relate(b, type, a), { status: 409 });
    await assert.rejects(relate(a, oppositeOf[type], c), { status: 409 });
    await assert.rejects(relate(a, type, a), { status: 400, message: /the card itself/ });
  }
  await ada.call(api.cards.delete, at(b));
  await assert.rejects(relate(c, 'blocks', a), { status: 409 }, 'nor may restoring a card close one');
  await relate(a, 'duplicates', c);
  await relate(c, 'duplicates', a);
});

test('a chain that is too long to be looked through is not closed', async () => {
  const { list, a } = await world();
  let last = a;
  for (let length = 0; length < 100; length++) {
    const next = await makeCard(ada, list);
    await relate(last, 'blocks', next);
    last = next;
  }
  await assert.rejects(relate(last, 'blocks', a), { status: 409 });
  await assert.rejects(relate(await makeCard(ada, list), 'blocks', a), { status: 409, message: /too long/ });
});

test('a card has a hundred relations at most, in both directions', async () => {
  const { list, a } = await world();
  for (let made = 0; made < 100; made++) {
    const other = await makeCard(ada, list);
    await (made % 2 === 0 ? relate(a, 'relates', other) : relate(other, 'duplicates', a));
  }
  const one = await makeCard(ada, list);
  await assert.rejects(relate(a, 'relates', one), { status: 409, message: /At most 100 relations/ });
  await assert.rejects(relate(one, 'relates', a), { status: 409, message: /At most 100 relations/ });
  assert.equal((await relationsOf(a)).length, 100);
});

test('only cards of the workspace that the caller may view can be related, by those who may edit the card', async () => {
  const { workspace, a, b, c, other } = await world();
  const bob = await service.signUp(`bob-${a}`);
  await addMember(service, workspace, bob, { role: 'member' });
  const body = { params: { boardPublicId: other.board }, body: { access: 'members' as const } };
  await ada.call(api.boards.update, body);
  await assert.rejects(relate(a, 'blocks', c, bob), { status: 400, message: /may view/ });
  await assert.rejects(relate(a, 'blocks', '0123456789abcdef', bob), { status: 400, message: /may view/ });
  await relate(a, 'blocks', b, bob);
  const elsewhere = await makeCard(ada, nth((await makeBoard(ada)).lists, 0));
  await assert.rejects(relate(a, 'blocks', elsewhere), { status: 400, message: /another workspace/ });
  const guest = await service.signUp(`guest-${a}`);
  await addMember(service, workspace, guest, { role: 'guest' });
  await assert.rejects(relate(a, 'relates', b, guest), { status: 403 });
  const hidden = await relate(a, 'blocks', c);
  await assert.rejects(unrelate(a, hidden, bob), { status: 404 });
});

test('cards are found by their keys, if the caller may view them', async () => {
  const { workspace, a, c, other } = await world();
  const { cardPrefix } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const bob = await service.signUp(`bob-${a}`);
  await addMember(service, workspace, bob, { role: 'member' });
  const find = async (by: Person, ...keys: string[]) => {
    const query = { keys };
    const { cards } = await by.call(api.relations.resolve, {
      params: { workspacePublicId: workspace },
      query,
    });
    return cards.map(({ publicId }) => publicId);
  };
  const odd = [
    'WEB',
    '-1',
    `${cardPrefix}-0`,
    `${cardPrefix}-99`,
    `${cardPrefix}-1x`,
    `${cardPrefix}-1e0`,
    'X-1',
  ];
  assert.deepEqual(await find(ada, `${cardPrefix}-3`, `${cardPrefix.toLowerCase()}-1`, ...odd), [a, c]);
  await ada.call(api.boards.update, { params: { boardPublicId: other.board }, body: { access: 'members' } });
  assert.deepEqual(await find(bob, `${cardPrefix}-3`, `${cardPrefix}-1`), [a]);
  await ada.call(api.cards.delete, at(a));
  assert.deepEqual(await find(bob, `${cardPrefix}-1`), []);
});

test('the database stays consistent', () => assertConsistent(service));

test('the relations between some cards of a board are read at once', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const cards: string[] = [];
  for (const title of ['One', 'Two', 'Three']) cards.push(await makeCard(ada, nth(lists, 0), { title }));
  const [one = '', two = '', three = ''] = cards;
  const away = await makeCard(ada, nth(other.lists, 0), { title: 'Away' });
  await relate(one, 'blocks', two);
  await relate(three, 'parent', two);
  await relate(one, 'blocks', away);
  const among = async (ids: string[]) => {
    const input = { params: { boardPublicId: board }, query: { cardPublicIds: ids } };
    const { relations } = await ada.call(api.relations.among, input);
    return relations.map(({ cardPublicId, type, otherPublicId }) => [cardPublicId, type, otherPublicId]);
  };
  assert.deepEqual(await among([one, two, three, away]), [
    [one, 'blocks', two],
    [three, 'parent', two],
  ]);
  assert.deepEqual(await among([one, three]), []);
  assert.deepEqual(await among([]), []);
  await ada.call(api.cards.delete, { params: { cardPublicId: one } });
  assert.deepEqual(await among([one, two, three]), [[three, 'parent', two]]);
});
