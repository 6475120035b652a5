import { type Fields, numberOf } from '../boardtool-json/fields.ts';
import { type Keep, only, Parts } from '../reading/parts.ts';

const keptOfCards =
  'id name description dueDate isDueDateCompleted isDueCompleted isClosed listChangedAt updatedAt position listId creatorUserId coverAttachmentId createdAt stopwatch ' +
  'commentsTotal';

/** The parts of the reply to keep, for PLANKA 1 and 2. Version 1 has tasks on cards, version 2 in lists of tasks. */
export const plankaParts = (): Parts =>
  new Parts(
    'item',
    new Map<string, Keep>([
      ['users', only('id name username email')],
      ['labels', only('id name color position')],
      ['lists', only('id name type position color')],
      ['cards', only(keptOfCards)],
      ['cardMemberships', only('cardId userId')],
      ['cardLabels', only('cardId labelId')],
      ['taskLists', only('id cardId name position')],
      ['tasks', only('cardId taskListId name isCompleted position assigneeUserId')],
      ['attachments', only('cardId name url type data')],
      ['customFields', only('id name position')],
      ['customFieldValues', only('cardId customFieldId content')],
    ]),
    { into: 'included' },
  );

/** Sorts in the order that PLANKA shows. */
export const byPosition = (a: Fields, b: Fields): number => numberOf(a.position) - numberOf(b.position);
