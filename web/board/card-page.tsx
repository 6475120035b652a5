import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { type Later, loadUntilDone } from '../ui/later.tsx';
import { toast } from '../ui/toast.tsx';
import type { OpenBoard } from './open.ts';
import { prepareSoon } from './soon.ts';

/* The page of a card is loaded after the board: it is as large, and users look at a board first. */

export interface CardPageProps {
  board: OpenBoard;
  id: string;
}

/** Whether everything that a board needs has loaded or failed to: then the rest can load. */
export const isPrepared: Signal<boolean> = signal(false);

/** Loads the page ahead of time, so that the first card opens at once, even if the connection is lost by then. */
export function prepareCardPage(page: Later<CardPageProps>): void {
  const soon = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;
  soon(() => {
    prepareSoon();
    page
      .load()
      .catch(() => {
        // No connection: loading is tried again when a card is opened.
      })
      .finally(() => {
        isPrepared.value = true;
      });
  });
}

/** The page of a card, over its board. */
export function CardPage({ of, board, id }: CardPageProps & { of: Later<CardPageProps> }) {
  useEffect(() => loadUntilDone(of.load, () => toast(t.errors.title)), []);
  const Shown = of.shown.value;
  return Shown ? <Shown key={id} board={board} id={id} /> : null;
}
