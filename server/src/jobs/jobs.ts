import type { FastifyBaseLogger } from 'fastify';

/** Work that the service repeats beside the requests; `stop` waits for the round under way. */
export interface Jobs {
  /** Runs `work` every `seconds` until `stop`; a round that fails is logged and the next one tries again. */
  every(name: string, seconds: number, work: () => Promise<void>): void;
  stop(): Promise<void>;
}

export function createJobs(log: FastifyBaseLogger): Jobs {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  return {
    every(name, seconds, work) {
      const round = async () => {
        if (running.has(name)) return;
        const done = work().catch((err: unknown) => log.error({ err, job: name }, 'a job failed'));
        running.set(name, done);
        await done;
        running.delete(name);
      };
      timers.push(setInterval(() => void round(), seconds * 1000).unref());
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
