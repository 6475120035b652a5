import type { FastifyBaseLogger } from 'fastify';

/** Work that the service repeats beside the requests; `stop` waits for the round under way. */
export interface Jobs {
  /** Runs `work` every `seconds` until `stop`; a round that fails is logged and the next one tries again. */
  every(name: string, seconds: number, work: () => Promise<void>): void;
  /** Begins a round before its time, where none is under way; without timers it does nothing. */
  soon(name: string): void;
  /** Runs a round of its own now; throws what it throws. */
  run(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Without `timers` nothing runs by itself, so that a test knows what runs when. */
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
