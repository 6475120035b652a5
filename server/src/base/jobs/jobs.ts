import type { FastifyBaseLogger } from 'fastify';

/** Periodic background jobs; `stop` waits for the rounds under way. */
export interface Jobs {
  /** Runs `work` every `seconds` until `stop`; a failed round is logged, and the next one tries again. */
  every(name: string, seconds: number, work: () => Promise<void>): void;
  /** Begins a round early if none is under way; does nothing without timers. */
  soon(name: string): void;
  /** Runs a separate round now; throws its error. */
  run(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Without `timers`, no job runs by itself, so that tests control when each runs. */
export function createJobs(log: FastifyBaseLogger, { timers: timed }: { timers: boolean }): Jobs {
  const works = new Map<string, () => Promise<void>>();
  const rounds = new Map<string, () => Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  return {
    every(name, seconds, work) {
      works.set(name, work);
      if (!timed) return;
      const round = async () => {
        if (running.has(name)) return;
        const done = work().catch((err: unknown) => log.error({ err, job: name }, 'a job failed'));
        running.set(name, done);
        await done;
        running.delete(name);
      };
      rounds.set(name, round);
      timers.push(setInterval(() => void round(), seconds * 1000).unref());
    },
    soon(name) {
      void rounds.get(name)?.();
    },
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
