/*
 * The messages to chats in English. What stands in braces is filled in: `{who}` did it, and the others are what it was done with.
 * Each sentence is a whole, so that languages may order it as they do.
 */

export const en = {
  cards: {
    'card.created': '{who} created {card}',
    'card.updated': '{who} changed {card}',
    'card.updated.title': '{who} renamed “{before}” to {card}',
    'card.updated.description': '{who} changed the description of {card}',
    'card.updated.list': '{who} moved {card} from {from} to {to}',
    'card.updated.index': '{who} moved {card} within its list',
    'card.updated.dueDate.added': '{who} set the due date of {card} to {day}',
    'card.updated.dueDate.updated': '{who} set the due date of {card} to {day}',
    'card.updated.dueDate.removed': '{who} removed the due date of {card}',
    'card.updated.startDate': '{who} changed the start date of {card}',
    'card.updated.completed': '{who} completed {card}',
    'card.updated.reopened': '{who} reopened {card}',
    'card.updated.fields': '{who} changed fields of {card}',
    'card.updated.label.added': '{who} added the label “{label}” to {card}',
    'card.updated.label.removed': '{who} removed the label “{label}” from {card}',
    'card.updated.member.added': '{who} assigned {member} to {card}',
    'card.updated.member.removed': '{who} removed {member} from {card}',
    'card.updated.comment.added': '{who} commented on {card}',
    'card.updated.comment.updated': '{who} edited a comment on {card}',
    'card.updated.comment.deleted': '{who} deleted a comment on {card}',
    'card.updated.checklist.added': '{who} added the checklist “{item}” to {card}',
    'card.updated.checklist.renamed': '{who} renamed a checklist to “{item}” on {card}',
    'card.updated.checklist.deleted': '{who} deleted the checklist “{item}” of {card}',
    'card.updated.checklist.item.added': '{who} added “{item}” to a checklist of {card}',
    'card.updated.checklist.item.updated': '{who} changed “{item}” in a checklist of {card}',
    'card.updated.checklist.item.completed': '{who} completed “{item}” on {card}',
    'card.updated.checklist.item.uncompleted': '{who} reopened “{item}” on {card}',
    'card.updated.checklist.item.deleted': '{who} deleted “{item}” from a checklist of {card}',
    'card.updated.attachment.added': '{who} attached “{file}” to {card}',
    'card.updated.attachment.renamed': '{who} renamed a file to “{file}” on {card}',
    'card.updated.attachment.removed': '{who} removed “{file}” from {card}',
    'card.updated.relation.added': '{who} related {card} to another card',
    'card.updated.relation.removed': '{who} removed a relation of {card}',
    // The person is whoever connected the code host; who did it is named.
    'card.updated.pullRequest.opened':
      '{who} was told that {by} opened the pull request #{number} “{title}” for {card}',
    'card.updated.pullRequest.drafted':
      '{who} was told that {by} drafted the pull request #{number} “{title}” for {card}',
    'card.updated.pullRequest.merged':
      '{who} was told that {by} merged the pull request #{number} “{title}” for {card}',
    'card.updated.pullRequest.closed':
      '{who} was told that {by} closed the pull request #{number} “{title}” for {card}',
    'card.updated.claim.made': '{who} claimed {card}',
    'card.updated.claim.returned': '{who} gave back {card}',
    'card.updated.claim.revoked': '{who} took back {card}',
    'card.updated.claim.expired': '{who} ran out of time for {card}',
    'card.archived': '{who} archived {card}',
    'card.restored': '{who} restored {card}',
    'card.deleted': '{who} deleted {card}',
  },
  createdIn: '{who} created {card} in {list}',
  asked: '{who} asked a question on {card}',
  /** Of the board itself; `{name}` is of the list, the label or the field. */
  board: {
    'list.created': '{who} created the list “{name}”',
    'list.updated': '{who} changed the list “{name}”',
    'list.deleted': '{who} deleted the list “{name}”',
    'label.created': '{who} created the label “{name}”',
    'label.updated': '{who} changed the label “{name}”',
    'label.deleted': '{who} deleted the label “{name}”',
    'field.created': '{who} created the field “{name}”',
    'field.updated': '{who} changed the field “{name}”',
    'field.deleted': '{who} deleted the field “{name}”',
    'board.created': '{who} created the board',
    'board.updated': '{who} changed the board',
    'board.deleted': '{who} deleted the board',
    'import.completed': '{who} imported a file',
  },
  /** For those whose name is not known, in the case that the sentences need. */
  unnamed: { who: 'Somebody', by: 'somebody', member: 'somebody', list: 'a list', key: 'API key' },
  /** What stands between a sentence and the text that it is about. */
  colon: ': ',
  quoted: (text: string): string => `“${text}”`,
  oneChange: 'A change on {board}',
  changes: (count: number): string => `${count} changes on {board}`,
  more: (count: number): string => `… and ${count} more`,
  open: 'Open',
  test: 'This chat is told what happens on the board',
};

/** The messages in one language. */
export type ChatWords = typeof en;
