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
  load(): void;
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
        () => {
          // There is no line: it is tried again when it is asked for again.
          loading = undefined;
        },
      );
    },
  };
}

/** What is loaded by now. Where `isExpected`, it is loaded as soon as the page is used. */
export function useLater<P>(
  of: Later<P>,
  isNeeded: boolean,
  isExpected: boolean,
): ComponentType<P> | undefined {
  const isTime = isNeeded || (isExpected && isUsed.value);
  useEffect(() => {
    if (isTime) of.load();
  }, [of, isTime]);
  return of.shown.value;
}
