import { useEffect, useState } from 'preact/hooks';
import { problemOf } from './problem.ts';

/** A long list, read page by page. */
export interface PagesOf<T> {
  /** Undefined until the first page has loaded. */
  items: readonly T[] | undefined;
  hasMore: boolean;
  problem: string | undefined;
  more: () => Promise<void>;
  /** Removes items that no longer exist. */
  drop: (isGone: (item: T) => boolean) => void;
}

interface Page<T> {
  items: readonly T[];
  nextCursor: string | null;
}

/** Starts from the first page whenever `key` changes. */
export function usePages<T>(
  key: string,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
): PagesOf<T> {
  const [shown, setShown] = useState<Page<T>>();
  const [problem, setProblem] = useState<string>();
  const read = async (before: Page<T> | undefined, signal: AbortSignal) => {
    try {
      const page = await ask(before?.nextCursor ?? undefined, signal);
      if (signal.aborted) return;
      setShown({ items: [...(before?.items ?? []), ...page.items], nextCursor: page.nextCursor });
      setProblem(undefined);
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error));
    }
  };
  useEffect(() => {
    const off = new AbortController();
    void read(undefined, off.signal);
    return () => off.abort();
  }, [key]);
  return {
    items: shown?.items,
    hasMore: shown !== undefined && shown.nextCursor !== null,
    problem,
    more: () => read(shown, new AbortController().signal),
    drop: (isGone) => setShown((now) => now && { ...now, items: now.items.filter((item) => !isGone(item)) }),
  };
}
