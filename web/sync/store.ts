import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type Effect, type Kind, kinds, type Mutation, type Things } from './mutation.ts';

/*
 * One board, normalised: what the server has told, and over it what was changed here and is not told yet. Together they
 * are what is shown. Each thing has a signal of its own, and each list one for the order of its cards, so that a change
 * renders what it changes and nothing else.
 */

type Base = { [K in Kind]: Map<string, Things[K]> };

/** What a snapshot of a board holds. */
export interface Contents {
  board: Things['board'];
  lists: readonly Things['list'][];
  labels: readonly Things['label'][];
  members: readonly Things['member'][];
  cards: readonly Things['card'][];
}

interface Placed {
  publicId: string;
  orderKey: string;
}

/** Keys are compared by bytes, as the database does it; the id decides where two are equal. */
export const byOrder = (a: Placed, b: Placed): number =>
  a.orderKey === b.orderKey ? compare(a.publicId, b.publicId) : compare(a.orderKey, b.orderKey);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export class Store {
  readonly #base: Base = emptyBase();
  readonly #shown = new Map<string, Signal<unknown>>();
  readonly #orders = new Map<string, Signal<readonly string[]>>();
  readonly #lists = signal<readonly string[]>([]);
  readonly #ids = { label: signal<readonly string[]>([]), member: signal<readonly string[]>([]) };
  #pending: readonly Mutation[] = [];
  /** In which list each card is shown. */
  readonly #listOf = new Map<string, string>();

  /** A thing as it is shown; undefined where there is none. */
  get<K extends Kind>(kind: K, id: string): ReadonlySignal<Things[K] | undefined> {
    return this.#signalOf(kind, id);
  }

  /** The lists of the board, first to last. */
  get lists(): ReadonlySignal<readonly string[]> {
    return this.#lists;
  }

  /** The live cards of a list, first to last. */
  cardsOf(listId: string): ReadonlySignal<readonly string[]> {
    return this.#orderOf(listId);
  }

  get labels(): ReadonlySignal<readonly string[]> {
    return this.#ids.label;
  }

  get members(): ReadonlySignal<readonly string[]> {
    return this.#ids.member;
  }

  /** Takes over what the server says of the whole board. */
  fill({ board, lists, labels, members, cards }: Contents): void {
    batch(() => {
      const fresh = { board: [board], list: lists, label: labels, member: members, card: cards };
      const known = kinds.flatMap((kind) => [...this.#base[kind].keys()].map((id) => [kind, id] as const));
      for (const kind of kinds)
        this.#base[kind] = new Map(fresh[kind].map((each) => [each.publicId, each])) as never;
      const all = kinds.flatMap((kind) => [...this.#base[kind].keys()].map((id) => [kind, id] as const));
      // One by one, each card would be put in its place among all others.
      for (const [kind, id] of [...known, ...all]) this.#set(kind, id);
      this.#sortLists();
      this.#sortCards();
      for (const kind of ['label', 'member'] as const) this.#ids[kind].value = [...this.#base[kind].keys()];
    });
  }

  /** Takes over what the server says of one thing; null where it is gone. */
  put<K extends Kind>(kind: K, id: string, thing: Things[K] | null): void {
    if (thing) this.#base[kind].set(id, thing);
    else this.#base[kind].delete(id);
    batch(() => {
      this.#show(kind, id);
      if (kind === 'label' && !thing) this.#dropFromCards('labelPublicIds', id);
    });
  }

  /** Shows these mutations over what the server has told. */
  setPending(mutations: readonly Mutation[]): void {
    const touched = [...this.#pending, ...mutations].flatMap(({ effects }) => effects);
    this.#pending = mutations;
    batch(() => {
      for (const { kind, id } of touched) this.#show(kind, id);
    });
  }

  /** Whether the server knows a thing. */
  isKnown = (kind: Kind, id: string): boolean => this.#base[kind].has(id);

  contents(): Contents {
    const [board] = this.#base.board.values();
    if (!board) throw new Error('nothing was filled in yet');
    const all = <K extends Kind>(kind: K): Things[K][] => [...this.#base[kind].values()] as Things[K][];
    return { board, lists: all('list'), labels: all('label'), members: all('member'), cards: all('card') };
  }

  #set(kind: Kind, id: string): { before: object | undefined; after: object | undefined } {
    const shown: Signal<object | undefined> = this.#signalOf(kind, id);
    const before = shown.peek();
    const after = this.#overlaid(kind, id);
    shown.value = after;
    return { before, after };
  }

  #show(kind: Kind, id: string): void {
    const { before, after } = this.#set(kind, id);
    if (kind === 'card') this.#place(id, before as Things['card'], after as Things['card']);
    else if (kind === 'list') this.#sortLists();
    else if (kind !== 'board') this.#list(kind, id, after !== undefined);
  }

  /** A thing of the server's with what was changed of it here. */
  #overlaid(kind: Kind, id: string): object | undefined {
    let thing: object | undefined = this.#base[kind].get(id);
    for (const { effects } of this.#pending) {
      for (const effect of effects) if (effect.kind === kind && effect.id === id) thing = over(thing, effect);
    }
    return thing;
  }

  #place(id: string, before: Things['card'] | undefined, after: Things['card'] | undefined): void {
    const isLive = after !== undefined && after.archivedAt === null;
    const was = this.#listOf.get(id);
    const isSame = was === after?.listPublicId && before?.orderKey === after?.orderKey;
    if (isLive && was !== undefined && isSame) return;
    if (was !== undefined) {
      const order = this.#orderOf(was);
      order.value = order.peek().filter((each) => each !== id);
      this.#listOf.delete(id);
    }
    if (!isLive) return;
    const order = this.#orderOf(after.listPublicId);
    const ids = order.peek();
    const at = placeIn(ids, (each) => byOrder(this.#card(each), after) < 0);
    order.value = ids.toSpliced(at, 0, id);
    this.#listOf.set(id, after.listPublicId);
  }

  #card(id: string): Things['card'] {
    return this.#signalOf('card', id).peek() as Things['card'];
  }

  #list(kind: 'label' | 'member', id: string, isThere: boolean): void {
    const ids = this.#ids[kind];
    if (ids.peek().includes(id) === isThere) return;
    ids.value = isThere ? [...ids.peek(), id] : ids.peek().filter((each) => each !== id);
  }

  #sortLists(): void {
    const known = new Set([...this.#base.list.keys(), ...this.#pendingIds('list')]);
    const lists = [...known].flatMap((id) => this.#signalOf('list', id).peek() ?? []);
    const ids = lists.sort(byOrder).map(({ publicId }) => publicId);
    if (ids.join() !== this.#lists.peek().join()) this.#lists.value = ids;
  }

  #pendingIds(kind: Kind): string[] {
    return this.#pending.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === kind ? [effect.id] : [])),
    );
  }

  #sortCards(): void {
    const cards = [...this.#shown.keys()].flatMap((key) =>
      key.startsWith('card ') ? ((this.#shown.get(key)?.peek() as Things['card'] | undefined) ?? []) : [],
    );
    const live = Map.groupBy(
      cards.filter(({ archivedAt }) => archivedAt === null),
      ({ listPublicId }) => listPublicId,
    );
    this.#listOf.clear();
    for (const listId of new Set([...this.#orders.keys(), ...live.keys()])) {
      const ids = (live.get(listId) ?? []).sort(byOrder).map(({ publicId }) => publicId);
      for (const id of ids) this.#listOf.set(id, listId);
      this.#orderOf(listId).value = ids;
    }
  }

  #dropFromCards(field: 'labelPublicIds' | 'memberPublicIds', gone: string): void {
    for (const card of this.#base.card.values()) {
      if (card[field].includes(gone))
        this.put('card', card.publicId, { ...card, [field]: card[field].filter((each) => each !== gone) });
    }
  }

  #signalOf<K extends Kind>(kind: K, id: string): Signal<Things[K] | undefined> {
    return kept(this.#shown, `${kind} ${id}`, () => signal<unknown>(undefined)) as Signal<
      Things[K] | undefined
    >;
  }

  #orderOf(listId: string): Signal<readonly string[]> {
    return kept(this.#orders, listId, () => signal<readonly string[]>([]));
  }
}

const emptyBase = (): Base => ({
  board: new Map(),
  list: new Map(),
  label: new Map(),
  member: new Map(),
  card: new Map(),
});

function over(thing: object | undefined, { fields, isNew }: Effect): object | undefined {
  if (fields === null) return undefined;
  // What is gone from the server is not brought back by a change of it.
  return thing === undefined && !isNew ? undefined : { ...thing, ...fields };
}

/** How many of sorted ids come before a place. */
function placeIn(ids: readonly string[], isBefore: (id: string) => boolean): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(ids[middle] ?? '')) from = middle + 1;
    else to = middle;
  }
  return from;
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}
