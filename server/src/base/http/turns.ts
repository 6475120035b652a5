import { performance } from 'node:perf_hooks';
import type { EngineName } from '../db/query.ts';

/**
 * Lets long work go on step by step, so that it keeps nobody waiting: no more than `places` steps are under way, each
 * begins in a turn of the event loop of its own, and those who wait go in the order in which they came. What takes many
 * steps waits anew before each.
 */
export type Turns = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Turns in a row in which something else arrived, after which a step begins all the same. A turn accepts one connection:
 * where two hundred are opened at once, whoever comes after them does not wait for as many steps as well.
 */
const patience = 32;

/** Steps that PostgreSQL works on at once, of all callers. */
const stepsOnPostgres = 3;

/** Turns for long reads of a database; SQLite does one thing at a time. */
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
    if (events !== before && passed < patience) {
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
