import { setTimeout as pause } from 'node:timers/promises';

interface Pace {
  /** Max milliseconds of the pause. */
  max?: number;
  /** Ends the pause when aborted. */
  signal?: AbortSignal;
}

/** Runs a slice of long work, then pauses for as long as it took, at most 50 ms unless told otherwise, so that others get a turn. */
export async function paced<T>(slice: () => Promise<T>, { max = 50, signal }: Pace = {}): Promise<T> {
  const began = performance.now();
  const value = await slice();
  await pause(Math.min(performance.now() - began, max), undefined, { signal }).catch(() => {});
  return value;
}
