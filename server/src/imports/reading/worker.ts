import { parentPort, workerData } from 'node:worker_threads';
import { Invalid } from '../../base/errors.ts';
import { ThreadSpool } from '../../base/storage/thread-spool.ts';
import { requireRoomFor, requireRoomOn } from '../limits.ts';
import type { Loss } from '../warnings.ts';
import type { FileBoard, FileCard, Reading, ReadingOptions } from './file-board.ts';
import { type ReadFormat, readings } from './readings.ts';

/*
 * Reads a file beside the event loop: it is told the bytes one by one, answers each, gives the frame of the board at the end of them,
 * and then cards, some at a time. A reading may ask for the bytes once more.
 */

/** Cards that are handed over at once. */
const some = 64;

/** What the thread is told as it starts. */
export interface Begin {
  format: ReadFormat;
  /** For what is more than memory should hold. */
  folder: string;
  options: ReadingOptions;
}

export type Frame = Omit<FileBoard, 'cards' | 'warnings'>;

/** What has come to the frame since it was given. */
export type More = Pick<FileBoard, 'lists' | 'labels' | 'people'>;

export interface Cards {
  cards: FileCard[];
  more: More;
  /** What was left out; along with the last cards. */
  report?: Loss[];
}

let reading: Reading | undefined;
let board: FileBoard | undefined;
let cards: Iterator<FileCard> | undefined;
let given = { lists: 0, labels: 0, people: 0 };

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
  reading ??= begun(workerData as Begin);
  if (message !== 'end') {
    reading.push(message);
    return {};
  }
  const ended = reading.end();
  if (ended === 'again') return { again: true };
  requireRoomFor(ended);
  board = ended;
  const { cards: all, warnings, ...frame } = ended;
  cards = all[Symbol.iterator]();
  remember(ended);
  return { frame };
}

const begun = ({ format, folder, options }: Begin): Reading =>
  readings[format](options, new ThreadSpool(folder));

function next(): Cards | undefined {
  if (!board || !cards) return undefined;
  const slice: FileCard[] = [];
  let step = cards.next();
  for (; !step.done; step = cards.next()) {
    // Before it crosses to the event loop, which would take long over a million.
    requireRoomOn(board.name, step.value);
    slice.push(step.value);
    if (slice.length === some) break;
  }
  const { lists, labels, people, warnings } = board;
  requireRoomFor(board);
  const more = {
    lists: lists.slice(given.lists),
    labels: labels.slice(given.labels),
    people: people.slice(given.people),
  };
  remember(board);
  return { cards: slice, more, ...(step.done ? { report: warnings.report() } : {}) };
}

function remember({ lists, labels, people }: More): void {
  given = { lists: lists.length, labels: labels.length, people: people.length };
}
