import type { ImportedComment } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf, timeOfId } from './fields.ts';
import type { People } from './people.ts';

/** What the actions of an export tell of its cards. */
export interface History {
  /** When a card was made, and by whom. */
  creation(cardId: string): { createdAt: number | null; createdBy: number | null };
  /** When a card was archived last. */
  archivedAt(cardId: string): number | null;
  /** Oldest first. */
  comments(cardId: string): ImportedComment[];
}

const creations = new Set(['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard']);
const commentings = new Set(['commentCard', 'copyCommentCard']);

/** Reads the actions; the newest stands first in the file. */
export function readHistory(
  board: Fields,
  cards: readonly Fields[],
  { place }: People,
  warnings: Warnings,
): History {
  const made = new Map<string, Fields>();
  const comments = new Map<string, ImportedComment[]>(cards.map(({ id }) => [textOf(id), []]));
  const archived = new Map<string, number | null>();
  let others = 0;
  for (const action of listOf(board.actions)) {
    const data = fieldsOf(action.data);
    const cardId = textOf(fieldsOf(data.card).id);
    if (isArchiving(action) && !archived.has(cardId)) archived.set(cardId, timeOf(action.date));
    if (creations.has(textOf(action.type))) made.set(cardId, action);
    else if (!commentings.has(textOf(action.type))) others++;
    else if (textOf(data.text).trim() === '') warnings.add('empty comments left out');
    else if (!comments.has(cardId)) warnings.add('comments on cards that are not in the file left out');
    else comments.get(cardId)?.push(commentOf(action, data, place));
  }
  warnings.add('history entries left out, other than creations and comments', others);
  warnings.add('comments missing from the file (it has only the newest actions)', absent(cards, comments));
  return {
    creation(cardId) {
      const action = made.get(cardId);
      const createdAt = timeOf(action?.date) ?? timeOfId(cardId);
      return { createdAt, createdBy: place(authorOf(action ?? {})) };
    },
    archivedAt: (cardId) => archived.get(cardId) ?? null,
    comments: (cardId) => (comments.get(cardId) ?? []).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
  };
}

const isArchiving = ({ type, data }: Fields): boolean =>
  type === 'updateCard' &&
  fieldsOf(fieldsOf(data).old).closed === false &&
  fieldsOf(fieldsOf(data).card).closed === true;

const commentOf = (action: Fields, data: Fields, place: People['place']): ImportedComment => ({
  text: textOf(data.text),
  by: place(data.idOriginalCommenter ?? authorOf(action)),
  at: timeOf(action.date) ?? timeOfId(textOf(action.id)),
  editedAt: timeOf(data.dateLastEdited),
});

const authorOf = (action: Fields): unknown => action.idMemberCreator ?? fieldsOf(action.memberCreator).id;

/** Cards say how many comments they have; an export holds a thousand actions at the most. */
const absent = (cards: readonly Fields[], comments: ReadonlyMap<string, readonly unknown[]>): number =>
  cards
    .map(({ id, badges }) => numberOf(fieldsOf(badges).comments) - (comments.get(textOf(id))?.length ?? 0))
    .reduce((sum, missing) => sum + Math.max(missing, 0), 0);
