import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer, NotThere, TooMuch, Unfit } from '../provider.ts';

export interface Patience {
  /** So many requests begin within so many milliseconds. */
  most: number;
  within: number;
  /** How often a request is sent again. */
  again: number;
  /** Milliseconds before it is sent again the first time; then twice as many. */
  after: number;
  /** The longest wait that the provider may ask for and that is worth holding what was read already; seconds. */
  longest: number;
}

/** Of a token Trello takes 100 requests within 10 seconds, and what is imported is not all that the token does. */
export const usualPatience: Patience = { most: 80, within: 10_000, again: 3, after: 250, longest: 30 };

/** Does what asks the provider: in its turn, and again after a short break of the provider. */
export type Again = <T>(asking: () => Promise<T>) => Promise<T>;

/** How a long reading asks; all readings of a node share the turns. It ends with the signal. */
export function patiently(patience: Patience): (signal: AbortSignal) => Again {
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
        // Where nothing more is to be read, the next turn says so.
        await pause(wait, undefined, { signal }).catch(() => {});
      }
    }
  };
}

/** Milliseconds; undefined where waiting does not help, or would take too long. */
function waitAfter(error: unknown, time: number, { after, longest }: Patience): number | undefined {
  const isFinal = error instanceof Unfit || error instanceof NotThere || error instanceof TooMuch;
  if (isFinal || !(error instanceof NoAnswer)) return undefined;
  if (error.retryAfter === undefined) return after * 2 ** time;
  return error.retryAfter <= longest ? error.retryAfter * 1000 : undefined;
}

function turns({ most, within }: Patience): (signal: AbortSignal) => Promise<void> {
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
