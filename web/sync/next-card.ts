import type { CardOperation } from './bulk.ts';
import type { Entities } from './mutation.ts';
import type { Store } from './store.ts';

type Card = Entities['card'];

/** A rule without the number of cards, which falls from card to card. */
export const ruleOf = ({ recurrence }: Pick<Card, 'recurrence'>): unknown =>
  recurrence && [recurrence.rule.replace(/;COUNT=\d+/, ''), recurrence.from, recurrence.timeZone];

/** What the next card has from the completed one; nobody has worked on one that still has it. */
const kept = (card: Card): string =>
  JSON.stringify([
    card.title,
    ruleOf(card),
    card.reminders,
    card.labelPublicIds.toSorted(),
    card.memberPublicIds.toSorted(),
    card.hasDescription,
    card.itemCount,
  ]);

/**
 * The card that the service made when a recurring one was completed here; undefined if none was, or if it is not known for
 * certain which it is, or somebody has worked on it.
 */
function nextOf(store: Store, before: Card, after: Card, now: Card): string | undefined {
  const isCompletion = before.completedAt === null && after.completedAt !== null;
  if (!isCompletion || before.recurrence === null || now.recurrence !== null) return undefined;
  const expected = kept({ ...now, recurrence: before.recurrence });
  const found = store.lists
    .peek()
    .flatMap((list) => store.cardsOf(list).peek())
    .filter((id) => {
      const card = store.peek('card', id);
      return (
        card !== undefined &&
        card.cardNumber > now.cardNumber &&
        card.completedAt === null &&
        card.commentCount + card.attachmentCount + card.completedItemCount === 0 &&
        kept(card) === expected
      );
    });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * A card that recurs handed that on to the next one when it was completed: it takes it back, and the next one goes. It comes
 * after moves, since the list where a recurrence is set is where next cards are put.
 */
export function recurrenceBack(store: Store, before: Card, after: Card, now: Card): CardOperation[] {
  const { publicId: cardPublicId, recurrence } = before;
  const next = nextOf(store, before, after, now);
  if (next === undefined) return [];
  return [
    { type: 'delete', cardPublicId: next },
    { type: 'change', cardPublicId, recurrence },
  ];
}
