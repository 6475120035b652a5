import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

type Body = BodyOf<typeof api.cards.update>;

const read = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });
const move = (card: string, to: Pick<Body, 'index' | 'listPublicId'>) =>
  ada.call(api.cards.update, { params: { cardPublicId: card }, body: to });

/** These cards sorted by index; asserts that the indexes are unique and without gaps. */
async function inOrder(cards: string[]): Promise<string[]> {
  const found = await Promise.all(cards.map(read));
  const sorted = found.toSorted((a, b) => a.index - b.index);
  assert.deepEqual(
    sorted.map(({ index }) => index),
    sorted.map((_, n) => n),
  );
  return sorted.map(({ publicId }) => publicId);
}

/** A list of the cards `a` to `e`, on a board of its own. */
async function fiveCards(workspace?: string) {
  const made = await makeBoard(ada, workspace ? { workspace } : {});
  const cards: string[] = [];
  for (const title of 'abcde') cards.push(await makeCard(ada, nth(made.lists, 0), { title }));
  const titles = async () => (await inOrder(cards)).map((id) => 'abcde'[cards.indexOf(id)]).join('');
  return { ...made, cards, titles, list: nth(made.lists, 0), other: nth(made.lists, 1) };
}

test('a card moves to the index that is asked for, in both directions, and past the end to the end', async () => {
  const moves: [number, number, string][] = [
    [0, 1, 'bacde'],
    [0, 2, 'bcade'],
    [0, 4, 'bcdea'],
    [4, 0, 'eabcd'],
    [4, 3, 'abced'],
    [2, 1, 'acbde'],
    [2, 3, 'abdce'],
    [1, 99, 'acdeb'],
  ];
  for (const [from, to, expected] of moves) {
    const { cards, titles } = await fiveCards();
    const card = nth(cards, from);
    const types = await service.recorded(async () => {
      assert.equal((await move(card, { index: to })).index, expected.indexOf(nth('abcde'.split(''), from)));
    });
    assert.deepEqual(types, ['card.updated.index']);
    assert.equal(await titles(), expected);
    const activity = (await read(card)).activities.at(-1);
    assert.deepEqual([activity?.fromIndex, activity?.toIndex], [from, Math.min(to, 4)]);
  }
});

test('a move to where the card stands changes nothing', async () => {
  const { cards, list } = await fiveCards();
  const types = await service.recorded(async () => {
    await move(nth(cards, 2), { index: 2 });
    await move(nth(cards, 4), { index: 77 });
    await move(nth(cards, 0), { listPublicId: list });
    await move(nth(cards, 0), { listPublicId: list, index: 0 });
  });
  assert.deepEqual(types, []);
});

test('a card moves to another list, to the index that is given or to the end', async () => {
  const { cards, list, other } = await fiveCards();
  const [a, b, c, d] = [nth(cards, 0), nth(cards, 1), nth(cards, 2), nth(cards, 3)];
  const types = await service.recorded(async () => {
    assert.deepEqual((await move(a, { listPublicId: other })).index, 0);
    assert.deepEqual((await move(b, { listPublicId: other })).index, 1);
    assert.deepEqual((await move(c, { listPublicId: other, index: 1 })).index, 1);
    assert.deepEqual((await move(d, { listPublicId: other, index: 50 })).listPublicId, other);
  });
  assert.deepEqual(types, Array.from({ length: 4 }).fill('card.updated.list'));
  assert.deepEqual(await inOrder([a, b, c, d]), [a, c, b, d]);
  assert.equal((await read(nth(cards, 4))).index, 0);
  const activity = (await read(a)).activities.at(-1);
  assert.deepEqual(activity?.fromList, { publicId: list, name: 'To do', index: 0 });
  assert.deepEqual(activity?.toList, { publicId: other, name: 'Done', index: 1 });
});

test('on its way to another board a card keeps its labels by name and colour; others fall off with an activity', async () => {
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace });
  const label = (name: string, colourCode: string, boardPublicId: string) =>
    ada.call(api.labels.create, { body: { name, colourCode, boardPublicId } });
  const { publicId: same } = await label('Same', '#ABCDEF', made.board);
  const { publicId: twin } = await label('Same', '#abcdef', other.board);
  const { publicId: renamed } = await label('Only here', '#000000', made.board);
  const { publicId: recoloured } = await label('Recoloured', '#000000', made.board);
  await label('Recoloured', '#111111', other.board);
  const { members } = (await read(await makeCard(ada, nth(made.lists, 0)))).list.board.workspace;
  const memberPublicIds = members.map(({ publicId }) => publicId);
  const card = await makeCard(ada, nth(made.lists, 0), {
    labelPublicIds: [nth(made.labels, 0), same, renamed, recoloured],
    memberPublicIds,
  });
  const types = await service.recorded(() => move(card, { listPublicId: nth(other.lists, 1), index: 0 }));
  assert.deepEqual(types, ['card.updated.label.removed', 'card.updated.label.removed', 'card.updated.list']);
  const moved = await read(card);
  assert.equal(moved.list.board.publicId, other.board);
  assert.deepEqual(
    moved.labels.map(({ publicId }) => publicId),
    [nth(other.labels, 0), twin],
  );
  assert.deepEqual(
    moved.members.map(({ publicId }) => publicId),
    memberPublicIds,
  );
  assert.deepEqual(
    moved.activities
      .toReversed()
      .slice(0, 3)
      .map(({ type, label: gone }) => [type, gone?.name]),
    [
      ['card.updated.list', undefined],
      ['card.updated.label.removed', 'Recoloured'],
      ['card.updated.label.removed', 'Only here'],
    ],
  );
});

test('a card cannot leave its workspace', async () => {
  const { cards, titles } = await fiveCards();
  const foreign = await makeBoard(ada);
  const types = await service.recorded(async () => {
    const call = { params: { cardPublicId: nth(cards, 0) }, body: { listPublicId: nth(foreign.lists, 0) } };
    const { issues } = await ada.refused(400, api.cards.update, call);
    assert.match(nth(issues, 0).message, /listPublicId/);
  });
  assert.deepEqual(types, []);
  assert.equal(await titles(), 'abcde');
});

test('an archived card has no index to move to, but goes to another list and comes back there', async () => {
  const { cards, list, other } = await fiveCards();
  const card = nth(cards, 1);
  const params = { cardPublicId: card };
  await ada.call(api.cards.archive, { params });
  assert.deepEqual(await service.recorded(() => move(card, { index: 3 })), []);
  await move(card, { listPublicId: other });
  const alone = await makeCard(ada, other);
  assert.equal((await read(alone)).index, 0, 'an archived card takes no place');
  await ada.call(api.cards.restore, { params });
  assert.deepEqual(await inOrder([card, alone]), [card, alone]);
  assert.equal((await read(nth(cards, 2))).list.publicId, list);
});

test('32 cards made at once in one list all have a place and a number of their own', async () => {
  const { lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const wheres = [{}, { position: 'start' as const }, { position: 'end' as const }, { index: 3 }];
  const cards = await Promise.all(
    Array.from({ length: 32 }, (_, n) => makeCard(ada, list, nth(wheres, n % 4))),
  );
  await inOrder(cards);
  const numbers = await service.sql<{ number: number }>(
    `select number from cards where list_id = '${list}' order by number`,
  );
  assert.deepEqual(
    numbers.map(({ number }) => number),
    cards.map((_, n) => n + 1),
  );
});

test('32 moves at once in one list: played back in their order, the activities lead to the order that is there', async () => {
  const { lists } = await makeBoard(ada);
  const cards: string[] = [];
  for (let n = 0; n < 16; n++) cards.push(await makeCard(ada, nth(lists, 0)));
  await Promise.all(Array.from({ length: 32 }, (_, n) => move(nth(cards, n % 16), { index: (n * 11) % 16 })));
  const places = [...cards];
  for (const { cardId, fromIndex, toIndex } of await movesOf(cards)) {
    assert.equal(places[fromIndex], cardId, 'the card stood where the activity says');
    places.splice(fromIndex, 1);
    places.splice(toIndex, 0, cardId);
  }
  assert.deepEqual(await inOrder(cards), places);
});

/** The moves within a list, in the order in which they were written, which is the order of the change log. */
async function movesOf(cards: string[]) {
  const told = new Map<string, { fromIndex: number; toIndex: number }[]>();
  for (const card of cards) {
    const { activities } = await read(card);
    const moves = activities.filter(({ type }) => type === 'card.updated.index');
    told.set(
      card,
      moves.map(({ fromIndex, toIndex }) => ({ fromIndex: fromIndex ?? -1, toIndex: toIndex ?? -1 })),
    );
  }
  const log = await service.sql<{ cardId: string }>(
    `select card_id as "cardId" from changes where type = 'card.updated.index' order by position`,
  );
  return log.flatMap(({ cardId }) => {
    const next = told.get(cardId)?.shift();
    return next ? [{ cardId, ...next }] : [];
  });
}

test('moves between two lists in both directions at once all succeed', async () => {
  const { lists } = await makeBoard(ada);
  const [left, right] = [nth(lists, 0), nth(lists, 1)];
  const lefts = await Promise.all(Array.from({ length: 16 }, () => makeCard(ada, left)));
  const rights = await Promise.all(Array.from({ length: 16 }, () => makeCard(ada, right)));
  for (const [to, back] of [
    [right, left],
    [left, right],
  ] as const) {
    await Promise.all([
      ...lefts.map((card, n) => move(card, { listPublicId: to, index: n % 5 })),
      ...rights.map((card, n) => move(card, { listPublicId: back, index: n % 5 })),
    ]);
    await inOrder(lefts);
    await inOrder(rights);
  }
});

test('one card moved to and fro by many: each move begins in the list where the one before it ended', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  await Promise.all(Array.from({ length: 24 }, (_, n) => move(card, { listPublicId: nth(lists, n % 2) })));
  const { activities, list } = await read(card);
  const moves = activities.filter(({ type }) => type === 'card.updated.list');
  const last = moves.reduce(
    (was, { fromList, toList }) => {
      assert.equal(fromList?.publicId, was);
      return toList?.publicId ?? '';
    },
    nth(lists, 0),
  );
  assert.equal(list.publicId, last);
});

test('making, moving, archiving, deleting and restoring cards at once leaves every card at a place of its own', async () => {
  const { lists } = await makeBoard(ada);
  const cards = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const card = await makeCard(ada, nth(lists, n % 2), { index: 0 });
      const params = { cardPublicId: card };
      await move(card, { listPublicId: nth(lists, 0), index: n % 3 });
      await ada.call(n % 2 === 0 ? api.cards.archive : api.cards.delete, { params });
      await ada.call(api.cards.restore, { params });
      await move(card, { index: n % 4 });
      return card;
    }),
  );
  await inOrder(cards);
});

test('a hundred moves to one place keep their order', async () => {
  const { cards, list } = await fiveCards();
  for (let n = 0; n < 100; n++) await move(nth(cards, n % 4), { index: 2 });
  await inOrder(cards);
  const [row] = await service.sql<{ longest: number }>(
    `select max(length(position)) as longest from cards where list_id = '${list}'`,
  );
  assert.ok(row && row.longest < 40, 'order keys grow slowly');
});
