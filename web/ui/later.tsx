import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { once } from './once.ts';

/*
 * Components that are not needed at first. They are loaded when the user first uses the page by pointer or keyboard, or
 * earlier if they are needed.
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
  /** Undefined until it is loaded. */
  readonly shown: ReadonlySignal<ComponentType<P> | undefined>;
  /** Rejects without a connection; the next call tries again. */
  readonly load: () => Promise<void>;
}

export function later<P>(load: () => Promise<ComponentType<P>>): Later<P> {
  const shown = signal<ComponentType<P> | undefined>(undefined);
  return {
    shown,
    load: once(async () => {
      const found = await load();
      shown.value = found;
    }),
  };
}

/**
 * Loads something, and whenever there is a connection again until it has been loaded. `failed` is called after the first
 * attempt. Returns a function that gives up.
 */
export function loadUntilDone(load: () => Promise<void>, failed: () => void): () => void {
  const off = new AbortController();
  let isTrying = false;
  let isBack = false;
  const attempt = async (): Promise<void> => {
    isTrying = true;
    isBack = false;
    try {
      await load();
      off.abort();
    } catch (error) {
      // The connection came back while this was still to fail.
      if (isBack && !off.signal.aborted) return await attempt();
      throw error;
    } finally {
      isTrying = false;
    }
  };
  const onBack = () => {
    if (isTrying) isBack = true;
    else attempt().catch(() => undefined);
  };
  addEventListener('online', onBack, { signal: off.signal });
  attempt().catch(failed);
  return () => off.abort();
}

/**
 * Returns the component if it is loaded. With `isExpected`, it is loaded once the page is used; `failed` is called if
 * it cannot be loaded when needed.
 */
export function useLater<P>(
  of: Later<P>,
  isNeeded: boolean,
  isExpected: boolean,
  failed: () => void,
): ComponentType<P> | undefined {
  const isTime = isExpected && isUsed.value;
  useEffect(() => {
    if (!(isNeeded || isTime)) return undefined;
    return loadUntilDone(of.load, () => {
      if (isNeeded) failed();
    });
  }, [of, isNeeded, isTime]);
  return of.shown.value;
}
