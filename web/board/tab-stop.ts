import { computed, type ReadonlySignal } from '@preact/signals';
import { shownCards } from './filter.ts';
import { folded } from './fold.ts';
import type { OpenBoard } from './open.ts';

/*
 * The lists of a board are one stop of the Tab key, however many cards they have: the card that had the focus last, with the
 * buttons of its list, or else the first card. Arrows lead to the others. A list without cards keeps its buttons.
 */

interface Stop {
  list: string;
  card: string;
}

const stops = new WeakMap<OpenBoard, ReadonlySignal<Stop | undefined>>();

export function tabStop(board: OpenBoard): ReadonlySignal<Stop | undefined> {
  const known = stops.get(board);
  if (known) return known;
  const made = computed(() => find(board));
  stops.set(board, made);
  return made;
}

function find({ id, store, view }: OpenBoard): Stop | undefined {
  const shownIn = (list: string) => (folded(id).value.has(list) ? [] : shownCards(store, list).value);
  const last = store.get('card', view.lastFocused.value).value;
  if (last && shownIn(last.listPublicId).includes(last.publicId))
    return { list: last.listPublicId, card: last.publicId };
  for (const list of store.lists.value) {
    const [card] = shownIn(list);
    if (card !== undefined) return { list, card };
  }
  return undefined;
}
