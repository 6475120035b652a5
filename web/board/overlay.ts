import { signal } from '@preact/signals';
import type { Place } from '../ui/placed.tsx';
import type { OpenBoard } from './open.ts';

/* The overlay that a command has opened; there is one at a time. */

interface OverCards {
  board: OpenBoard;
  /** The card that it was opened on, and all cards that it applies to. */
  card: string;
  cards: readonly string[];
  /** The anchor; undefined for the middle of the page. */
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
