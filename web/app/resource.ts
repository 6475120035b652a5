import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import { mayPass } from '../sync/server.ts';
import { keepPage, keptPage } from '../sync/storage.ts';
import { ended, me } from './session.ts';

/*
 * The data of pages other than boards. It is read when first used and cached for the next visit. It is read again when
 * the user returns or has changed something, and retried until the service can be reached.
 */

export interface Resource<T> {
  readonly value: ReadonlySignal<T | undefined>;
  readonly problem: ReadonlySignal<unknown>;
  /** Reads it again; errors are shown, not thrown. */
  read: () => Promise<void>;
  /** Shows a change before the service has confirmed it. */
  set: (value: T) => void;
}

/** Milliseconds before the next attempt, by the number of failures so far. */
const pauses = [1000, 2000, 5000, 10_000];

/** Whether the last request of these pages did not reach the service. */
export const isAway = signal(false);

const kept = new Map<string, unknown>();
let owner: string | undefined;
effect(() => {
  if (me.value?.id !== owner) kept.clear();
  owner = me.value?.id;
});

interface Keeping {
  isKept?: boolean;
}

/** The same outside of components: it is read only when asked to be. */
export function resourceOf<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { isKept = false }: Keeping = {},
): Resource<T> {
  const found = (kept.get(key) as Resource<T> | undefined) ?? resource(ask, isKept ? key : undefined);
  kept.set(key, found);
  return found;
}

/**
 * The result of `ask`, cached under a key that contains everything it depends on. With `isKept`, it is stored in the
 * browser as well, and shown while the service cannot be reached.
 */
export function useResource<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  options: Keeping = {},
): Resource<T> {
  const found = resourceOf(key, ask, options);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = new AbortController();
    const read = async (failures = 0) => {
      clearTimeout(timer);
      await found.read();
      const problem = found.problem.peek();
      if (off.signal.aborted || problem === undefined || !mayPass(problem)) return;
      timer = setTimeout(() => void read(failures + 1), pauses[Math.min(failures, pauses.length - 1)]);
    };
    const onVisible = () => document.visibilityState === 'visible' && void read();
    document.addEventListener('visibilitychange', onVisible, { signal: off.signal });
    addEventListener('online', () => void read(), { signal: off.signal });
    void read();
    return () => {
      off.abort();
      clearTimeout(timer);
    };
  }, [found]);
  return found;
}

function resource<T>(ask: (signal: AbortSignal) => Promise<T>, keptAs: string | undefined): Resource<T> {
  const value = signal<T | undefined>(undefined);
  const problem = signal<unknown>(undefined);
  let asking = new AbortController();
  return {
    value,
    problem,
    set(next) {
      // The answer to an earlier request is out of date.
      asking.abort();
      value.value = next;
      if (keptAs) keepPage(keptAs, next);
    },
    async read() {
      asking.abort();
      asking = new AbortController();
      const { signal: until } = asking;
      try {
        const next = await ask(until);
        if (until.aborted) return;
        value.value = next;
        problem.value = undefined;
        isAway.value = false;
        if (keptAs) keepPage(keptAs, next);
      } catch (error) {
        if (until.aborted) return;
        if (keptAs && value.peek() === undefined && mayPass(error))
          value.value = (await keptPage(keptAs)) as T | undefined;
        if (until.aborted) return;
        if (error instanceof ApiError && error.status === 401) ended.value = true;
        problem.value = error;
        isAway.value = mayPass(error);
      }
    },
  };
}
