import { t } from '../messages/t.ts';
import { once } from '../ui/once.ts';
import { toast } from '../ui/toast.tsx';
import type { FromOutside } from './from-outside.ts';
import type { OpenBoard } from './open.ts';

/* Drops from outside the page. What they do is loaded after the board, and what is dropped before that waits for it. */

/** Fields take drops themselves. */
const isOurs = ({ target }: Event): boolean =>
  (target as HTMLElement).closest('input, textarea, dialog') === null;

/** Accepts drops on a page with a board; returns a function that stops it. */
export function takeFromOutside(page: HTMLElement, lists: HTMLElement, board: OpenBoard): () => void {
  const off = new AbortController();
  const { signal } = off;
  let part: FromOutside | undefined;
  const load = once(async () => {
    part = (await import('./from-outside.ts')).fromOutside(lists, board);
  });
  load().catch(() => undefined);
  const onOver = (event: DragEvent) => {
    if (!isOurs(event)) part?.over();
    else if (part) part.over(event);
    else event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    part?.over();
    if (!isOurs(event) || !event.dataTransfer) return;
    // A file that misses its card must not replace the page.
    event.preventDefault();
    const { clientX: x, clientY: y, dataTransfer } = event;
    const dropped = {
      at: { x, y },
      target: event.target as HTMLElement,
      files: [...dataTransfer.files],
      text: dataTransfer.getData('text/plain'),
    };
    load().then(
      () => signal.aborted || part?.drop(dropped),
      () => toast(t.errors.title),
    );
  };
  page.addEventListener('dragover', onOver, { signal });
  page.addEventListener('drop', onDrop, { signal });
  page.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && part?.over(), {
    signal,
  });
  page.addEventListener('dragend', () => part?.over(), { signal });
  return () => off.abort();
}
