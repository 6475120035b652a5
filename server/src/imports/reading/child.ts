import { answerAll, type Task } from '../../base/processes/answer-all.ts';
import { SyncSpool } from '../../base/storage/sync-spool.ts';
import { columnsReading } from '../csv/columns.ts';
import { requireRoomFor, requireRoomOn } from '../limits.ts';
import type { FileBoard, FileCard } from './file-board.ts';
import type { Begin, FileSlice, Frame } from './messages.ts';
import { readings } from './readings.ts';
import { Slices } from './slices.ts';

/*
 * The process that reads a file of another tool (see `process.ts`). It receives the bytes in chunks, acknowledges each, returns the
 * frame of the board after the last one, then the cards in slices. A reading may ask for the bytes a second time.
 */

function taskOf({ format, folder, options }: Begin): Task {
  if (options.columns) return columnsTask();
  const reading = readings[format](options, new SyncSpool(folder));
  let next: (() => string) | undefined;
  return {
    push(bytes) {
      reading.push(bytes);
      return '{}';
    },
    end() {
      const board = reading.end();
      if (board === 'again') return JSON.stringify({ again: true });
      requireRoomFor(board);
      next = slicesOf(board);
      return JSON.stringify({ frame: frameOf(board) });
    },
    next() {
      if (!next) throw new Error('cards were asked for before the end of the file');
      return next();
    },
  };
}

/** Only the columns of a table. */
function columnsTask(): Task {
  const reading = columnsReading();
  return {
    push(bytes) {
      reading.push(bytes);
      return '{}';
    },
    end: () => JSON.stringify(reading.end()),
    next() {
      throw new Error('columns have no cards');
    },
  };
}

function frameOf({ cards: _cards, warnings: _warnings, ...frame }: FileBoard): Frame {
  return frame;
}

function slicesOf(board: FileBoard): () => string {
  const slices = new Slices(withRoom(board));
  const { lists, labels, people, warnings } = board;
  const given = { lists: lists.length, labels: labels.length, people: people.length };
  return () =>
    slices.next((hasMore): Omit<FileSlice, 'cards' | 'hasMore'> => {
      requireRoomFor(board);
      const more = {
        lists: lists.slice(given.lists),
        labels: labels.slice(given.labels),
        people: people.slice(given.people),
      };
      Object.assign(given, { lists: lists.length, labels: labels.length, people: people.length });
      return { more, ...(hasMore ? {} : { report: warnings.report() }) };
    });
}

/** Checks the limits of a card before it is sent to the service, which would take long to parse a million items. */
function* withRoom({ name, cards }: FileBoard): Generator<FileCard> {
  for (const card of cards) {
    requireRoomOn(name, card);
    yield card;
  }
}

// Only if started as a process: tests import all files of the service.
if (import.meta.main) await answerAll(taskOf);
