import type { Readable } from 'node:stream';
import type { ImportFormat } from '../../../../contract/imports.ts';
import type { ImportedBoard, ImportedCard } from '../imported-board.ts';
import { type Loss, Warnings } from '../warnings.ts';
import { startThread } from './thread.ts';

type Frame = Omit<ImportedBoard, 'cards' | 'warnings'>;

/** Reads an export of a board on a thread of its own. */
export async function readFile(
  format: ImportFormat,
  file: Readable,
): Promise<ImportedBoard & { close: () => Promise<void> }> {
  const { ask, close } = startThread(new URL('./worker.ts', import.meta.url), format);
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
