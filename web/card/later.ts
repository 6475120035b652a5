import { signal } from '@preact/signals';
import { t } from '../messages/en.ts';
import { problemOf } from '../pages/form.tsx';
import { toast } from '../ui/toast.tsx';

/*
 * What the service deletes for good is deleted here at once, and there once nobody can take it back any more: after
 * some seconds, or when the page is left.
 */

interface Leaving {
  send: () => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
}

/** Milliseconds: as long as the toast is shown. */
const delay = 10_000;

const leaving = new Map<string, Leaving>();

/** What is not to be shown any more. */
export const gone = signal<ReadonlySet<string>>(new Set());

/** Takes something off the page and offers to bring it back; `send` deletes it for good. */
export function deleteLater(id: string, text: string, send: () => Promise<unknown>): void {
  leaving.set(id, { send, timer: setTimeout(() => void carryOut(id), delay) });
  gone.value = new Set([...gone.peek(), id]);
  toast(text, { label: t.undo.undo, run: () => bringBack(id) });
}

function bringBack(id: string): void {
  clearTimeout(leaving.get(id)?.timer);
  leaving.delete(id);
  gone.value = new Set([...gone.peek()].filter((each) => each !== id));
}

async function carryOut(id: string): Promise<void> {
  const found = leaving.get(id);
  clearTimeout(found?.timer);
  leaving.delete(id);
  try {
    await found?.send();
  } catch (error) {
    bringBack(id);
    toast(problemOf(error));
  }
}

addEventListener('pagehide', () => {
  for (const id of leaving.keys()) void carryOut(id);
});
