import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/en.ts';
import type { Later } from '../ui/later.tsx';
import { toast } from '../ui/toast.tsx';
import type { OpenBoard } from './open.ts';

/* The page of a card is loaded after the board: it is as large, and a board is looked at first. */

export interface CardPageProps {
  board: OpenBoard;
  id: string;
}

/** Whether all that a board needs is there, or cannot be had: what can wait begins then. */
export const isPrepared: Signal<boolean> = signal(false);

/** Loads it where nobody waits for it, so that the first card opens at once, also when the line is gone by then. */
export function prepareCardPage(page: Later<CardPageProps>): void {
  const soon = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;
  soon(() => {
    page
      .load()
      .catch(() => {
        // Without a line. It is tried again when a card is opened.
      })
      .finally(() => {
        isPrepared.value = true;
      });
  });
}

/** A card over its board. */
export function CardPage({ of, board, id }: CardPageProps & { of: Later<CardPageProps> }) {
  useEffect(() => {
    of.load().catch(() => toast(t.errors.title));
  }, []);
  const Shown = of.shown.value;
  return Shown ? <Shown key={id} board={board} id={id} /> : null;
}
