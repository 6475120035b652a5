import { answerAll, type Task } from '../../base/processes/answer-all.ts';
import { Slices } from '../reading/slices.ts';
import { BoardLines } from './board-lines.ts';

/*
 * The process that reads the lines of a board, twice: first for the frame, so that nothing of an invalid file is written, then for
 * the cards. It receives the bytes in chunks, answers each with the complete cards, and starts over at the end.
 */

function boardTask(): Task {
  let lines = new BoardLines();
  let isFirst = true;
  let slices = new Slices([]);
  return {
    push(bytes) {
      const cards = lines.push(bytes);
      slices = new Slices(isFirst ? [] : cards);
      return slices.next();
    },
    end() {
      const { frame, cards } = lines.end();
      lines = new BoardLines();
      slices = new Slices(isFirst ? [] : cards);
      const answer = slices.next(() => (isFirst ? { frame } : {}));
      isFirst = false;
      return answer;
    },
    next: () => slices.next(),
  };
}

// Only if started as a process: tests import all files of the service.
if (import.meta.main) await answerAll(boardTask);
