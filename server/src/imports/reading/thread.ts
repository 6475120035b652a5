import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Invalid } from '../../base/errors.ts';

/** Megabytes of objects that a file may take while it is read; it shares the memory of the service. */
const mostMemory = 160;

/** A thread that reads a file beside the event loop: it answers each message. */
export interface Thread {
  /** Throws `Invalid` where the answer is that the file is no good. */
  ask: (message: unknown) => Promise<unknown>;
  close: () => Promise<void>;
}

/** `workerData` is what the script is told as it starts. */
export function startThread(script: URL, workerData?: unknown): Thread {
  const worker = new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory, maxYoungGenerationSizeMb: 8 },
  });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Invalid('The board is too large to be read') : error,
      );
    });
  });
  failed.catch(() => {});
  return {
    async ask(message) {
      const answered = once(worker, 'message');
      answered.catch(() => {});
      worker.postMessage(message);
      const [answer] = (await Promise.race([answered, failed])) as [unknown];
      const { invalid } = (answer ?? {}) as { invalid?: string[] };
      if (invalid) throw new Invalid(...invalid);
      return answer;
    },
    async close() {
      await worker.terminate();
    },
  };
}
