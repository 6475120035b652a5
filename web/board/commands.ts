import { completionIn } from '../sync/completion.ts';
import { type Effect, type Entities, type Mutation, newKey } from '../sync/mutation.ts';
import { keyBetween, neighbour, type Spot } from '../sync/neighbours.ts';
import type { Store } from '../sync/store.ts';

export { type Spot, spotOf } from '../sync/neighbours.ts';

/*
 * The operations on a board, as mutations: what to show at once, and what to request. A place is sent as a neighbour,
 * which stays meaningful when others move things meanwhile.
 */

const keyOf = (store: Store, kind: 'card' | 'list', id: string | null): string | null =>
  id === null ? null : (store.get(kind, id).peek()?.orderKey ?? null);

const card = (id: string, fields: Partial<Entities['card']> | null): Effect => ({ kind: 'card', id, fields });

/** Moves a card to a place in its list or another. */
export function moveCard(store: Store, id: string, spot: Spot): Mutation {
  const orderKey = keyBetween(keyOf(store, 'card', spot.after), keyOf(store, 'card', spot.before));
  const done = completionIn(store, spot.listId, store.peek('card', id));
  return {
    id: newKey(),
    title: titleOf(store, id),
    effects: [card(id, { listPublicId: spot.listId, orderKey, ...done })],
    operation: ['cards', 'update'],
    input: {
      params: { cardPublicId: id },
      body: { listPublicId: spot.listId, ...neighbour(spot), ...done },
    },
  };
}

/** Changes fields of a card. */
export function editCard(
  store: Store,
  id: string,
  fields: Partial<Pick<Entities['card'], 'title' | 'dueDate' | 'labelPublicIds' | 'memberPublicIds'>>,
): Mutation {
  return {
    id: newKey(),
    title: titleOf(store, id),
    effects: [card(id, fields)],
    operation: ['cards', 'update'],
    input: { params: { cardPublicId: id }, body: fields },
  };
}

/** `more` holds its initial fields, including the order key if it comes after a card that is not shown yet. */
export function addCard(
  store: Store,
  publicId: string,
  title: string,
  spot: Spot,
  more: Partial<Pick<Entities['card'], 'labelPublicIds' | 'memberPublicIds' | 'orderKey'>> = {},
): Mutation {
  const { labelPublicIds = [], memberPublicIds = [] } = more;
  const orderKey =
    more.orderKey ?? keyBetween(keyOf(store, 'card', spot.after), keyOf(store, 'card', spot.before));
  const done = completionIn(store, spot.listId);
  const made: Entities['card'] = {
    publicId,
    cardNumber: 0,
    title,
    listPublicId: spot.listId,
    orderKey,
    labelPublicIds,
    memberPublicIds,
    dueDate: null,
    startDate: null,
    due: null,
    start: null,
    completedAt: done.completedAt ?? null,
    recurrence: null,
    reminders: [],
    hasDescription: false,
    commentCount: 0,
    attachmentCount: 0,
    itemCount: 0,
    completedItemCount: 0,
    cover: null,
    archivedAt: null,
  };
  const body = {
    publicId,
    title,
    listPublicId: spot.listId,
    ...neighbour(spot),
    ...done,
    ...(labelPublicIds.length > 0 ? { labelPublicIds } : {}),
    ...(memberPublicIds.length > 0 ? { memberPublicIds } : {}),
  };
  return {
    id: newKey(),
    title,
    effects: [{ kind: 'card', id: publicId, fields: made, isNew: true }],
    operation: ['cards', 'create'],
    input: { body },
  };
}

/** Adds a list, at the end by default. */
export function addList(
  store: Store,
  boardPublicId: string,
  publicId: string,
  name: string,
  spot: Omit<Spot, 'listId'> = { after: store.lists.peek().at(-1) ?? null, before: null },
  traits: Pick<Entities['list'], 'completes' | 'colour' | 'limit'> = {
    completes: false,
    colour: null,
    limit: null,
  },
): Mutation {
  const orderKey = keyBetween(keyOf(store, 'list', spot.after), keyOf(store, 'list', spot.before));
  return {
    id: newKey(),
    title: name,
    effects: [
      {
        kind: 'list',
        id: publicId,
        fields: { publicId, name, orderKey, refusesOpenChecks: false, ...traits },
        isNew: true,
      },
    ],
    operation: ['lists', 'create'],
    input: {
      body: {
        publicId,
        name,
        boardPublicId,
        ...(spot.before === null ? {} : neighbour(spot)),
        ...(traits.completes || traits.colour || traits.limit ? traits : {}),
      },
    },
  };
}

/** What is set of a list: its name, whether cards put there become done, its color and its limit. */
type ListFields = Partial<Omit<Entities['list'], 'publicId' | 'orderKey'>>;

export const editList = (
  { publicId: id, name }: Pick<Entities['list'], 'publicId' | 'name'>,
  fields: ListFields,
): Mutation => ({
  id: newKey(),
  title: fields.name ?? name,
  effects: [{ kind: 'list', id, fields }],
  operation: ['lists', 'update'],
  input: { params: { listPublicId: id }, body: fields },
});

export function moveList(store: Store, id: string, spot: Omit<Spot, 'listId'>): Mutation {
  const orderKey = keyBetween(keyOf(store, 'list', spot.after), keyOf(store, 'list', spot.before));
  return {
    id: newKey(),
    title: store.get('list', id).peek()?.name ?? '',
    effects: [{ kind: 'list', id, fields: { orderKey } }],
    operation: ['lists', 'update'],
    input: { params: { listPublicId: id }, body: neighbour(spot) },
  };
}

export function deleteList(store: Store, id: string): Mutation {
  return {
    id: newKey(),
    title: store.get('list', id).peek()?.name ?? '',
    effects: [
      { kind: 'list', id, fields: null },
      ...store
        .cardsOf(id)
        .peek()
        .map((each) => card(each, null)),
    ],
    operation: ['lists', 'delete'],
    input: { params: { listPublicId: id } },
  };
}

/** Archives a list: it leaves the board with its cards. */
export function archiveList(store: Store, id: string): Mutation {
  const { effects, ...rest } = deleteList(store, id);
  return {
    ...rest,
    effects: effects.map((each) => ({ ...each, archived: true })),
    operation: ['lists', 'archive'],
  };
}

export function renameBoard(id: string, name: string): Mutation {
  return {
    id: newKey(),
    title: name,
    effects: [{ kind: 'board', id, fields: { name } }],
    operation: ['boards', 'update'],
    input: { params: { boardPublicId: id }, body: { name } },
  };
}

const titleOf = (store: Store, id: string): string => store.get('card', id).peek()?.title ?? '';
