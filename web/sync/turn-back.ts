import { bulk, type CardOperation } from './bulk.ts';
import { byOrder } from './by-order.ts';
import { isSameValue, undoable, valueOf, worthOf } from './card-values.ts';
import { completes } from './completion.ts';
import { type Effect, type Entities, type Kind, type Mutation, newKey } from './mutation.ts';
import { neighbour } from './neighbours.ts';
import { recurrenceBack } from './next-card.ts';
import type { Store } from './store.ts';

/*
 * Computes the mutations that undo changes. Only the user's own changes are undone, and only if the thing is still as
 * they left it: later changes by others stay.
 */

/** A thing as shown before and after it was changed here. */
export type Change = {
  [K in Kind]: {
    readonly kind: K;
    readonly id: string;
    readonly before: Entities[K] | undefined;
    readonly after: Entities[K] | undefined;
    /** The last request that changed it. */
    readonly mutation: string;
    /** Whether the thing moved to the archive, or back from it. */
    readonly archived: boolean;
  };
}[Kind];

type ChangeOf<K extends Kind> = Extract<Change, { kind: K }>;

type Card = Entities['card'];

export interface Turned {
  mutations: Mutation[];
  /** Changes that are left alone because the thing was changed since. */
  left: Set<Change>;
}

/** Whether somebody else moved a thing after it was moved here. */
export type IsMoved = (change: Change) => boolean;

/** Returns the mutations that undo changes; `copies` are cards created by them under ids that the server assigned. */
export function turnBack(
  store: Store,
  changes: readonly Change[],
  isMoved: IsMoved,
  copies: ReadonlySet<string>,
): Turned {
  const left = new Set<Change>();
  const of = <K extends Kind>(kind: K) => changes.filter((each) => each.kind === kind) as ChangeOf<K>[];
  const [cards, lists] = [of('card'), of('list')];
  const whole = new Set(lists.filter(({ before, after }) => !before || !after).map(({ id }) => id));
  // A card that went or came with its list is restored with it.
  const isWithList = ({ before, after }: ChangeOf<'card'>) =>
    (!before || !after) && whole.has((before ?? after)?.listPublicId ?? '');
  const work = { store, left, isMoved, copies };
  const mutations = [
    ...of('board').flatMap((each) => renamed(work, each)),
    ...of('label').flatMap((each) => renamed(work, each)),
    ...lists.flatMap((each) => listBack(work, each, cards.filter(isWithList))),
    ...cardsBack(
      work,
      cards.filter((each) => !isWithList(each)),
    ),
  ];
  return { mutations, left };
}

export type TurnBack = typeof turnBack;

interface Work {
  store: Store;
  left: Set<Change>;
  isMoved: IsMoved;
  copies: ReadonlySet<string>;
}

const namesOf = {
  board: ['name', 'background'],
  label: ['name', 'colourCode'],
  list: ['name', 'completes', 'colour', 'limit', 'refusesOpenChecks'],
} as const;
const paramOf = { board: 'boardPublicId', label: 'labelPublicId', list: 'listPublicId' } as const;
const groupOf = { board: 'boards', label: 'labels', list: 'lists' } as const;

/** Restores the name of a thing, a label's colour, and what is set of a list. */
function renamed({ store, left }: Work, change: ChangeOf<'board' | 'label' | 'list'>): Mutation[] {
  const { kind, id } = change;
  const named = (thing: object | undefined): Readonly<Record<string, unknown>> => ({ ...thing });
  const [before, after] = [named(change.before), named(change.after)];
  const now = named(store.peek(kind, id));
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const changed = namesOf[kind].filter((field) => !isSame(before[field], after[field]));
  const fresh = changed.filter((field) => isSame(now[field], after[field]));
  if (fresh.length < changed.length) left.add(change);
  if (fresh.length === 0) return [];
  const fields = Object.fromEntries(fresh.map((field) => [field, before[field]]));
  return [
    {
      id: newKey(),
      title: change.after?.name ?? '',
      effects: [{ kind, id, fields } as Effect],
      operation: [groupOf[kind], 'update'],
      input: { params: { [paramOf[kind]]: id }, body: fields },
    },
  ];
}

function listBack(work: Work, change: ChangeOf<'list'>, cards: readonly ChangeOf<'card'>[]): Mutation[] {
  const { before, after, id } = change;
  const { store, left } = work;
  const now = store.peek('list', id);
  const own = cards.filter((each) => (each.before ?? each.after)?.listPublicId === id);
  const request = { id: newKey(), title: (before ?? after)?.name ?? '' };
  const input = { params: { listPublicId: id } };
  const way = change.archived ? ({ archived: true } as const) : {};
  if (!after) {
    if (now || !before) return [];
    const effects: Effect[] = [
      { kind: 'list', id, fields: before, isNew: true, ...way },
      ...own.map((each) => ({ kind: 'card', id: each.id, fields: each.before ?? {}, isNew: true }) as const),
    ];
    return [{ ...request, effects, operation: ['lists', 'restore'], input }];
  }
  if (!now) return [];
  if (!before) {
    const known = new Set([...own.map((each) => each.id), ...work.copies]);
    const inside = store.cardsOf(id).peek();
    if (now.name !== after.name || inside.some((each) => !known.has(each))) {
      left.add(change);
      return [];
    }
    const effects: Effect[] = [
      { kind: 'list', id, fields: null, ...way },
      ...inside.map((each) => ({ kind: 'card', id: each, fields: null }) as const),
    ];
    return [{ ...request, effects, operation: ['lists', change.archived ? 'archive' : 'delete'], input }];
  }
  return [...renamed(work, change), ...listPlaced(work, change, before)];
}

function listPlaced(
  { store, left, isMoved }: Work,
  change: ChangeOf<'list'>,
  before: Entities['list'],
): Mutation[] {
  const { id, after } = change;
  if (before.orderKey === after?.orderKey) return [];
  if (isMoved(change)) {
    left.add(change);
    return [];
  }
  const others = store.lists.peek().filter((each) => each !== id);
  const next = others.findIndex((each) => byOrder(store.peek('list', each) ?? before, before) > 0);
  const at = next < 0 ? others.length : next;
  const spot = { after: others[at - 1] ?? null, before: others[at] ?? null };
  return [
    {
      id: newKey(),
      title: before.name,
      effects: [{ kind: 'list', id, fields: { orderKey: before.orderKey } }],
      operation: ['lists', 'update'],
      input: { params: { listPublicId: id }, body: neighbour(spot) },
    },
  ];
}

function cardsBack(work: Work, changes: readonly ChangeOf<'card'>[]): Mutation[] {
  const { store, left } = work;
  const operations: CardOperation[] = [];
  const titles: Mutation[] = [];
  const gone = new Map<string, Card>();
  const moved: MovedBack[] = [];
  const recurring: CardOperation[] = [];
  for (const change of changes) {
    const { id, before, after } = change;
    const now = store.peek('card', id);
    if (!after) {
      if (now || !before) continue;
      gone.set(id, before);
      operations.push({ type: 'restore', cardPublicId: id });
    } else if (!now) left.add(change);
    else if (!before) {
      if (isUntouched(now, after) && !work.isMoved(change))
        operations.push({ type: 'delete', cardPublicId: id });
      else left.add(change);
    } else {
      titles.push(...titled(work, change, before, after, now));
      operations.push(...fieldsBack(work, change, before, after, now));
      recurring.push(...recurrenceBack(store, before, after, now));
      if (isPlacedElsewhere(before, after)) {
        if (now.listPublicId !== after.listPublicId || work.isMoved(change)) left.add(change);
        else moved.push({ ...before, ...completionBack(store, before, after, now) });
      }
    }
  }
  return [...titles, ...bulk(store, [...operations, ...placed(store, moved), ...recurring], gone)];
}

/** A card that is moved back; without `completedAt` its lists have no say in whether it is done. */
type MovedBack = Omit<Card, 'completedAt'> & { completedAt?: string | null };

/** Whether a card is done once it is moved back out of a list, or into one, that completes its cards: as it was before. */
function completionBack(
  store: Store,
  before: Card,
  after: Card,
  now: Card,
): { completedAt: string | null | undefined } {
  if (!completes(store, before.listPublicId) && !completes(store, now.listPublicId))
    return { completedAt: undefined };
  const isOwn = isSameValue(now.completedAt, after.completedAt);
  return { completedAt: isOwn ? before.completedAt : now.completedAt };
}

const isPlacedElsewhere = (a: Card, b: Card): boolean =>
  a.listPublicId !== b.listPublicId || a.orderKey !== b.orderKey;

function titled({ left }: Work, change: Change, before: Card, after: Card, now: Card): Mutation[] {
  if (before.title === after.title) return [];
  if (now.title !== after.title) {
    left.add(change);
    return [];
  }
  const { publicId, title } = before;
  return [
    {
      id: newKey(),
      title,
      effects: [{ kind: 'card', id: publicId, fields: { title } }],
      operation: ['cards', 'update'],
      input: { params: { cardPublicId: publicId }, body: { title } },
    },
  ];
}

/** Restores the labels and members of a card, its fields, and whether it is archived. */
function fieldsBack({ left }: Work, change: Change, before: Card, after: Card, now: Card): CardOperation[] {
  const cardPublicId = before.publicId;
  const operations: CardOperation[] = [];
  const turn = (
    field: 'labelPublicIds' | 'memberPublicIds',
    operationOf: (id: string) => CardOperation,
  ): void => {
    const [was, is, shown] = [new Set(before[field]), new Set(after[field]), new Set(now[field])];
    for (const id of is.difference(was).intersection(shown))
      operations.push({ ...operationOf(id), remove: true });
    for (const id of was.difference(is).difference(shown)) operations.push(operationOf(id));
  };
  turn('labelPublicIds', (labelPublicId) => ({ type: 'label', cardPublicId, labelPublicId }));
  turn('memberPublicIds', (memberPublicId) => ({ type: 'assign', cardPublicId, memberPublicId }));
  const changed = undoable.filter((field) => !isSameValue(valueOf(before, field), valueOf(after, field)));
  const own = changed.filter((field) => isSameValue(valueOf(now, field), valueOf(after, field)));
  if (own.length < changed.length) left.add(change);
  const fields = Object.fromEntries(own.map((field) => [field, valueOf(before, field)]));
  if (own.length > 0) operations.push({ type: 'change', cardPublicId, ...fields });
  const isArchived = (card: Card): boolean => card.archivedAt !== null;
  if (isArchived(before) !== isArchived(after) && isArchived(now) === isArchived(after))
    operations.push({ type: isArchived(before) ? 'archive' : 'restore', cardPublicId });
  return operations;
}

/** Moves each card back to its place, next to the current neighbours. */
function placed(store: Store, cards: readonly MovedBack[]): CardOperation[] {
  const moved = new Set(cards.map(({ publicId }) => publicId));
  const orders = new Map<string, MovedBack[]>();
  return cards.toSorted(byOrder).map((card) => {
    const { listPublicId, publicId, completedAt } = card;
    const order =
      orders.get(listPublicId) ??
      store
        .cardsOf(listPublicId)
        .peek()
        .flatMap((id) => (moved.has(id) ? [] : (store.peek('card', id) ?? [])));
    orders.set(listPublicId, order);
    const next = order.findIndex((each) => byOrder(each, card) > 0);
    const at = next < 0 ? order.length : next;
    const spot = { after: order[at - 1]?.publicId ?? null, before: order[at]?.publicId ?? null };
    order.splice(at, 0, card);
    const done = completedAt === undefined ? {} : { completedAt };
    return { type: 'move', cardPublicId: publicId, listPublicId, ...neighbour(spot), ...done };
  });
}

/** Whether nobody has worked on a card since it was created. */
function isUntouched(now: Card, made: Card): boolean {
  const worth = (card: Card) => [
    card.title,
    card.listPublicId,
    ...undoable.map((field) => worthOf(valueOf(card, field))),
    card.labelPublicIds.toSorted(),
    card.memberPublicIds.toSorted(),
    card.hasDescription,
    card.commentCount,
    card.attachmentCount,
    card.itemCount,
  ];
  return JSON.stringify(worth(now)) === JSON.stringify(worth(made));
}
