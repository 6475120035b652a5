import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/en.ts';
import { toast } from '../ui/toast.tsx';
import type { OpenBoard } from './open.ts';

/* The page of a card is loaded after the board: it is as large, and a board is looked at first. */

type CardPageProps = { board: OpenBoard; id: string };

const page = signal<ComponentType<CardPageProps> | undefined>(undefined);

/** Whether all that a board needs is there, or cannot be had: what can wait begins then. */
export const isPrepared: Signal<boolean> = signal(false);

async function load(): Promise<void> {
  page.value = (await import('../card/dialog.tsx')).CardDialog;
}

/** Loads it where nobody waits for it, so that the first card opens at once, also when the line is gone by then. */
export function prepareCardPage(): void {
  const soon = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;
  soon(() => {
    load()
      .catch(() => {
        // Without a line. It is tried again when a card is opened.
      })
      .finally(() => {
        isPrepared.value = true;
      });
  });
}

/** A card over its board. */
export function CardPage({ board, id }: CardPageProps) {
  useEffect(() => {
    if (!page.peek()) load().catch(() => toast(t.errors.title));
  }, []);
  const Shown = page.value;
  return Shown ? <Shown key={id} board={board} id={id} /> : null;
}
