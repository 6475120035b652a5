import { performance } from 'node:perf_hooks';
import type { EngineName } from '../db/query.ts';

/**
 * Runs long work step by step so that it does not block others: at most `places` steps run at once, each begins in its
 * own event loop turn, and waiting steps run in order of arrival. Work of many steps queues again before each one.
 */
export type Turns = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Max consecutive turns in which a step yields to other events. A turn accepts only a few connections: if many are
 * opened at once, later clients need not wait for as many steps as well.
 */
const maxYields = 32;

/** Max concurrent steps on PostgreSQL, of all callers. */
const stepsOnPostgres = 3;

/** Turns for long database reads; SQLite runs one statement at a time. */
export const turnsOn = (engine: EngineName): Turns => createTurns(engine === 'sqlite' ? 1 : stepsOnPostgres);

export function createTurns(places: number): Turns {
  const waiting: (() => void)[] = [];
  let free = places;
  let events = 0;
  let passed = 0;

  const next = () => {
    if (waiting.length === 0) {
      free++;
      return;
    }
    const before = events;
    ({ events } = performance.nodeTiming.uvMetricsInfo);
    if (events !== before && passed < maxYields) {
      passed++;
      setImmediate(next);
      return;
    }
    passed = 0;
    waiting.shift()?.();
  };

  return async (step) => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve));
    if (free > 0) {
      free--;
      setImmediate(next);
    }
    await turn;
    try {
      return await step();
    } finally {
      setImmediate(next);
    }
  };
}
