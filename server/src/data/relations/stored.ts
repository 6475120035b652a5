import {
  isStoredType,
  oppositeOf,
  type RelationType,
  type StoredRelationType,
} from '../../../../contract/relation-types.ts';

/** A relation as it is stored, from one of its cards. */
export interface StoredRelation {
  type: StoredRelationType;
  cardId: string;
  otherId: string;
}

/** How a relation is seen from one of its cards: `isReverse` if it is the one that `other_id` names. */
export interface Seen {
  type: StoredRelationType;
  isReverse: 0 | 1;
}

export const typeOf = ({ type, isReverse }: Seen): RelationType =>
  isReverse === 1 ? oppositeOf[type] : type;

/** The stored form of a relation between two cards. Which of two cards relates to the other makes no difference. */
export function storedAs(card: string, type: RelationType, other: string): StoredRelation {
  const isForward = type === 'relates' ? card < other : isStoredType(type);
  const stored = isStoredType(type) ? type : (oppositeOf[type] as StoredRelationType);
  return isForward
    ? { type: stored, cardId: card, otherId: other }
    : { type: stored, cardId: other, otherId: card };
}
