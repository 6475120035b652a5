import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { LiveEvent } from '../../contract/subscribe.ts';
import type { Effect, Kind, Mutation } from './mutation.ts';
import type { Store } from './store.ts';
import type { Change, TurnBack } from './turn-back.ts';

/*
 * The undo and redo stack of a board on this page. A step is one action of the user, however many requests it takes.
 * Undo reverts the user's own changes: things that were changed since stay as they are.
 */

export interface Step {
  readonly mutations: ReadonlySet<string>;
  readonly changes: readonly Change[];
  readonly own?: OwnStep | undefined;
}

/** A change to what only the page of a card shows: it says itself what undoes it. */
export interface OwnStep {
  readonly mutation: Mutation;
  /** What was done, and that it was left alone since somebody else has changed it. */
  readonly text: string;
  readonly left: string;
  /** Undefined if somebody else has changed it since. */
  readonly back: () => OwnStep | undefined;
}

export interface Undone {
  step: Step;
  /** Whether there was anything left to undo. */
  isDone: boolean;
  /** Changes left alone because the thing was changed since. */
  left: readonly Change[];
}

type Steps = Signal<readonly Step[]>;

/** The max number of steps remembered. */
const most = 100;

export class UndoStack {
  readonly #store: Store;
  readonly #perform: (mutation: Mutation) => void;
  readonly #turnBack: TurnBack;
  readonly #done = signal<readonly Step[]>([]);
  readonly #undone = signal<readonly Step[]>([]);
  /** The positions of the user's own changes in the log, and of the last move of each thing by somebody else. */
  readonly #positions = new Map<string, number>();
  readonly #moves = new Map<string, number>();
  /** The ids that the server assigned to copies of cards, by request. */
  readonly #copies = new Map<string, readonly string[]>();

  constructor(store: Store, perform: (mutation: Mutation) => void, turnBack: TurnBack) {
    this.#store = store;
    this.#perform = perform;
    this.#turnBack = turnBack;
  }

  /** The steps that can be undone, the last at the end. */
  get done(): ReadonlySignal<readonly Step[]> {
    return this.#done;
  }

  /** The steps that can be redone, the next at the end. */
  get undone(): ReadonlySignal<readonly Step[]> {
    return this.#undone;
  }

  /** Performs mutations as one step; returns undefined if none of them can be undone. */
  do(mutations: readonly Mutation[], own?: OwnStep): Step | undefined {
    const step = this.#record(mutations, own);
    if (!own && step.changes.length === 0) return undefined;
    this.#done.value = [...this.#done.peek(), step].slice(-most);
    this.#undone.value = [];
    this.#forget();
    return step;
  }

  /** Undoes a step, by default the last one; returns undefined if there is none or it was already undone. */
  undo(step = this.#done.peek().at(-1)): Undone | undefined {
    return step && this.#turn(step, this.#done, this.#undone);
  }

  redo(): Undone | undefined {
    const step = this.#undone.peek().at(-1);
    return step && this.#turn(step, this.#undone, this.#done);
  }

  /** Removes the steps of refused mutations. */
  refused(mutations: readonly Mutation[]): void {
    const ids = new Set(mutations.map(({ id }) => id));
    for (const steps of [this.#done, this.#undone])
      steps.value = steps.peek().filter((step) => step.mutations.isDisjointFrom(ids));
  }

  /** Records the position in the log of one of the user's own changes. */
  settled({ id }: Mutation, position: number, reply: unknown): void {
    this.#positions.set(id, position);
    const { results = [] } = (reply ?? {}) as { results?: { copyPublicId?: string }[] };
    const copies = results.flatMap(({ copyPublicId }) => copyPublicId ?? []);
    if (copies.length > 0) this.#copies.set(id, copies);
  }

  /**
   * Takes note of an event before it is shown. A changed value can be detected by comparing it; a changed place cannot,
   * because the server replaces the order key that was guessed here.
   */
  heard({ position, type, user, card, list }: LiveEvent, me: string | undefined): void {
    if (user?.id === me) return;
    if (card && /^card\.updated\.(?:list|index)$/.test(type))
      this.#moves.set(`card ${card.publicId}`, position);
    if (
      list &&
      'orderKey' in list &&
      this.#store.confirmed('list', list.publicId)?.orderKey !== list.orderKey
    )
      this.#moves.set(`list ${list.publicId}`, position);
  }

  #turn(step: Step, from: Steps, to: Steps): Undone | undefined {
    if (!from.peek().includes(step)) return undefined;
    from.value = from.peek().filter((each) => each !== step);
    const copies = new Set([...step.mutations].flatMap((id) => this.#copies.get(id) ?? []));
    const own = step.own?.back();
    const { mutations, left } = this.#turnBack(this.#store, step.changes, this.#isMoved, copies);
    if (own) mutations.push(own.mutation);
    const back = this.#record(mutations, own);
    if (own || back.changes.length > 0) to.value = [...to.peek(), back].slice(-most);
    return { step, isDone: mutations.length > 0, left: [...left] };
  }

  /** A change that is not in the log yet is later than all that are. */
  #isMoved = ({ kind, id, mutation }: Change): boolean =>
    (this.#moves.get(`${kind} ${id}`) ?? 0) > (this.#positions.get(mutation) ?? Number.POSITIVE_INFINITY);

  #record(mutations: readonly Mutation[], own: OwnStep | undefined): Step {
    const touched = new Map<
      string,
      { kind: Kind; id: string; before: object | undefined; mutation: string; archived: boolean }
    >();
    for (const { id: mutation, effects } of mutations)
      for (const { kind, id, archived = false } of effects.filter(canBeUndone)) {
        const key = `${kind} ${id}`;
        const before = touched.has(key) ? touched.get(key)?.before : this.#store.peek(kind, id);
        touched.set(key, { kind, id, before, mutation, archived });
      }
    for (const each of mutations) this.#perform(each);
    const changes = [...touched.values()].flatMap((each) => {
      const after = this.#store.peek(each.kind, each.id);
      return after === each.before ? [] : [{ ...each, after } as Change];
    });
    return { mutations: new Set(mutations.map(({ id }) => id)), changes, own };
  }

  /** Deletes what no step needs any longer. */
  #forget(): void {
    if (this.#positions.size < 10 * most) return;
    const needed = new Set(this.#done.peek().flatMap(({ mutations }) => [...mutations]));
    for (const each of [this.#positions, this.#copies])
      for (const id of each.keys()) if (!needed.has(id)) each.delete(id);
  }
}

/** The creation or deletion of a label cannot be undone; members are not changed here. */
const canBeUndone = ({ kind, fields, isNew }: Effect): boolean =>
  kind !== 'member' && !(kind === 'label' && (fields === null || isNew));
