import { signal } from '@preact/signals';
import type { Place } from '../ui/placed.tsx';
import type { OpenBoard } from './open.ts';

/* What a command has opened over the page; one thing at a time. */

interface OverCards {
  board: OpenBoard;
  /** The one that it was asked for, and all that it is about. */
  card: string;
  cards: readonly string[];
  /** Beside what it opens; in the middle of the page where nothing is there. */
  at: Place | undefined;
}

export type Overlay =
  | ({ kind: 'menu' | 'labels' | 'members' | 'due' | 'title' | 'add' | 'move' | 'copy' } & OverCards)
  | { kind: 'moveList'; board: OpenBoard; list: string }
  | { kind: 'palette'; isSearch: boolean }
  | { kind: 'help' };

export const overlay = signal<Overlay | null>(null);

export const show = (next: Overlay): void => {
  overlay.value = next;
};

export const closeOverlay = (): void => {
  overlay.value = null;
};
