/* What happens on a board, in English. Who did it comes before a phrase; what it is about stands in the place of `{}`, or after it. */

export const en = {
  /** Comes before what was done. */
  perfect: '',
  /** By the type, or the beginning of it; the longest that fits counts. */
  did: {
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
  } as Readonly<Record<string, string>>,
  /** What was done, for a type that is not known. */
  otherwise: 'did something with',
  movedTo: 'moved {} to {list}',
  /** What is not there any more, and those whose name is not known. */
  aCard: 'a card',
  someone: 'Someone',
};

/** The phrases of one language. */
export type Phrases = typeof en;
