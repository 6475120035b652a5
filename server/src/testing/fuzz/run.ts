import fc from 'fast-check';
import { engine } from '../database.ts';
import { Complaint } from './complaint.ts';
import { play, type Stage, steps } from './play.ts';

export interface Budget {
  requests: number;
  seconds: number;
  seed: number;
  /** The path from the seed to the smallest form of a failure: only that is replayed. */
  path?: string | undefined;
}

/** Max time to shrink a failure; milliseconds. */
const shrinkTime = 120_000;

/** Number of different failures after which the run stops early. */
const enough = 8;

/**
 * Plays sequences until the budget is used up; returns each failure once, in its smallest form, with the settings that
 * reproduce it.
 */
export async function fuzz(stage: Stage, { requests, seconds, seed, path }: Budget): Promise<string[]> {
  const end = performance.now() + seconds * 1000;
  const found = new Map<string, string>();
  const playUnknown = async (script: Parameters<typeof play>[1]) => {
    await play(stage, script).catch((error: unknown) => {
      if (!(error instanceof Complaint && found.has(error.headline))) throw error;
    });
  };
  for (let next = seed; sentSoFar(stage) < requests && performance.now() < end; next++) {
    const result = await fc.check(fc.asyncProperty(fc.noBias(steps), playUnknown), {
      seed: next,
      path,
      numRuns: 1,
      endOnFailure: path !== undefined,
      interruptAfterTimeLimit: shrinkTime,
    });
    if (result.failed) {
      const error = result.errorInstance;
      const again = `npm run fuzz -- --engine ${engine} --seed ${next} --path ${result.counterexamplePath}`;
      found.set(
        error instanceof Complaint ? error.headline : String(error),
        `${String(error)}\n\nAgain: ${again}`,
      );
    }
    if (path !== undefined || found.size >= enough) break;
  }
  return [...found.values()];
}

/** The number of requests answered. */
export const sentSoFar = ({ tally }: Stage): number =>
  [...tally.values()].flatMap((statuses) => [...statuses.values()]).reduce((sum, count) => sum + count, 0);
