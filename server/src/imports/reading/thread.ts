import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Invalid } from '../../base/errors.ts';
import { storing } from '../../base/storage/disk.ts';

/** Megabytes of objects that a file may take while it is read; it shares the memory of the service. */
const mostMemory = 160;

/** A thread does not know of the cache of compiled code by itself: without it, it would load the compiler, which takes 27 MB. */
function withCache(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}

/** Bytes go over as they are, where nothing else is in their memory: it is given back sooner than by the event loop's heap. */
const buffersOf = (message: unknown): ArrayBuffer[] =>
  message instanceof Uint8Array &&
  message.buffer instanceof ArrayBuffer &&
  message.byteLength === message.buffer.byteLength
    ? [message.buffer]
    : [];

/** A thread that reads a file beside the event loop: it answers each message. */
export interface Thread {
  /** Takes bytes over: they are not there any more afterwards. Throws `Invalid` where the answer is that the file is no good. */
  ask: (message: unknown) => Promise<unknown>;
  close: () => Promise<void>;
}

/** `workerData` is what the script is told as it starts. */
export function startThread(script: URL, workerData?: unknown): Thread {
  const worker = new Worker(script, {
    workerData,
    env: withCache(),
    resourceLimits: { maxOldGenerationSizeMb: mostMemory, maxYoungGenerationSizeMb: 8 },
  });
  let failure: unknown;
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    failure = isTooLarge ? new Invalid('The board is too large to be read') : storing(error);
  });
  return {
    async ask(message) {
      if (failure) throw failure;
      // Not a race with one promise of the failure: that would hold all answers for as long as the thread is there.
      const answered = once(worker, 'message');
      worker.postMessage(message, buffersOf(message));
      const [answer] = (await answered.catch((error: unknown) => {
        throw failure ?? error;
      })) as [unknown];
      const { invalid } = (answer ?? {}) as { invalid?: string[] };
      if (invalid) throw new Invalid(...invalid);
      return answer;
    },
    async close() {
      await worker.terminate();
    },
  };
}
