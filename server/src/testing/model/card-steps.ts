import assert from 'node:assert/strict';
import fc from 'fast-check';
import { api } from '../../../../contract/api.ts';
import { addCard, type Board, type BoardRead, type Card, isLive, isThere } from './board.ts';
import { pick, steps } from './step.ts';

const number = fc.nat(999);
const place = fc.option(fc.nat(6), { nil: undefined });
const word = fc.stringMatching(/^[a-zé]{1,6}$/);
const text = fc.option(word, { nil: null });
const date = fc.option(
  fc.integer({ min: 0, max: 2_000_000_000 }).map((second) => new Date(second * 1000).toISOString()),
  { nil: null },
);

const there = (board: Board, n: number) => pick(board.allCards.filter(isThere), n);
const at = (card: Card) => ({ params: { cardPublicId: card.id } });

/** Moves a card of the model by the service's rules. */
export function move(card: Card, list = card.list, index?: number): void {
  const { cards } = card.list;
  if (list === card.list) {
    if (index === undefined || card.archived) return;
    cards.remove(card);
    cards.put(card, index);
    return;
  }
  cards.remove(card);
  card.list = list;
  if (card.archived) list.cards.putAway(card, index);
  else list.cards.put(card, index);
}

/** Puts a card of the model where the service has restored it, which must be a valid position. */
function cameBack(card: Card, read: readonly { publicId: string }[]): void {
  const { cards } = card.list;
  const index = read.findIndex(({ publicId }) => publicId === card.id);
  assert.ok(index !== -1, 'a restored card is in its list');
  assert.ok(cards.fits(card, index), 'a restored card is where it was among its neighbours');
  cards.comeBack(card, index);
}

const create = steps(
  'createCard',
  fc.record({
    list: number,
    title: word,
    description: text,
    dueDate: date,
    index: place,
    label: number,
    member: number,
  }),
  (board, given) => {
    const list = pick(board.lists.here, given.list);
    if (!list) return undefined;
    const label = pick(board.labels, given.label);
    const member = pick(board.members, given.member);
    return async (person) => {
      const { title, description, dueDate, index } = given;
      const { publicId, cardNumber } = await person.call(api.cards.create, {
        body: {
          title,
          listPublicId: list.id,
          description,
          dueDate,
          labelPublicIds: label ? [label.id] : [],
          memberPublicIds: member ? [member] : [],
          ...(index === undefined ? {} : { index }),
        },
      });
      const card = addCard(board, { id: publicId, list, title, description, dueDate }, index);
      if (label) card.labels.add(label);
      if (member) card.members.add(member);
      assert.equal(cardNumber, card.number);
      return undefined;
    };
  },
);

const update = steps(
  'updateCard',
  fc.record(
    { card: number, title: word, description: text, dueDate: date, list: number, index: fc.nat(6) },
    { requiredKeys: ['card', 'index'] },
  ),
  (board, { card: n, list: l, ...given }) => {
    const card = there(board, n);
    const list = l === undefined ? undefined : pick(board.lists.here, l);
    if (!card) return undefined;
    return async (person) => {
      const body = { ...given, ...(list ? { listPublicId: list.id } : {}) };
      await person.call(api.cards.update, { ...at(card), body });
      const { index, ...texts } = given;
      Object.assign(card, texts);
      move(card, list, index);
      return undefined;
    };
  },
);

const leave = steps('archiveOrDelete', fc.record({ card: number, archive: fc.boolean() }), (board, given) => {
  const card = there(board, given.card);
  if (!card) return undefined;
  return async (person) => {
    await person.call(given.archive ? api.cards.archive : api.cards.delete, at(card));
    if (isLive(card)) card.list.cards.leave(card);
    if (given.archive) card.archived = true;
    else card.deleted = true;
    return undefined;
  };
});

const restore = steps('restoreCard', number, (board, n) => {
  const gone = board.allCards.filter((card) => !isLive(card) && !card.list.deleted);
  const card = pick(gone, n);
  if (!card) return undefined;
  return async (person) => {
    await person.call(api.cards.restore, at(card));
    card.archived = false;
    card.deleted = false;
    if (!card.list.archived) {
      return ({ lists }) =>
        cameBack(card, lists.find(({ publicId }) => publicId === card.list.id)?.cards ?? []);
    }
    const read = await person.call(api.boards.cardsOfList, { params: { listPublicId: card.list.id } });
    cameBack(card, read.cards);
    return undefined;
  };
});

const duplicate = steps(
  'duplicateCard',
  fc.record({
    card: number,
    list: number,
    index: place,
    title: fc.option(word, { nil: undefined }),
    copyLabels: fc.boolean(),
    copyMembers: fc.boolean(),
    copyChecklists: fc.boolean(),
  }),
  (board, { card: n, list: l, index, title, ...copies }) => {
    const card = there(board, n);
    const list = pick(board.lists.here, l);
    if (!card || !list) return undefined;
    return async (person) => {
      const body = {
        listPublicId: list.id,
        ...copies,
        ...(index === undefined ? {} : { index }),
        ...(title === undefined ? {} : { title }),
      };
      const { publicId } = await person.call(api.cards.duplicate, { ...at(card), body });
      const { description, dueDate } = card;
      const copy = addCard(
        board,
        { id: publicId, list, title: title ?? card.title, description, dueDate },
        index,
      );
      if (copies.copyLabels) for (const label of card.labels) copy.labels.add(label);
      if (copies.copyMembers) for (const member of card.members) copy.members.add(member);
      return copies.copyChecklists ? (read) => copyChecklists(card, copy, read) : undefined;
    };
  },
);

/** The copies are equal except for their ids, which the service generates. */
function copyChecklists(from: Card, to: Card, { lists }: BoardRead): void {
  const read = lists.flatMap(({ cards }) => cards).find(({ publicId }) => publicId === to.id);
  for (const [n, { name, items }] of from.checklists.entries()) {
    const checklist = read?.checklists[n];
    to.checklists.push({
      id: checklist?.publicId ?? '',
      name,
      items: items.map(({ title }, m) => ({
        id: checklist?.items[m]?.publicId ?? '',
        title,
        completed: false,
      })),
    });
  }
}

const ways = fc.constantFrom<'toggle' | 'add' | 'remove'>('toggle', 'add', 'remove');

function setIn<T>(set: Set<T>, thing: T, way: 'toggle' | 'add' | 'remove'): void {
  if (way === 'remove' || (way === 'toggle' && set.has(thing))) set.delete(thing);
  else set.add(thing);
}

const label = steps('labelCard', fc.record({ card: number, label: number, way: ways }), (board, given) => {
  const card = there(board, given.card);
  const found = pick(board.labels, given.label);
  if (!card || !found) return undefined;
  return async (person) => {
    const params = { cardPublicId: card.id, labelPublicId: found.id };
    const { toggleLabel, addLabel, removeLabel } = api.cards;
    await person.call({ toggle: toggleLabel, add: addLabel, remove: removeLabel }[given.way], { params });
    setIn(card.labels, found, given.way);
    return undefined;
  };
});

const assign = steps('assignCard', fc.record({ card: number, member: number, way: ways }), (board, given) => {
  const card = there(board, given.card);
  const member = pick(board.members, given.member);
  if (!card || !member) return undefined;
  return async (person) => {
    const params = { cardPublicId: card.id, workspaceMemberPublicId: member };
    const { toggleMember, addMember, removeMember } = api.cards;
    await person.call({ toggle: toggleMember, add: addMember, remove: removeMember }[given.way], { params });
    setIn(card.members, member, given.way);
    return undefined;
  };
});

const many = steps(
  'changeCards',
  fc.array(fc.record({ card: number, list: number, index: fc.nat(6) }), { minLength: 1, maxLength: 4 }),
  (board, given) => {
    const moves = given.flatMap(({ card: n, list: l, index }) => {
      const [card, list] = [there(board, n), pick(board.lists.here, l)];
      return card && list ? [{ card, list, index }] : [];
    });
    if (moves.length === 0) return undefined;
    return async (person) => {
      const operations = moves.map(({ card, list, index }) => ({
        type: 'move' as const,
        cardPublicId: card.id,
        listPublicId: list.id,
        index,
      }));
      await person.call(api.cards.bulk, { body: { operations } });
      for (const { card, list, index } of moves) move(card, list, index);
      return undefined;
    };
  },
);

/** Repeated entries are drawn more often. */
export const cardSteps = [
  ...Array.from({ length: 6 }, () => [create, update]),
  ...Array.from({ length: 3 }, () => [leave, restore, label, assign]),
  [duplicate, duplicate, many, many],
].flat();
