import { endOf, isWholeDay, localOf } from '../messages/days.ts';
import { bulk, type CardOperation } from '../sync/bulk.ts';
import type { Entities, Mutation } from '../sync/mutation.ts';
import type { OpenBoard } from './open.ts';

/* Commands on one or several cards, in one request; repeating one does no harm. */

type Card = Entities['card'];

const cardsOf = ({ store }: OpenBoard, ids: readonly string[]): Card[] =>
  ids.flatMap((id) => store.peek('card', id) ?? []);

/** Applies to each card the operation for it, if any. */
function change(
  board: OpenBoard,
  ids: readonly string[],
  operationOn: (card: Card) => Omit<CardOperation, 'cardPublicId'> | undefined,
): void {
  const operations = cardsOf(board, ids).flatMap((card) => {
    const operation = operationOn(card);
    return operation ? [{ ...operation, cardPublicId: card.publicId }] : [];
  });
  if (operations.length > 0) board.do(bulk(board.store, operations));
}

export const archive = (board: OpenBoard, ids: readonly string[]): void =>
  change(board, ids, () => ({ type: 'archive' }));

export const remove = (board: OpenBoard, ids: readonly string[]): void =>
  change(board, ids, () => ({ type: 'delete' }));

/** The mutations that complete those of the cards that are open. */
export function completed(board: OpenBoard, ids: readonly string[]): Mutation[] {
  const completedAt = new Date().toISOString();
  const open = cardsOf(board, ids).filter((card) => card.completedAt === null);
  return bulk(
    board.store,
    open.map(({ publicId: cardPublicId }) => ({ type: 'change', cardPublicId, completedAt })),
  );
}

/** Completes those of the cards that are open; opens them again if none is. */
export function complete(board: OpenBoard, ids: readonly string[]): void {
  const isDone = cardsOf(board, ids).every((card) => card.completedAt !== null);
  const completedAt = isDone ? null : new Date().toISOString();
  change(board, ids, (card) =>
    (card.completedAt !== null) === isDone ? { type: 'change', completedAt } : undefined,
  );
}

type Dates = Pick<Card, 'dueDate' | 'startDate'>;

/** Sets the due date, the start date or both. If only one is given, the other moves along, so that the start comes first. */
export const setDates = (board: OpenBoard, ids: readonly string[], given: Partial<Dates>): void =>
  change(board, ids, (card) => {
    const fields = datesChanged(card, given);
    return Object.keys(fields).length > 0 ? { type: 'change', ...fields } : undefined;
  });

/** What changes of the dates of a card if these are set. */
export function datesChanged(card: Dates, given: Partial<Dates>): Partial<Dates> {
  const { dueDate, startDate }: Dates = { dueDate: card.dueDate, startDate: card.startDate, ...given };
  const isTurned = dueDate !== null && startDate !== null && isAfter(startDate, dueDate);
  const due = isTurned && given.dueDate === undefined ? startDate : dueDate;
  const start = isTurned && given.dueDate !== undefined ? dueDate : startDate;
  return {
    ...(isSame(due, card.dueDate) ? {} : { dueDate: due }),
    ...(isSame(start, card.startDate) ? {} : { startDate: start }),
  };
}

const isAfter = (start: string, due: string): boolean =>
  localOf(start).getTime() > (isWholeDay(due) ? endOf(due) - 1 : Date.parse(due));

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null
    ? one === other
    : Date.parse(one) === Date.parse(other) && isWholeDay(one) === isWholeDay(other);

/** Whether all of the cards have something, some, or none. */
export function holdsOf(
  cards: readonly Card[],
  field: 'labelPublicIds' | 'memberPublicIds',
  id: string,
): 'all' | 'some' | 'none' {
  const having = cards.filter((card) => card[field].includes(id)).length;
  return having === 0 ? 'none' : having === cards.length ? 'all' : 'some';
}

/** Adds a label to all of these cards, or removes it if all have it. */
export function turnLabel(board: OpenBoard, ids: readonly string[], labelPublicId: string): void {
  const isOff = holdsOf(cardsOf(board, ids), 'labelPublicIds', labelPublicId) === 'all';
  change(board, ids, ({ labelPublicIds }) =>
    labelPublicIds.includes(labelPublicId) === isOff
      ? { type: 'label', labelPublicId, ...(isOff ? { remove: true } : {}) }
      : undefined,
  );
}

export function turnMember(board: OpenBoard, ids: readonly string[], memberPublicId: string): void {
  const isOff = holdsOf(cardsOf(board, ids), 'memberPublicIds', memberPublicId) === 'all';
  change(board, ids, ({ memberPublicIds }) =>
    memberPublicIds.includes(memberPublicId) === isOff
      ? { type: 'assign', memberPublicId, ...(isOff ? { remove: true } : {}) }
      : undefined,
  );
}
