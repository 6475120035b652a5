import { type ReadonlySignal, signal } from '@preact/signals';
import type { Store } from '../sync/store.ts';

/*
 * Which cards of the open board are selected: they are dragged, moved, labelled and archived together. A card is added by
 * itself, or with all between it and the last one that was chosen.
 */

const chosen = signal<ReadonlySet<string>>(new Set());

/** Where a range begins: the card that was chosen last. */
let anchor: string | undefined;

/** In no order; `inOrder` has them as the board does. */
export const selected: ReadonlySignal<ReadonlySet<string>> = chosen;

function choose(ids: Iterable<string>): void {
  const next = new Set(ids);
  if (next.symmetricDifference(chosen.peek()).size > 0) chosen.value = next;
}

export function clear(): void {
  anchor = undefined;
  choose([]);
}

/** Takes a card in, or out again. */
export function toggle(id: string): void {
  const next = new Set(chosen.peek());
  if (!next.delete(id)) next.add(id);
  anchor = id;
  choose(next);
}

/** Takes in cards that stand together, as those of a list. */
export function add(ids: readonly string[]): void {
  anchor = ids.at(-1) ?? anchor;
  choose([...chosen.peek(), ...ids]);
}

/**
 * Takes in all from the card that was chosen last to this one, of the cards as they are shown; where they are not in one list,
 * this one alone.
 */
export function extendTo(shown: readonly string[], id: string): void {
  const from = anchor === undefined ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(id);
  if (from < 0 || to < 0) return add([id]);
  add(shown.slice(Math.min(from, to), Math.max(from, to) + 1));
  anchor = id;
}

/** The selected cards, list by list and first to last; those that are gone meanwhile are not among them. */
export function inOrder(store: Store): string[] {
  const ids = chosen.peek();
  if (ids.size === 0) return [];
  return store.lists
    .peek()
    .flatMap((list) => store.cardsOf(list).peek())
    .filter((id) => ids.has(id));
}

/** What is done to a card is done to all that are selected, if it is one of them. */
export const withSelected = (store: Store, id: string): string[] =>
  chosen.peek().has(id) ? inOrder(store) : [id];
