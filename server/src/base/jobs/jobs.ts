import type { FastifyBaseLogger } from 'fastify';
import { messageOf } from '../message-of.ts';

/** Periodic background jobs; `stop` waits for the rounds under way. */
export interface Jobs {
  /** Runs `work` every `seconds` until `stop`; a failed round is logged, and the next one tries again. */
  every(name: string, seconds: number, work: () => Promise<void>): void;
  /** Begins a round early if none is under way; does nothing without timers. */
  soon(name: string): void;
  /** Begins a round now if none is under way, also without timers. */
  begin(name: string): void;
  /** The jobs and what became of their last rounds. */
  states(): JobState[];
  /** Runs a separate round now; throws its error. */
  run(name: string): Promise<void>;
  stop(): Promise<void>;
}

export interface JobState {
  name: string;
  /** Whether a round is under way that began by itself or by `begin`. */
  isRunning: boolean;
  /** Seconds from one round to the next. */
  every: number;
  /** When the last round ended; microseconds. Null if none has. */
  endedAt: number | null;
  /** Why it failed. */
  error: string | null;
}

interface Options {
  timers: boolean;
  now: () => number;
}

/** Without `timers`, no job runs by itself, so that tests control when each runs. */
export function createJobs(log: FastifyBaseLogger, { timers: timed, now }: Options): Jobs {
  const works = new Map<string, () => Promise<void>>();
  const states = new Map<string, Omit<JobState, 'isRunning'>>();
  const rounds = new Map<string, () => Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  return {
    every(name, seconds, work) {
      const state: Omit<JobState, 'isRunning'> = { name, every: seconds, endedAt: null, error: null };
      const noted = async () => {
        try {
          await work();
          state.error = null;
        } catch (error) {
          state.error = messageOf(error);
          throw error;
        } finally {
          state.endedAt = now();
        }
      };
      works.set(name, noted);
      states.set(name, state);
      const round = async () => {
        if (running.has(name)) return;
        const done = noted().catch((err: unknown) => log.error({ err, job: name }, 'a job failed'));
        running.set(name, done);
        await done;
        running.delete(name);
      };
      rounds.set(name, round);
      if (!timed) return;
      timers.push(setInterval(() => void round(), seconds * 1000).unref());
    },
    soon(name) {
      if (timed) void rounds.get(name)?.();
    },
    begin(name) {
      void rounds.get(name)?.();
    },
    states: () => [...states.values()].map((state) => ({ ...state, isRunning: running.has(state.name) })),
    async run(name) {
      const work = works.get(name);
      if (!work) throw new Error(`no job is called ${name}`);
      await work();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
