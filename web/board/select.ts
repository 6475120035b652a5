import { type ReadonlySignal, signal } from '@preact/signals';
import type { Store } from '../sync/store.ts';

/*
 * The selected cards of the open board: they are dragged, moved, labelled and archived together. A card is added by
 * itself, or with all cards between it and the anchor.
 */

const chosen = signal<ReadonlySet<string>>(new Set());

/** The anchor of a range: the last card that was chosen. */
let anchor: string | undefined;

/** Unordered; `inOrder` has them in the order of the board. */
export const selected: ReadonlySignal<ReadonlySet<string>> = chosen;

function choose(ids: Iterable<string>): void {
  const next = new Set(ids);
  if (next.symmetricDifference(chosen.peek()).size > 0) chosen.value = next;
}

export function clear(): void {
  anchor = undefined;
  choose([]);
}

/** Adds a card to the selection or removes it. */
export function toggle(id: string): void {
  const next = new Set(chosen.peek());
  if (!next.delete(id)) next.add(id);
  anchor = id;
  choose(next);
}

/** Adds adjacent cards, such as those of a list. */
export function add(ids: readonly string[]): void {
  anchor = ids.at(-1) ?? anchor;
  choose([...chosen.peek(), ...ids]);
}

/** Adds all cards from the anchor to this one, among the visible cards of a list; only this one if they are in different lists. */
export function extendTo(shown: readonly string[], id: string): void {
  const from = anchor === undefined ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(id);
  if (from < 0 || to < 0) return add([id]);
  add(shown.slice(Math.min(from, to), Math.max(from, to) + 1));
  anchor = id;
}

/** The selected cards that still exist, list by list and first to last. */
export function inOrder(store: Store): string[] {
  const ids = chosen.peek();
  if (ids.size === 0) return [];
  return store.lists
    .peek()
    .flatMap((list) => store.cardsOf(list).peek())
    .filter((id) => ids.has(id));
}

/** The cards that an action on a card applies to: all selected ones if it is one of them. */
export const withSelected = (store: Store, id: string): string[] =>
  chosen.peek().has(id) ? inOrder(store) : [id];
