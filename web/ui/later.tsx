import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/*
 * What is not needed at first: it is loaded when someone begins to use the page, by pointer or keys, or when it is asked
 * for before that.
 */

const isUsed = signal(false);

const begin = new AbortController();
for (const type of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(
    type,
    () => {
      isUsed.value = true;
      begin.abort();
    },
    { signal: begin.signal, passive: true },
  );

export interface Later<P> {
  /** Undefined until it is there. */
  readonly shown: ReadonlySignal<ComponentType<P> | undefined>;
  /** Rejects where there is no line; the next call tries again. */
  load(): Promise<void>;
}

export function later<P>(load: () => Promise<ComponentType<P>>): Later<P> {
  const shown = signal<ComponentType<P> | undefined>(undefined);
  let loading: Promise<void> | undefined;
  return {
    shown,
    load() {
      loading ??= load().then(
        (found) => {
          shown.value = found;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

/**
 * What is loaded by now. Where `isExpected`, it is loaded as soon as the page is used; `failed` is told where it cannot be
 * had when it is needed.
 */
export function useLater<P>(
  of: Later<P>,
  isNeeded: boolean,
  isExpected: boolean,
  failed: () => void,
): ComponentType<P> | undefined {
  const isTime = isExpected && isUsed.value;
  useEffect(() => {
    if (isNeeded || isTime)
      of.load().catch(() => {
        if (isNeeded) failed();
      });
  }, [of, isNeeded, isTime]);
  return of.shown.value;
}
