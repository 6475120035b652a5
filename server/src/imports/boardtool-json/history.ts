import type { ImportedCard, ImportedComment } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import { type Fields, fieldsOf, textOf, timeOf, timeOfId } from './fields.ts';
import type { People } from './people.ts';

/** The history of cards, from the actions of a board. */
export interface History {
  /** Reads an action, newest first; returns the id of the card if the action is a comment. */
  see(action: Fields): string | undefined;
  /** When a card was created, and by whom. */
  creation(cardId: string): { createdAt: number | null; createdBy: number | null };
  /** When a card or a list was last archived, as far as known; null if it is not archived. */
  archivedAt(cardOrList: Fields): number | null;
  /** Whether a card is done, and since when, as far as known. */
  completion(card: Fields): Pick<ImportedCard, 'completed' | 'completedAt'>;
  /** The number of actions of which at most the time is kept. */
  others(): number;
  /** Oldest first. */
  comments(actions: readonly Fields[]): ImportedComment[];
}

const creations = new Set(['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard']);
const commentings = new Set(['commentCard', 'copyCommentCard']);

const archivedLast = 'times of archiving missing from the file: the last activity was taken';
const completedLast = 'times of completion missing from the file: the last activity was taken';
const archivedNow = 'times of archiving missing from the file: the time of the import was taken';

/** Reads actions about the cards of a board. */
export function readHistory(
  hasCard: (id: string) => boolean,
  { place }: People,
  warnings: Warnings,
): History {
  const made = new Map<string, { at: number | null; by: unknown }>();
  const archived = new Map<string, number | null>();
  const completed = new Map<string, number | null>();
  let others = 0;
  return {
    see(action) {
      const data = fieldsOf(action.data);
      const type = textOf(action.type);
      const cardId = textOf(fieldsOf(data.card).id);
      const archivedId = archivedBy(type, data);
      if (archivedId !== '' && !archived.has(archivedId)) archived.set(archivedId, timeOf(action.date));
      if (isCompletion(data) && !completed.has(cardId)) completed.set(cardId, timeOf(action.date));
      if (creations.has(type)) made.set(cardId, { at: timeOf(action.date), by: authorOf(action) });
      else if (!commentings.has(type)) others++;
      else if (textOf(data.text).trim() === '') warnings.note('empty comments left out');
      else if (!hasCard(cardId)) warnings.add('comments on cards that are not in the file left out');
      else return cardId;
      return undefined;
    },
    creation(cardId) {
      const action = made.get(cardId);
      return { createdAt: action?.at ?? timeOfId(cardId), createdBy: place(action?.by) };
    },
    archivedAt({ id, closed, dateClosed, dateLastActivity }) {
      if (closed !== true) return null;
      const known = archived.get(textOf(id)) ?? timeOf(dateClosed);
      if (known !== null) return known;
      // Archiving counts as activity, and is mostly the last one.
      const last = timeOf(dateLastActivity);
      warnings.note(last === null ? archivedNow : archivedLast);
      return last;
    },
    completion({ id, dueComplete, dateCompleted, dateLastActivity }) {
      if (dueComplete !== true) return {};
      const known = completed.get(textOf(id)) ?? timeOf(dateCompleted);
      if (known === null) warnings.note(completedLast);
      return { completed: true, completedAt: known ?? timeOf(dateLastActivity) };
    },
    others: () => others,
    comments: (actions) =>
      actions
        .map((action) => commentOf(action, fieldsOf(action.data), place))
        .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
  };
}

/** The id of the card or list that an action archived; empty for other actions. */
function archivedBy(type: string, data: Fields): string {
  const { id, closed } = fieldsOf(type === 'updateCard' ? data.card : type === 'updateList' ? data.list : {});
  return fieldsOf(data.old).closed === false && closed === true ? textOf(id) : '';
}

/** Whether an action marked a card as done. */
const isCompletion = ({ card, old }: Fields): boolean =>
  fieldsOf(old).dueComplete === false && fieldsOf(card).dueComplete === true;

const commentOf = (action: Fields, data: Fields, place: People['place']): ImportedComment => ({
  text: textOf(data.text),
  by: place(data.idOriginalCommenter ?? authorOf(action)),
  at: timeOf(action.date) ?? timeOfId(textOf(action.id)),
  editedAt: timeOf(data.dateLastEdited),
});

const authorOf = (action: Fields): unknown => action.idMemberCreator ?? fieldsOf(action.memberCreator).id;
