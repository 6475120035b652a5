import type { Cover } from '../../contract/cover.ts';
import type { OpenBoard } from '../board/open.ts';
import { bulk } from '../sync/bulk.ts';
import type { Entities } from '../sync/mutation.ts';

export type Card = Entities['card'];

/** Cards of a board as they are shown; a component that asks is rendered when they change. */
export const cardsOn = ({ store }: OpenBoard, ids: readonly string[]): Card[] =>
  ids.flatMap((id) => store.get('card', id).value ?? []);

type Fields = Partial<Pick<Card, 'recurrence' | 'reminders'>> & { cover?: Cover | null };

/** Changes fields of several cards, in one request; undefined for a card that is left as it is. */
export function changeCards(
  board: OpenBoard,
  ids: readonly string[],
  fieldsOf: (card: Card) => Fields | undefined,
): void {
  const operations = ids.flatMap((cardPublicId) => {
    const card = board.store.peek('card', cardPublicId);
    const fields = card && fieldsOf(card);
    return fields ? [{ type: 'change' as const, cardPublicId, ...fields }] : [];
  });
  if (operations.length > 0) board.do(bulk(board.store, operations));
}
