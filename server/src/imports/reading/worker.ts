import { parentPort } from 'node:worker_threads';
import { Invalid } from '../../base/errors.ts';
import { BoardtoolParts } from '../boardtool-json/parts.ts';
import { readBoardtoolJson } from '../boardtool-json.ts';
import type { ImportedCard } from '../imported-board.ts';

/*
 * Reads a file beside the event loop: it is told the bytes one by one, answers each, gives the frame of the board at the end of them,
 * and then cards, some at a time.
 */

/** Cards that are handed over at once. */
const some = 64;

const parts = new BoardtoolParts();
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
  if (message !== 'end') {
    parts.splitter.push(message);
    return {};
  }
  parts.splitter.end();
  const { cards: all, warnings, ...frame } = readBoardtoolJson(parts.board);
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
