import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Mutation, Part } from './mutation.ts';

/*
 * Changes to things that only a card's page shows. A page reads its card again only after the stream has announced a
 * change. Until then a finished change stays on top of what was read, or it would disappear and come back.
 */

/** What is read of a card at a time: its texts and lists, or its feed. */
export type Side = 'card' | 'feed';

interface Done {
  part: Part;
  position: number;
}

/** The max number of finished changes remembered for pages that have not read them. */
const most = 500;

export class Parts {
  readonly #shown = new Map<string, Signal<readonly Part[]>>();
  readonly #positions = new Map<string, number>();
  /** The position in the log up to which each side of a card was read. */
  readonly #read = new Map<string, number>();
  #pending: readonly Mutation[] = [];
  #done: readonly Done[] = [];

  /** The changes to show on top of what was read of the card, in order. */
  of(cardId: string): ReadonlySignal<readonly Part[]> {
    return this.#of(cardId);
  }

  /** Records the position of a change that will soon leave the pending ones. */
  settled({ id, part }: Mutation, position: number): void {
    if (part) this.#positions.set(id, position);
  }

  setPending(mutations: readonly Mutation[]): void {
    const before = this.#pending;
    this.#pending = mutations.filter(({ part }) => part);
    if (before.length + this.#pending.length === 0) return;
    const left = new Set(this.#pending.map(({ id }) => id));
    const passed = before.flatMap(({ id, part }): Done[] => {
      const position = this.#positions.get(id);
      if (left.has(id) || !part || position === undefined) return [];
      this.#positions.delete(id);
      const done = { part, position };
      // A change that is answered late may be part of a later read already.
      return position <= (this.#read.get(keyOf(part.cardId, sideOf(done))) ?? -1) ? [] : [done];
    });
    this.#done = [...this.#done, ...passed].slice(-most);
    for (const cardId of new Set([...before, ...this.#pending].map(({ part }) => part?.cardId ?? '')))
      this.#tell(cardId);
  }

  /** One side of a card was read, including every change up to the position. */
  hasRead(cardId: string, side: Side, position: number): void {
    const key = keyOf(cardId, side);
    this.#read.set(key, Math.max(position, this.#read.get(key) ?? 0));
    const isIn = (done: Done): boolean =>
      done.part.cardId === cardId && done.position <= position && sideOf(done) === side;
    if (!this.#done.some(isIn)) return;
    this.#done = this.#done.filter((each) => !isIn(each));
    this.#tell(cardId);
  }

  #of(cardId: string): Signal<readonly Part[]> {
    const known = this.#shown.get(cardId) ?? signal(this.#partsOf(cardId));
    this.#shown.set(cardId, known);
    return known;
  }

  #partsOf(cardId: string): Part[] {
    const all = [...this.#done, ...this.#pending].flatMap(({ part }) => part ?? []);
    return all.filter((part) => part.cardId === cardId);
  }

  #tell(cardId: string): void {
    const shown = this.#shown.get(cardId);
    if (shown) shown.value = this.#partsOf(cardId);
  }
}

const sideOf = ({ part }: Done): Side =>
  part.kind === 'comment' || part.kind === 'reaction' ? 'feed' : 'card';

const keyOf = (cardId: string, side: Side): string => `${cardId} ${side}`;
