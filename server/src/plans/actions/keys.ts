import type { PlannedCard } from '../../../../contract/plans.ts';
import { Invalid } from '../../base/errors.ts';
import type { OtherCard } from '../../relations/actions/others.ts';

/* What the cards of a plan call each other. */

/** The places of cards by the keys that the plan gives them. */
export function keysOf(cards: readonly PlannedCard[]): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (const [index, { key }] of cards.entries()) {
    if (key === undefined) continue;
    if (keys.has(key)) throw new Invalid('planned-twice', { field: `body/cards/${index}/key` });
    keys.set(key, index);
  }
  return keys;
}

/** What cards are called that are not of the plan. */
export const othersIn = (cards: readonly PlannedCard[], keys: ReadonlyMap<string, number>): string[] => [
  ...new Set(
    cards.flatMap(({ relations = [] }) => relations.flatMap(({ card }) => (keys.has(card) ? [] : [card]))),
  ),
];

/** The relations with the place of each card in the plan. Throws `Invalid` for a card that there is not. */
export const relationsOf = (
  cards: readonly PlannedCard[],
  keys: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, OtherCard>,
) =>
  cards.flatMap(({ relations = [] }, from) =>
    relations.map(({ type, card }, index) => {
      const field = `body/cards/${from}/relations/${index}/card`;
      const other = keys.get(card) ?? others.get(card);
      if (other === undefined) throw new Invalid('unknown-planned', { field });
      return { from, type, other, field };
    }),
  );
