import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Invalid } from '../../base/errors.ts';
import type { ImportedBoard, ImportedCard } from '../imported-board.ts';
import { type Loss, Warnings } from '../warnings.ts';

/** Megabytes of objects that a file may take while it is read; it shares the memory of the service. */
const mostMemory = 160;

type Frame = Omit<ImportedBoard, 'cards' | 'warnings'>;

/** Reads an export of a board on a thread of its own. */
export async function readFile(file: Readable): Promise<ImportedBoard & { close: () => Promise<void> }> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
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
  const ask = async (message: Uint8Array | 'end' | 'next'): Promise<unknown> => {
    const answered = once(worker, 'message');
    answered.catch(() => {});
    worker.postMessage(message);
    const [answer] = (await Promise.race([answered, failed])) as [unknown];
    const { invalid } = (answer ?? {}) as { invalid?: string[] };
    if (invalid) throw new Invalid(...invalid);
    return answer;
  };
  const close = async () => void (await worker.terminate());
  try {
    for await (const chunk of file as AsyncIterable<Uint8Array>) await ask(chunk);
    const { frame, report } = (await ask('end')) as { frame: Frame; report: Loss[] };
    const warnings = new Warnings();
    warnings.addAll(report);
    return { ...frame, warnings, cards: cardsOf(ask), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* cardsOf(ask: (message: 'next') => Promise<unknown>): AsyncGenerator<ImportedCard> {
  for (;;) {
    const cards = (await ask('next')) as ImportedCard[];
    if (cards.length === 0) return;
    yield* cards;
  }
}
