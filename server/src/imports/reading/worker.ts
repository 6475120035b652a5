import { parentPort, workerData } from 'node:worker_threads';
import type { ImportFormat } from '../../../../contract/imports.ts';
import { Invalid } from '../../base/errors.ts';
import { BoardtoolParts } from '../boardtool-json/parts.ts';
import { readBoardtoolJson } from '../boardtool-json.ts';
import { readCsv } from '../csv.ts';
import type { ImportedBoard, ImportedCard } from '../imported-board.ts';

/*
 * Reads a file beside the event loop: it is told the bytes one by one, answers each, gives the frame of the board at the end of them,
 * and then cards, some at a time.
 */

/** Cards that are handed over at once. */
const some = 64;

/** Takes a file piece by piece, and gives the board at its end. */
interface Reading {
  push(bytes: Uint8Array): void;
  end(): ImportedBoard;
}

const readings: Record<ImportFormat, () => Reading> = {
  'boardtool-json': () => {
    const parts = new BoardtoolParts();
    return {
      push: (bytes) => parts.splitter.push(bytes),
      end: () => {
        parts.splitter.end();
        return readBoardtoolJson(parts.board);
      },
    };
  },
  csv: () => {
    const all: Uint8Array[] = [];
    return { push: (bytes) => void all.push(bytes), end: () => readCsv(Buffer.concat(all.splice(0))) };
  },
};

let reading: Reading | undefined;
let cards: Iterator<ImportedCard> | undefined;

parentPort?.on('message', (message: Uint8Array | 'end' | 'next') => {
  try {
    parentPort?.postMessage(answer(message));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    parentPort?.postMessage({ invalid: error.issues });
  }
});

function answer(message: Uint8Array | 'end' | 'next'): unknown {
  if (message === 'next') return next();
  reading ??= readings[workerData as ImportFormat]();
  if (message !== 'end') {
    reading.push(message);
    return {};
  }
  const { cards: all, warnings, ...frame } = reading.end();
  cards = (all as ImportedCard[]).values();
  return { frame, report: warnings.report() };
}

function next(): ImportedCard[] {
  const slice: ImportedCard[] = [];
  for (let step = cards?.next(); step && !step.done; step = cards?.next()) {
    // Functions cannot be handed over, and a text has no files.
    slice.push({ ...step.value, attachments: [] });
    if (slice.length === some) break;
  }
  return slice;
}
