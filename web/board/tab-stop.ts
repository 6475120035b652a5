import { computed, type ReadonlySignal } from '@preact/signals';
import { shownCards } from './filter.ts';
import { folded } from './fold.ts';
import type { OpenBoard } from './open.ts';

/*
 * A roving tab index. All lists of a board together are one stop of the Tab key: the card that had the focus last, with
 * the buttons of its list, or else the first card. Arrow keys move to the others. Lists without cards keep their
 * buttons.
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
