import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

/* Cards that are placed next to others: the intended place is kept even if somebody else has moved cards meanwhile. */

const service = await testService();
const ada = await service.signUp('ada');
const unknown = '0123456789abcdef';

type Spot = Pick<BodyOf<typeof api.cards.update>, 'afterPublicId' | 'beforePublicId' | 'index'>;

/** A list of the cards `a` to `e`, on a board of its own. */
async function fiveCards(workspace?: string) {
  const made = await makeBoard(ada, workspace ? { workspace } : {});
  const list = nth(made.lists, 0);
  const ids: Record<string, string> = {};
  for (const title of 'abcde') ids[title] = await makeCard(ada, list, { title });
  const card = (title: string) => ids[title] ?? '';
  const titlesIn = async (listPublicId: string) => {
    const read = await ada.call(api.boards.get, { params: { boardPublicId: made.board } });
    const cards = read.lists.find(({ publicId }) => publicId === listPublicId)?.cards ?? [];
    return cards.map(({ title }) => title).join('');
  };
  return {
    ...made,
    list,
    other: nth(made.lists, 1),
    card,
    titles: () => titlesIn(list),
    titlesThere: () => titlesIn(nth(made.lists, 1)),
  };
}

const move = (cardPublicId: string, body: Spot & { listPublicId?: string }) =>
  ada.call(api.cards.update, { params: { cardPublicId }, body });
const at = (cardPublicId: string) => ({ params: { cardPublicId } });

/** The ways of placing a card, by name. */
type Put = (listPublicId: string, spot: Spot, given: string) => Promise<unknown>;
const puts: Record<string, Put> = {
  'a move': (listPublicId, spot, cardPublicId) => move(cardPublicId, { listPublicId, ...spot }),
  'a move among many': (listPublicId, spot, cardPublicId) =>
    ada.call(api.cards.bulk, {
      body: { operations: [{ type: 'move', cardPublicId, listPublicId, ...spot }] },
    }),
  'a new card': (listPublicId, spot) => makeCard(ada, listPublicId, { title: 'x', ...spot }),
  'a copy': (listPublicId, spot, cardPublicId) =>
    ada.call(api.cards.duplicate, { ...at(cardPublicId), body: { listPublicId, title: 'x', ...spot } }),
};

test('a card moves right behind another one, or right in front of it, from either side', async () => {
  const moves: [string, 'after' | 'before', string, string][] = [
    ['a', 'after', 'c', 'bcade'],
    ['a', 'after', 'e', 'bcdea'],
    ['e', 'after', 'a', 'aebcd'],
    ['a', 'before', 'd', 'bcade'],
    ['e', 'before', 'a', 'eabcd'],
    ['d', 'before', 'b', 'adbce'],
  ];
  for (const [title, where, neighbour, expected] of moves) {
    const { card, titles } = await fiveCards();
    const types = await service.recorded(async () => {
      const { index } = await move(card(title), { [`${where}PublicId`]: card(neighbour) });
      assert.equal(index, expected.indexOf(title));
    });
    assert.deepEqual(types, ['card.updated.index']);
    assert.equal(await titles(), expected);
  }
});

test('where a card stands already it is not moved', async () => {
  const { card, titles } = await fiveCards();
  const types = await service.recorded(async () => {
    await move(card('b'), { afterPublicId: card('a') });
    await move(card('b'), { beforePublicId: card('c') });
    await move(card('b'), { afterPublicId: card('b') });
    await move(card('b'), { beforePublicId: card('b') });
  });
  assert.deepEqual(types, []);
  assert.equal(await titles(), 'abcde');
});

for (const [name, put] of Object.entries(puts)) {
  const isMove = name.startsWith('a move');

  test(`${name} goes next to a card of another list`, async () => {
    const { card, other, titlesThere } = await fiveCards();
    for (const title of 'yz') await makeCard(ada, other, { title });
    const read = await ada.call(api.boards.cardsOfList, { params: { listPublicId: other }, query: {} });
    const [y, z] = read.cards.map(({ publicId }) => publicId);
    await put(other, { afterPublicId: y ?? '' }, card('a'));
    await put(other, { beforePublicId: y ?? '' }, card('b'));
    await put(other, { afterPublicId: z ?? '' }, card('c'));
    assert.equal(await titlesThere(), isMove ? 'byazc' : 'xyxzx');
  });

  test(`${name} goes where a card was that is archived or deleted`, async () => {
    for (const leave of [api.cards.archive, api.cards.delete]) {
      for (const side of ['after', 'before']) {
        const { card, list, other, titles } = await fiveCards();
        const moved = await makeCard(ada, other, { title: 'x' });
        await ada.call(leave, at(card('c')));
        await put(list, { [`${side}PublicId`]: card('c') }, moved);
        assert.equal(await titles(), 'abxde', `${leave.id} ${side}`);
      }
    }
  });

  test(`${name} goes to the end where its neighbour is in another list by now`, async () => {
    const { card, list, other, titles } = await fiveCards();
    const moved = await makeCard(ada, other, { title: 'x' });
    await move(card('b'), { listPublicId: other });
    await put(list, { beforePublicId: card('b') }, moved);
    assert.equal(await titles(), 'acdex');
  });

  test(`${name} finds a neighbour wherever it is in the list by now`, async () => {
    const { card, list, other, titles } = await fiveCards();
    const moved = await makeCard(ada, other, { title: 'x' });
    await move(card('b'), { index: 4 });
    await put(list, { beforePublicId: card('b') }, moved);
    assert.equal(await titles(), 'acdexb');
  });

  test(`${name} cannot be placed next to something outside the board, nor learn whether it exists`, async () => {
    const here = await fiveCards();
    const { list, other, workspace, card } = here;
    const moved = await makeCard(ada, other, { title: 'x' });
    const sibling = await fiveCards(workspace);
    const elsewhere = await fiveCards();
    const types = await service.recorded(async () => {
      const said = new Set<string>();
      for (const id of [unknown, sibling.card('a'), elsewhere.card('a'), list]) {
        for (const side of ['afterPublicId', 'beforePublicId']) {
          const refused = put(list, { [side]: id }, moved);
          await assert.rejects(refused, (error: { status: number; message: string }) => {
            assert.equal(error.status, 400);
            assert.match(error.message, new RegExp(`body/\\S*${side} is not a card of the board`));
            said.add(error.message.replace(side, 'side'));
            return true;
          });
        }
      }
      assert.equal(said.size, 1);
      const twice: Spot[] = [
        { index: 0, afterPublicId: card('a') },
        { index: 0, beforePublicId: card('a') },
        { afterPublicId: card('a'), beforePublicId: card('b') },
      ];
      for (const spot of twice) {
        await assert.rejects(put(list, spot, moved), /400 .*PublicId is not allowed together with /);
      }
    });
    assert.deepEqual(types, []);
  });
}

test('a card of a closed board is no neighbour, and indistinguishable from one that does not exist', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const closed = await makeBoard(ada, { workspace });
  await ada.call(api.boards.update, {
    params: { boardPublicId: closed.board },
    body: { access: 'members' },
  });
  const bob = await service.signUp('bob');
  await addMember(service, workspace, bob);
  const card = await makeCard(bob, nth(lists, 0));
  const hidden = await makeCard(ada, nth(closed.lists, 0));
  const refused = (afterPublicId: string) =>
    bob.refused(400, api.cards.update, { ...at(card), body: { afterPublicId } });
  assert.equal((await refused(hidden)).message, (await refused(unknown)).message);
});

test('who sees a closed board puts cards next to others there', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  const eve = await service.signUp('eve');
  await addBoardMember(service, workspace, board, await addMember(service, workspace, eve));
  const [first, second] = [await makeCard(ada, nth(lists, 0)), await makeCard(ada, nth(lists, 0))];
  const { index } = await eve.call(api.cards.update, { ...at(second), body: { beforePublicId: first } });
  assert.equal(index, 0);
});

test('a new card at the start is one that is put next to none', async () => {
  const { card, list, titles } = await fiveCards();
  await makeCard(ada, list, { title: 'x', position: 'start', afterPublicId: card('b') });
  assert.equal(await titles(), 'abxcde');
});

test('moves next to each other at once leave each card at a place of its own', async () => {
  const { card, titles } = await fiveCards();
  const all = 'abcde';
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      move(card(all[n % 5] ?? ''), {
        [n % 2 === 0 ? 'afterPublicId' : 'beforePublicId']: card(all[(n * 3 + 1) % 5] ?? ''),
      }),
    ),
  );
  assert.equal((await titles()).split('').toSorted().join(''), all);
});

test('a neighbour takes as many statements in a long list as in a short one', async () => {
  const { list, card, titles } = await fiveCards();
  const take = () => statementsOf(service, () => move(card('a'), { afterPublicId: card('d') }));
  const short = await take();
  await move(card('a'), { index: 0 });
  for (let n = 0; n < 40; n++) await makeCard(ada, list, { title: '-' });
  assert.equal(await take(), short);
  assert.match(await titles(), /^bcdae-{40}$/);
});
