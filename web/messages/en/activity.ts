import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays, byBeginning } from '../../../contract/board-activities.ts';
import { atStart, moment } from '../formats.ts';
import { byKey } from './by.ts';
import { counted } from './counts.ts';

/* What happens on a board, in words; the name of who did it comes before them, what it is about after. */

/** By the type, or the beginning of it; the longest that fits counts. */
const did: Readonly<Record<string, string>> = {
  'card.created': 'added',
  'card.archived': 'archived',
  'card.restored': 'restored',
  'card.deleted': 'deleted a card',
  'card.updated': 'changed',
  'card.updated.title': 'renamed',
  'card.updated.description': 'changed the description of',
  'card.updated.list': 'moved',
  'card.updated.index': 'reordered',
  'card.updated.dueDate': 'changed the due date of',
  'card.updated.startDate': 'changed the start date of',
  'card.updated.completed': 'completed',
  'card.updated.reopened': 'reopened',
  'card.updated.label': 'changed the labels of',
  'card.updated.member': 'changed the members of',
  'card.updated.comment.added': 'commented on',
  'card.updated.comment.updated': 'edited a comment on',
  'card.updated.comment.deleted': 'deleted a comment on',
  'card.updated.comment.answered': 'answered a question on',
  'card.updated.comment.withdrawn': 'withdrew a question on',
  'card.updated.comment.reopened': 'took back an answer on',
  'card.updated.comment.reacted': 'reacted to a comment on',
  'card.updated.checklist': 'changed a checklist of',
  'card.updated.attachment.added': 'attached a file to',
  'card.updated.attachment.renamed': 'renamed a file on',
  'card.updated.attachment.removed': 'removed a file from',
  'card.updated.relation': 'changed the relations of',
  'card.updated.pullRequest': 'followed a pull request of',
  'card.updated.code': 'followed the code of',
  'card.updated.claim.made': 'claimed',
  'card.updated.claim.returned': 'gave back',
  'card.updated.claim.revoked': 'took back',
  'card.updated.claim.expired': 'ran out of time for',
  'list.created': 'added the list',
  'list.updated': 'changed the list',
  'list.archived': 'archived the list',
  'list.restored': 'restored the list',
  'list.deleted': 'deleted a list',
  label: 'changed the labels of the board',
  board: 'changed the board',
  'board.created': 'created the board',
  import: 'imported cards',
};

/** What was done, for a type that this page may not know. */
const phraseOf = (type: string): string => byBeginning(did, type) ?? 'did something with';

/** What a step did, without who did it. */
const stepOf = (type: string): string => atStart(phraseOf(type));

const changes = (count: number): string => counted(count, 'change', 'changes');

const kinds: Readonly<Record<BoardActivityKind, string>> = {
  cards: 'Added, archived, deleted',
  moves: 'Moved',
  comments: 'Comments',
  changes: 'Changes of cards',
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
  by: byKey((name) => `with the key ${name}`),
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
