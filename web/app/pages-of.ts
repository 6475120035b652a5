import { useEffect, useRef, useState } from 'preact/hooks';
import { pause } from '../../contract/subscribe.ts';
import { mayPass } from '../sync/server.ts';
import { keepPage, keptPage } from '../sync/storage.ts';
import { problemOf } from './problem.ts';

/** Milliseconds until the first page is asked for again. */
const afterFailure = 3000;

/** A long list, read page by page. */
export interface PagesOf<T> {
  /** Undefined until the first page has loaded. */
  items: readonly T[] | undefined;
  hasMore: boolean;
  problem: string | undefined;
  more: () => Promise<void>;
  /** Reads the first page again. */
  again: () => Promise<void>;
  /** Removes items that no longer exist. */
  drop: (isGone: (item: T) => boolean) => void;
}

interface Page<T> {
  items: readonly T[];
  nextCursor: string | null;
}

/**
 * Starts from the first page whenever `key` changes. With `isKept`, the first page is stored in the browser, and shown
 * while the service cannot be reached.
 */
export function usePages<T>(
  key: string,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
  { isKept = false } = {},
): PagesOf<T> {
  const [shown, setShown] = useState<Page<T>>();
  const [problem, setProblem] = useState<string>();
  const read = async (before: Page<T> | undefined, signal: AbortSignal) => {
    try {
      const page = await ask(before?.nextCursor ?? undefined, signal);
      if (signal.aborted) return;
      setShown({ items: [...(before?.items ?? []), ...page.items], nextCursor: page.nextCursor });
      setProblem(undefined);
      if (isKept && !before) keepPage(key, page);
    } catch (error) {
      if (signal.aborted) return;
      if (isKept && !before && mayPass(error)) {
        const kept = (await keptPage(key)) as Page<T> | undefined;
        if (signal.aborted) return;
        if (kept) setShown(kept);
      }
      setProblem(problemOf(error));
      // Without a first page there is nothing to show, and nothing to press.
      if (before === undefined && mayPass(error)) {
        await pause(afterFailure, signal);
        if (!signal.aborted) await read(before, signal);
      }
    }
  };
  // What is still being read when the list begins anew would be mixed with it.
  const reading = useRef(new AbortController());
  const begin = () => {
    reading.current.abort();
    reading.current = new AbortController();
    return read(undefined, reading.current.signal);
  };
  useEffect(() => {
    void begin();
    return () => reading.current.abort();
  }, [key]);
  // Whoever asked for something in an earlier list begins the present one again.
  const latest = useRef(begin);
  latest.current = begin;
  return {
    items: shown?.items,
    hasMore: shown !== undefined && shown.nextCursor !== null,
    problem,
    more: () => read(shown, reading.current.signal),
    again: () => latest.current(),
    drop: (isGone) => setShown((now) => now && { ...now, items: now.items.filter((item) => !isGone(item)) }),
  };
}
