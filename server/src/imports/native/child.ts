import { answerAll, type Task } from '../reading/answer-all.ts';
import { Slices } from '../reading/slices.ts';
import { BoardLines } from './board-lines.ts';

/*
 * Reads the lines of a board in a process of its own, twice: first for its frame, so that nothing of an invalid file is written,
 * then for its cards. It gets the bytes in chunks, answers each with the cards that are complete, and starts over at the end.
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

// Only as a process of its own: tests load all files of the service.
if (import.meta.main) await answerAll(boardTask);
