import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { server } from '../../app/session.ts';
import { dateOf } from '../../sync/day-or-time.ts';

export type MyCard = ReplyOf<typeof routes.cards.mine>['cards'][number];

/** Something to do: a card, or an item of a checklist on it. */
export interface Row {
  id: string;
  title: string;
  dueDate: string | null;
  card: MyCard;
  isItem: boolean;
}

/** A card of which only items are the user's is not a row of its own. */
export function rowsOf(cards: readonly MyCard[], userId: string | undefined): Row[] {
  return cards.flatMap((card) => {
    const items = (card.items ?? []).map(
      ({ publicId: id, title, due }): Row => ({ id, title, dueDate: dateOf(due), card, isItem: true }),
    );
    const { publicId: id, title, dueDate, members } = card;
    const isOwn = items.length === 0 || members.some(({ user }) => user?.id === userId);
    return isOwn ? [{ id, title, dueDate, card, isItem: false }, ...items] : items;
  });
}

/** Stores what was changed in a row. */
export const store = ({ id, isItem }: Row, body: { dueDate: string | null } | { completed: boolean }) =>
  isItem
    ? server.ask(routes.checklists.updateItem, { params: { checklistItemPublicId: id }, body })
    : server.ask(routes.cards.update, { params: { cardPublicId: id }, body });
