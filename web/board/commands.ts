import { generateKeyBetween } from 'fractional-indexing';
import type { Effect, Mutation, Things } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';

/*
 * What can be done to a board, as mutations: what it looks like at once, and what the server is asked for. Places are
 * told by a neighbour, which means the same wherever others have moved things meanwhile.
 */

/** Between which two of its list a thing is put; null is an end. */
export interface Spot {
  listId: string;
  after: string | null;
  before: string | null;
}

const keyOf = (store: Store, kind: 'card' | 'list', id: string | null): string | null =>
  id === null ? null : (store.get(kind, id).peek()?.orderKey ?? null);

/** A guess that is shown until the server tells its own; some keys leave no room, then it is the one before. */
function keyBetween(before: string | null, after: string | null): string {
  try {
    return generateKeyBetween(before, after);
  } catch {
    return `${before ?? 'a0'}V`;
  }
}

const neighbour = ({ after, before }: Spot): object =>
  after !== null ? { afterPublicId: after } : before !== null ? { beforePublicId: before } : {};

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-');

const card = (id: string, fields: Partial<Things['card']> | null): Effect => ({ kind: 'card', id, fields });

/** Moves a card to a place, of its list or another. */
export function moveCard(store: Store, id: string, spot: Spot): Mutation {
  const orderKey = keyBetween(keyOf(store, 'card', spot.after), keyOf(store, 'card', spot.before));
  return {
    id: newKey(),
    title: titleOf(store, id),
    effects: [card(id, { listPublicId: spot.listId, orderKey })],
    operation: ['cards', 'update'],
    input: {
      params: { cardPublicId: id },
      body: { listPublicId: spot.listId, ...neighbour(spot) },
    },
  };
}

/** Changes what the card says of itself. */
export function editCard(
  store: Store,
  id: string,
  fields: Partial<Pick<Things['card'], 'title' | 'dueDate' | 'labelPublicIds' | 'memberPublicIds'>>,
): Mutation {
  return {
    id: newKey(),
    title: titleOf(store, id),
    effects: [card(id, fields)],
    operation: ['cards', 'update'],
    input: { params: { cardPublicId: id }, body: fields },
  };
}

export function archiveCard(store: Store, id: string, isArchived: boolean, now: Date): Mutation {
  return {
    id: newKey(),
    title: titleOf(store, id),
    effects: [card(id, { archivedAt: isArchived ? now.toISOString() : null })],
    operation: ['cards', isArchived ? 'archive' : 'restore'],
    input: { params: { cardPublicId: id } },
  };
}

export function addCard(store: Store, publicId: string, title: string, spot: Spot): Mutation {
  const orderKey = keyBetween(keyOf(store, 'card', spot.after), keyOf(store, 'card', spot.before));
  const made: Things['card'] = {
    publicId,
    cardNumber: 0,
    title,
    listPublicId: spot.listId,
    orderKey,
    labelPublicIds: [],
    memberPublicIds: [],
    dueDate: null,
    hasDescription: false,
    commentCount: 0,
    attachmentCount: 0,
    itemCount: 0,
    completedItemCount: 0,
    archivedAt: null,
  };
  return {
    id: newKey(),
    title,
    effects: [{ kind: 'card', id: publicId, fields: made, isNew: true }],
    operation: ['cards', 'create'],
    input: { body: { publicId, title, listPublicId: spot.listId, ...neighbour(spot) } },
  };
}

export function addList(store: Store, boardPublicId: string, publicId: string, name: string): Mutation {
  const orderKey = keyBetween(keyOf(store, 'list', store.lists.peek().at(-1) ?? null), null);
  return {
    id: newKey(),
    title: name,
    effects: [{ kind: 'list', id: publicId, fields: { publicId, name, orderKey }, isNew: true }],
    operation: ['lists', 'create'],
    input: { body: { publicId, name, boardPublicId } },
  };
}

export function renameList(id: string, name: string): Mutation {
  return {
    id: newKey(),
    title: name,
    effects: [{ kind: 'list', id, fields: { name } }],
    operation: ['lists', 'update'],
    input: { params: { listPublicId: id }, body: { name } },
  };
}

export function moveList(store: Store, id: string, spot: Omit<Spot, 'listId'>): Mutation {
  const orderKey = keyBetween(keyOf(store, 'list', spot.after), keyOf(store, 'list', spot.before));
  return {
    id: newKey(),
    title: store.get('list', id).peek()?.name ?? '',
    effects: [{ kind: 'list', id, fields: { orderKey } }],
    operation: ['lists', 'update'],
    input: { params: { listPublicId: id }, body: neighbour({ ...spot, listId: '' }) },
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

/** The place that a card has now. */
export function spotOf(store: Store, id: string): Spot | undefined {
  const found = store.get('card', id).peek();
  if (!found) return undefined;
  const ids = store.cardsOf(found.listPublicId).peek();
  const at = ids.indexOf(id);
  return { listId: found.listPublicId, after: ids[at - 1] ?? null, before: ids[at + 1] ?? null };
}

/** The place with the number `index` in a list, as if `moved` were not in it. */
export function spotAt(store: Store, listId: string, index: number, moved: string): Spot {
  const ids = store
    .cardsOf(listId)
    .peek()
    .filter((each) => each !== moved);
  const at = Math.max(0, Math.min(index, ids.length));
  return { listId, after: ids[at - 1] ?? null, before: ids[at] ?? null };
}
