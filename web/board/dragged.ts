import { signal } from '@preact/signals';
import type { Needs } from './may.ts';

/* What is being dragged. */

export type DragKind = 'card' | 'list' | 'member';

/** What it takes to drag each. */
export const needs: Readonly<Record<DragKind, Needs>> = {
  card: 'card:edit',
  list: 'list:edit',
  member: 'card:edit',
};

export interface Dragged {
  kind: DragKind;
  /** The id of what was picked up. */
  id: string;
  /** Everything that is dragged with it, in order. */
  ids: readonly string[];
  /** The list that it came from. */
  from: string;
  /** Pixels, the size of the gap. */
  width: number;
  height: number;
  /** The list that it would land in. */
  listId: string;
  /** The card or list that it would land before; null is the end. For a member: the card to assign it to. */
  before: string | null;
}

/** What is being dragged, and where it would land. */
export const dragged = signal<Dragged | null>(null);

/** What a drag on a board does. */
export interface Drag {
  /** The cards dragged along with a card, in order. */
  along(id: string): readonly string[];
  /** The visible cards of a list. */
  shownIn(listId: string): readonly string[];
  /** Called when the pointer has stayed over a list for a while. */
  stayed(listId: string): void;
  dropped(drop: Dragged): void;
}

export interface Taken {
  element: HTMLElement;
  kind: DragKind;
  id: string;
}
