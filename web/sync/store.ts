import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { byOrder } from './by-order.ts';
import { kept, over, placeIn } from './in-store.ts';
import { type Effect, type Entities, type Kind, kinds, type Mutation } from './mutation.ts';

/*
 * One board, normalised: the server's state and, on top of it, the changes made here that the server's state does not
 * include yet. Together they are what is shown. Each thing has its own signal, and each list has one for the order of
 * its cards, so that a change renders only what it affects. A signal is created when its thing is first read: of ten
 * thousand cards, a page shows a hundred.
 */

type Base = { [K in Kind]: Map<string, Entities[K]> };

/** The contents of a board's snapshot. */
export interface Contents {
  board: Entities['board'];
  lists: readonly Entities['list'][];
  labels: readonly Entities['label'][];
  /** Absent in what an earlier version has stored. */
  fields?: readonly Entities['field'][];
  members: readonly Entities['member'][];
  cards: readonly Entities['card'][];
}

export class Store {
  readonly #base: Base = mapPerKind();
  readonly #signals: Signals = mapPerKind();
  readonly #orders = new Map<string, Signal<readonly string[]>>();
  readonly #lists = signal<readonly string[]>([]);
  readonly #ids = {
    label: signal<readonly string[]>([]),
    field: signal<readonly string[]>([]),
    member: signal<readonly string[]>([]),
  };
  /** Counts the changes to the cards of each list, for the lists that have a reader. */
  readonly #changes = new Map<string, Signal<number>>();
  #pending: readonly Mutation[] = [];
  /** The effects of pending mutations on each thing, in order. */
  #effects = new Map<string, Effect[]>();
  /** The list in which each card is shown. */
  readonly #listOf = new Map<string, string>();

  /** A thing as shown; undefined if there is none. */
  get<K extends Kind>(kind: K, id: string): ReadonlySignal<Entities[K] | undefined> {
    return kept(this.#signals[kind] as Map<string, Signal<Entities[K] | undefined>>, id, () =>
      signal(this.peek(kind, id)),
    );
  }

  /** The current value of a thing as shown, without subscribing to it. */
  peek<K extends Kind>(kind: K, id: string): Entities[K] | undefined {
    const entity: Entities[K] | undefined = this.#base[kind].get(id);
    const effects = this.#effects.get(id);
    if (!effects) return entity;
    return effects
      .filter((each) => each.kind === kind)
      .reduce<object | undefined>(over, entity) as typeof entity;
  }

  get boardId(): string {
    const [id = ''] = this.#base.board.keys();
    return id;
  }

  /** The lists of the board, first to last. */
  get lists(): ReadonlySignal<readonly string[]> {
    return this.#lists;
  }

  /** The live cards of a list, first to last. */
  cardsOf(listId: string): ReadonlySignal<readonly string[]> {
    return this.#orderOf(listId);
  }

  /** The number of live cards of each list, first to last. */
  sizes(): number[] {
    return this.#lists.peek().map((list) => this.cardsOf(list).peek().length);
  }

  /** A number that changes whenever any card of the list changes: for readers of all cards, such as a filter. */
  changesIn(listId: string): ReadonlySignal<number> {
    return kept(this.#changes, listId, () => signal(0));
  }

  get labels(): ReadonlySignal<readonly string[]> {
    return this.#ids.label;
  }

  /** The fields of the board, in any order. */
  get fields(): ReadonlySignal<readonly string[]> {
    return this.#ids.field;
  }

  get members(): ReadonlySignal<readonly string[]> {
    return this.#ids.member;
  }

  /** Replaces the whole board with a snapshot. It contains no archived cards, so those are kept. */
  fill({ board, lists, labels, fields = [], members, cards }: Contents): void {
    batch(() => {
      const archived = [...this.#base.card.values()].filter(({ archivedAt }) => archivedAt !== null);
      const all = [...archived, ...cards];
      const fresh = { board: [board], list: lists, label: labels, field: fields, member: members, card: all };
      for (const kind of kinds) {
        this.#base[kind] = new Map(fresh[kind].map((each) => [each.publicId, each])) as never;
        for (const id of this.#signals[kind].keys()) this.#tell(kind, id);
      }
      // Sort once: inserting the cards one by one would look for each one's place among all others.
      this.#sortLists();
      this.#sortCards();
      for (const listId of this.#changes.keys()) this.#count(listId);
      for (const kind of ['label', 'field', 'member'] as const)
        this.#ids[kind].value = [...this.#base[kind].keys()];
    });
  }

  /** Replaces one thing with the server's version; null if it is gone. */
  put<K extends Kind>(kind: K, id: string, entity: Entities[K] | null): void {
    const before = this.peek(kind, id);
    if (entity && !(kind === 'card' && this.#isListAway(entity as Entities['card'])))
      this.#base[kind].set(id, entity);
    else this.#base[kind].delete(id);
    batch(() => {
      this.#show(kind, id, before);
      if (kind === 'label' && !entity) this.#dropFromCards('labelPublicIds', id);
      if (kind === 'list' && !entity) this.#dropCardsOf(id);
    });
  }

  /** Shows these mutations on top of the server's state. */
  setPending(mutations: readonly Mutation[]): void {
    const touched = new Map<string, Kind>();
    for (const { effects } of [...this.#pending, ...mutations])
      for (const { kind, id } of effects) touched.set(id, kind);
    const before = [...touched].map(([id, kind]) => ({ kind, id, was: this.peek(kind, id) }));
    this.#pending = mutations;
    this.#effects = Map.groupBy(
      mutations.flatMap(({ effects }) => effects),
      ({ id }) => id,
    );
    batch(() => {
      // Lift all cards before placing any: among cards whose keys are new, a place cannot be found.
      for (const { kind, id, was } of before) this.#tellOf(kind, id, was);
      for (const { kind, id } of before) if (kind === 'card') this.#putDown(id);
    });
  }

  /** The server's version of a thing, without pending changes. */
  confirmed<K extends Kind>(kind: K, id: string): Entities[K] | undefined {
    return this.#base[kind].get(id);
  }

  /** Whether the server knows a thing. */
  isKnown = (kind: Kind, id: string): boolean => this.#base[kind].has(id);

  contents(): Contents {
    const [board] = this.#base.board.values();
    if (!board) throw new Error('nothing was filled in yet');
    const all = <K extends Kind>(kind: K): Entities[K][] => [...this.#base[kind].values()] as Entities[K][];
    return {
      board,
      lists: all('list'),
      labels: all('label'),
      fields: all('field'),
      members: all('member'),
      cards: all('card'),
    };
  }

  /** Updates the signal of a thing. */
  #tell(kind: Kind, id: string): void {
    const signal: Signal<object | undefined> | undefined = this.#signals[kind].get(id);
    if (signal) signal.value = this.peek(kind, id);
  }

  #show(kind: Kind, id: string, before: object | undefined): void {
    this.#tellOf(kind, id, before);
    if (kind === 'card') this.#putDown(id);
  }

  #tellOf(kind: Kind, id: string, before: object | undefined): void {
    this.#tell(kind, id);
    if (kind === 'card') this.#lift(id, before as Entities['card'] | undefined);
    else if (kind === 'list') this.#sortLists();
    else if (kind !== 'board') this.#list(kind, id, this.peek(kind, id) !== undefined);
  }

  /** Whether a card's list is not on the board, because it is archived: then its live cards are not shown either. */
  #isListAway(card: Entities['card']): boolean {
    return isLive(card) && !this.#base.list.has(card.listPublicId);
  }

  #count(listId: string): void {
    const changes = this.#changes.get(listId);
    if (changes) changes.value = changes.peek() + 1;
  }

  /** Removes a card from its list's order if it is no longer there or has moved within it. */
  #lift(id: string, before: Entities['card'] | undefined): void {
    const after = this.peek('card', id);
    for (const listId of new Set([before?.listPublicId, after?.listPublicId]))
      if (listId) this.#count(listId);
    const was = this.#listOf.get(id);
    const isSame = isLive(after) && was === after.listPublicId && before?.orderKey === after.orderKey;
    if (was === undefined || isSame) return;
    const order = this.#orderOf(was);
    order.value = order.peek().filter((each) => each !== id);
    this.#listOf.delete(id);
  }

  /** Inserts a card into its list's order if it is not in one. */
  #putDown(id: string): void {
    const card = this.peek('card', id);
    if (!isLive(card) || this.#listOf.has(id)) return;
    const order = this.#orderOf(card.listPublicId);
    const ids = order.peek();
    order.value = ids.toSpliced(
      placeIn(ids, (each) => this.#isBefore(each, card)),
      0,
      id,
    );
    this.#listOf.set(id, card.listPublicId);
  }

  #isBefore(id: string, other: Entities['card']): boolean {
    const card = this.peek('card', id);
    return card !== undefined && byOrder(card, other) < 0;
  }

  #list(kind: 'label' | 'field' | 'member', id: string, isThere: boolean): void {
    const ids = this.#ids[kind];
    if (ids.peek().includes(id) === isThere) return;
    ids.value = isThere ? [...ids.peek(), id] : ids.peek().filter((each) => each !== id);
  }

  #sortLists(): void {
    const known = new Set([...this.#base.list.keys(), ...this.#pendingIds('list')]);
    const lists = [...known].flatMap((id) => this.peek('list', id) ?? []);
    const ids = lists.sort(byOrder).map(({ publicId }) => publicId);
    if (ids.join() !== this.#lists.peek().join()) this.#lists.value = ids;
  }

  #pendingIds(kind: Kind): string[] {
    return this.#pending.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === kind ? [effect.id] : [])),
    );
  }

  #sortCards(): void {
    const known = new Set([...this.#base.card.keys(), ...this.#pendingIds('card')]);
    const cards = [...known].flatMap((id) => this.peek('card', id) ?? []);
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

  /** Removes the live cards of a list that is gone. Archived cards stay: they are not shown until the list is back. */
  #dropCardsOf(listId: string): void {
    const cards = this.#base.card;
    const gone = [...cards.values()].filter(
      (each) => each.listPublicId === listId && each.archivedAt === null,
    );
    for (const { publicId } of gone) cards.delete(publicId);
    for (const { publicId } of gone) this.#tell('card', publicId);
    this.#sortCards();
    this.#count(listId);
  }

  #dropFromCards(field: 'labelPublicIds' | 'memberPublicIds', gone: string): void {
    for (const card of this.#base.card.values()) {
      if (card[field].includes(gone))
        this.put('card', card.publicId, { ...card, [field]: card[field].filter((each) => each !== gone) });
    }
  }

  #orderOf(listId: string): Signal<readonly string[]> {
    return kept(this.#orders, listId, () => signal<readonly string[]>([]));
  }
}

const isLive = (card: Entities['card'] | undefined): card is Entities['card'] => card?.archivedAt === null;

type Signals = { [K in Kind]: Map<string, Signal<Entities[K] | undefined>> };

const mapPerKind = () => ({
  board: new Map(),
  list: new Map(),
  label: new Map(),
  field: new Map(),
  member: new Map(),
  card: new Map(),
});
