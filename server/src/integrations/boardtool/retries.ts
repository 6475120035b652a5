import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer, NotThere, TooMuch, Unfit } from '../provider.ts';

export interface RetryPolicy {
  /** Max requests that begin within `within` milliseconds. */
  most: number;
  within: number;
  /** Max retries of a request. */
  again: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  after: number;
  /** Max seconds of a wait that the provider may ask for; beyond that, reading ends and what was read is dropped. */
  longest: number;
}

/** Trello accepts 100 requests per token within 10 seconds; some are left for other uses of the token. */
export const defaultPolicy: RetryPolicy = { most: 80, within: 10_000, again: 3, after: 250, longest: 30 };

/** Runs a request in its turn, and retries it after a short outage of the provider. */
export type Retry = <T>(asking: () => Promise<T>) => Promise<T>;

/** Throttles and retries the requests of long reads, with one throttle for the whole node. The signal aborts a read. */
export function withRetries(patience: RetryPolicy): (signal: AbortSignal) => Retry {
  const turn = turns(patience);
  return (signal) => async (asking) => {
    for (let time = 0; ; time++) {
      try {
        await turn(signal);
        return await asking();
      } catch (error) {
        if (signal.aborted) throw new NoAnswer('Nothing more is to be read', { cause: error });
        const wait = time < patience.again ? waitAfter(error, time, patience) : undefined;
        if (wait === undefined) throw error;
        // If the signal was aborted, the next turn throws.
        await pause(wait, undefined, { signal }).catch(() => {});
      }
    }
  };
}

/** Milliseconds; undefined if waiting does not help, or would take too long. */
function waitAfter(error: unknown, time: number, { after, longest }: RetryPolicy): number | undefined {
  const isFinal = error instanceof Unfit || error instanceof NotThere || error instanceof TooMuch;
  if (isFinal || !(error instanceof NoAnswer)) return undefined;
  if (error.retryAfter === undefined) return after * 2 ** time;
  return error.retryAfter <= longest ? error.retryAfter * 1000 : undefined;
}

function turns({ most, within }: RetryPolicy): (signal: AbortSignal) => Promise<void> {
  const begun: number[] = [];
  return async (signal) => {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      while ((begun[0] ?? now) <= now - within) begun.shift();
      const [first = now] = begun;
      if (begun.length < most) {
        begun.push(now);
        return;
      }
      await pause(first + within - now, undefined, { signal });
    }
  };
}
