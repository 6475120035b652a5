import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { LiveEvent } from '../../contract/subscribe.ts';
import type { Effect, Kind, Mutation } from './mutation.ts';
import type { Store } from './store.ts';
import { type Change, turnBack } from './turn-back.ts';

/*
 * What was done on a board on this page, to be undone and done again. A step is what someone did at once, however many
 * requests it took. What is undone is one's own change: where a thing was changed since, that stays.
 */

export interface Step {
  readonly mutations: ReadonlySet<string>;
  readonly changes: readonly Change[];
}

export interface Undone {
  step: Step;
  /** Whether anything was left to undo. */
  isDone: boolean;
  /** What was changed since, and left as it is. */
  left: readonly Change[];
}

type Steps = Signal<readonly Step[]>;

/** So many steps are remembered. */
const most = 100;

export class UndoStack {
  readonly #store: Store;
  readonly #perform: (mutation: Mutation) => void;
  readonly #done = signal<readonly Step[]>([]);
  readonly #undone = signal<readonly Step[]>([]);
  /** Where in the log one's own changes are, and where someone else has moved a thing last. */
  readonly #positions = new Map<string, number>();
  readonly #moves = new Map<string, number>();
  /** The copies of cards that the server has made for a request, and named. */
  readonly #copies = new Map<string, readonly string[]>();

  constructor(store: Store, perform: (mutation: Mutation) => void) {
    this.#store = store;
    this.#perform = perform;
  }

  /** What can be undone, the last at the end. */
  get done(): ReadonlySignal<readonly Step[]> {
    return this.#done;
  }

  /** What can be done again, the next at the end. */
  get undone(): ReadonlySignal<readonly Step[]> {
    return this.#undone;
  }

  /** Does it as one step; undefined where none of it can be undone. */
  do(mutations: readonly Mutation[]): Step | undefined {
    const step = this.#record(mutations);
    if (step.changes.length === 0) return undefined;
    this.#done.value = [...this.#done.peek(), step].slice(-most);
    this.#undone.value = [];
    this.#forget();
    return step;
  }

  /** Undoes a step, by default the last one; undefined where there is none, or it was undone already. */
  undo(step = this.#done.peek().at(-1)): Undone | undefined {
    return step && this.#turn(step, this.#done, this.#undone);
  }

  redo(): Undone | undefined {
    const step = this.#undone.peek().at(-1);
    return step && this.#turn(step, this.#undone, this.#done);
  }

  /** What the server refused is not there to be undone. */
  refused(mutations: readonly Mutation[]): void {
    const ids = new Set(mutations.map(({ id }) => id));
    for (const steps of [this.#done, this.#undone])
      steps.value = steps.peek().filter((step) => step.mutations.isDisjointFrom(ids));
  }

  /** A change of one's own has its place in the log. */
  settled({ id }: Mutation, position: number, reply: unknown): void {
    this.#positions.set(id, position);
    const { results = [] } = (reply ?? {}) as { results?: { copyPublicId?: string }[] };
    const copies = results.flatMap(({ copyPublicId }) => copyPublicId ?? []);
    if (copies.length > 0) this.#copies.set(id, copies);
  }

  /**
   * Hears what is told, before it is shown. A value says by itself that it was changed; a place does not, because the
   * server puts its own order key in the place of the one guessed here.
   */
  heard({ position, type, user, card, list }: LiveEvent, me: string | undefined): void {
    if (user?.id === me) return;
    if (card && /^card\.updated\.(?:list|index)$/.test(type))
      this.#moves.set(`card ${card.publicId}`, position);
    if (list && 'orderKey' in list && this.#store.told('list', list.publicId)?.orderKey !== list.orderKey)
      this.#moves.set(`list ${list.publicId}`, position);
  }

  #turn(step: Step, from: Steps, to: Steps): Undone | undefined {
    if (!from.peek().includes(step)) return undefined;
    from.value = from.peek().filter((each) => each !== step);
    const copies = new Set([...step.mutations].flatMap((id) => this.#copies.get(id) ?? []));
    const { mutations, left } = turnBack(this.#store, step.changes, this.#isMoved, copies);
    const back = this.#record(mutations);
    if (back.changes.length > 0) to.value = [...to.peek(), back].slice(-most);
    return { step, isDone: mutations.length > 0, left: [...left] };
  }

  /** What is not in the log yet comes after all that is. */
  #isMoved = ({ kind, id, mutation }: Change): boolean =>
    (this.#moves.get(`${kind} ${id}`) ?? 0) > (this.#positions.get(mutation) ?? Number.POSITIVE_INFINITY);

  #record(mutations: readonly Mutation[]): Step {
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
    return { mutations: new Set(mutations.map(({ id }) => id)), changes };
  }

  /** What no step needs to know any more. */
  #forget(): void {
    if (this.#positions.size < 10 * most) return;
    const needed = new Set(this.#done.peek().flatMap(({ mutations }) => [...mutations]));
    for (const each of [this.#positions, this.#copies])
      for (const id of each.keys()) if (!needed.has(id)) each.delete(id);
  }
}

/** There is no way back for a label that was deleted; of members, nothing is changed here. */
const canBeUndone = ({ kind, fields, isNew }: Effect): boolean =>
  kind !== 'member' && !(kind === 'label' && (fields === null || isNew));
