import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays, byBeginning } from '../../../contract/board-activities.ts';

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
  by: ({ id, name }: { id: number; name: string }) => (id === 0 ? 'by email' : `with the key ${name}`),
  none: `Nothing like that in the last ${boardActivityDays} days.`,
  older: `Activity of the last ${boardActivityDays} days. What was before is in the history of each card.`,
  more: 'Show more',
  follow: 'Follow it in a feed reader',
};
