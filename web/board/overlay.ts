import { signal } from '@preact/signals';
import type { Place } from '../ui/placed.tsx';
import { may, type Needs } from './may.ts';
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
  | ({
      kind: 'menu' | 'labels' | 'members' | 'due' | 'cover' | 'title' | 'add' | 'move' | 'copy';
    } & OverCards)
  | { kind: 'moveList' | 'listSettings'; board: OpenBoard; list: string }
  | { kind: 'palette'; isSearch: boolean }
  | { kind: 'help' };

/** Commands for which the page of a card has a control of its own, marked with `data-command`: in an open card they use it. */
export type CommandWithControl = 'labels' | 'members' | 'due' | 'cover' | 'title';

export const overlay = signal<Overlay | null>(null);

/** What each overlay is for; the menu has what may be done. */
const needs: Readonly<Record<Overlay['kind'], Needs>> = {
  menu: null,
  labels: 'card:edit',
  members: 'card:edit',
  due: 'card:edit',
  cover: 'card:edit',
  title: 'card:edit',
  add: 'card:create',
  move: 'card:edit',
  copy: 'card:create',
  moveList: 'list:edit',
  listSettings: 'list:edit',
  palette: null,
  help: null,
};

/** Whether the user may do what an overlay is for. */
export const isMeant = (of: Overlay | null): boolean =>
  of === null || !('board' in of) || may(of.board, needs[of.kind]);

export const show = (next: Overlay): void => {
  if (isMeant(next)) overlay.value = next;
};

export const closeOverlay = (): void => {
  overlay.value = null;
};
