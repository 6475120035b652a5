import { parentPort } from 'node:worker_threads';
import { Invalid } from '../../base/errors.ts';
import { BoardLines } from './board-lines.ts';

/*
 * Reads the lines of a board beside the event loop, twice: first for its frame, and so that nothing is written of what is
 * no good, then for its cards. It is told the bytes, answers each with the cards that are whole, and begins anew after the end.
 */

let lines = new BoardLines();
let isFirst = true;

parentPort?.on('message', (message: Uint8Array | 'end') => {
  try {
    parentPort?.postMessage(answer(message));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    parentPort?.postMessage({ invalid: error.issues });
  }
});

function answer(message: Uint8Array | 'end'): unknown {
  if (message !== 'end') {
    const cards = lines.push(message);
    return { cards: isFirst ? [] : cards };
  }
  const { frame, cards } = lines.end();
  lines = new BoardLines();
  const answered = isFirst ? { frame, cards: [] } : { cards };
  isFirst = false;
  return answered;
}
