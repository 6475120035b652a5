import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays } from '../../../contract/board-activities.ts';
import { en as phrases } from '../../../contract/phrases/en.ts';
import { doneIn, phraseIn } from '../../../contract/phrases/phrases.ts';
import { byKey } from '../by.ts';
import { atStart, moment } from '../formats.ts';
import { byTexts } from './by.ts';
import { counted } from './counts.ts';

/*
 * What happens on a board, in words. The name of who did it comes before them; what it is about stands in the place of `{}`, or
 * after them.
 */

const phraseOf = (type: string): string => phraseIn(phrases, type);

/** What a step did, without who did it. */
const stepOf = (type: string): string => atStart(doneIn(phrases, type));

const changes = (count: number): string => counted(count, 'change', 'changes');

const kinds: Readonly<Record<BoardActivityKind, string>> = {
  cards: 'Added, archived, deleted',
  moves: 'Moved',
  comments: 'Comments',
  changes: 'Changes to cards',
  board: 'Lists and board',
};

export const activityTexts = {
  phraseOf,
  kinds,
  everyone: 'Everyone',
  everything: 'Everything',
  person: 'Person',
  kind: 'What happened',
  someone: 'Someone',
  by: byKey({ ...byTexts, key: (name) => `with the key ${name}` }),
  undid: (count: number, name: string) => `undid ${changes(count)} of ${name}`,
  theKey: (name: string) => `the key ${name}`,
  theUndo: (name: string) => `the undo of ${name}`,
  undo: 'Undo…',
  undoOf: (name: string, at: string) => `Undo what ${name} did since ${moment(at)}`,
  undoTitle: (name: string) => `Undo what ${name} did`,
  since: (at: string) => `On this board, since ${moment(at)}. What others have changed since stays as it is.`,
  undoNow: (count: number) => (count === 0 ? 'Undo' : `Undo ${changes(count)}`),
  undone: (count: number, left: number) =>
    `${count === 0 ? 'Nothing was undone' : `Undid ${changes(count)}`}${left === 0 ? '' : `; ${counted(left, 'change stays', 'changes stay')}`}.`,
  nothingToUndo: 'There is nothing that can be undone.',
  stays: (count: number) => `${changes(count)} will stay`,
  stepOf,
  why: {
    changed: 'somebody has changed it since',
    gone: 'it is not there any more',
    impossible: 'this cannot be undone',
    refused: 'you may not',
  },
  andMore: (count: number) => `and ${count} more`,
  none: `Nothing like that in the last ${boardActivityDays} days.`,
  older: `Activity of the last ${boardActivityDays} days. What was before is in the history of each card.`,
  more: 'Show more',
  follow: 'Follow it in a feed reader',
};
