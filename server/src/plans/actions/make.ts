import type { PlannedCard } from '../../../../contract/plans.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Work } from '../../base/changes/change.ts';
import { Invalid } from '../../base/errors.ts';
import { createMany } from '../../cards/actions/create-many.ts';
import { lockOthers, type OtherCard } from '../../relations/actions/others.ts';
import { type NewRelation, relateNew } from '../../relations/actions/relate-new.ts';
import { labelsOfPlan } from './labels.ts';
import { listsOfPlan } from './lists.ts';
import { valuesOfPlan } from './values.ts';

interface Made {
  cards: { key: string | null; publicId: string; cardNumber: number }[];
  labels: { publicId: string; name: string }[];
}

/**
 * Creates the cards of a plan, with all that is on them and what they are to each other and to others. What it reads is locked
 * before, in the order of all changes: the board, the other cards, lists, labels, the workspace, members.
 */
export async function makePlan(
  work: Work,
  boardPublicId: string,
  cards: readonly PlannedCard[],
): Promise<Made> {
  const { tx } = work;
  const board = await work.grant('board', boardPublicId, 'card:create');
  const { workspaceId, id: boardId } = board;
  const place = { workspaceId, boardId };
  const keys = keysOf(cards);
  const wanted = othersIn(cards, keys);
  if (wanted.length > 0) requirePermission(board.permissions, 'card:edit');
  const others = await lockOthers(tx, board, wanted);
  const related = relationsOf(cards, keys, others);
  const values = await valuesOfPlan(tx, place, cards);
  const { lists, listOf } = await listsOfPlan(tx, board, cards);
  const { labelsOf, made } = await labelsOfPlan(work, board, cards);
  const created = await createMany(
    work,
    place,
    lists,
    cards.map(({ memberPublicIds = [], items = [] }, index) => ({
      values: values.of(index),
      listId: listOf(index),
      labels: labelsOf(index),
      members: [...new Set(memberPublicIds)],
      items: items.map(({ title, checklist = 'Checklist', acceptance = false }) => {
        return { title, checklist, acceptance };
      }),
    })),
    values.people,
  );
  const ids = created.map(({ id }) => id);
  const relations = related.map(({ from, other, ...relation }): NewRelation => {
    return {
      ...relation,
      cardId: ids[from] ?? '',
      otherId: typeof other === 'number' ? (ids[other] ?? '') : other.id,
    };
  });
  await relateNew(work, workspaceId, relations, new Map([...others.values()].map((card) => [card.id, card])));
  return {
    cards: created.map(({ id, number }, index) => {
      return { key: cards[index]?.key ?? null, publicId: id, cardNumber: number };
    }),
    labels: made,
  };
}

/** The places of cards by the keys that the plan gives them. */
function keysOf(cards: readonly PlannedCard[]): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (const [index, { key }] of cards.entries()) {
    if (key === undefined) continue;
    if (keys.has(key)) throw new Invalid('planned-twice', { field: `body/cards/${index}/key` });
    keys.set(key, index);
  }
  return keys;
}

/** What cards are called that are not of the plan. */
const othersIn = (cards: readonly PlannedCard[], keys: ReadonlyMap<string, number>): string[] => [
  ...new Set(
    cards.flatMap(({ relations = [] }) => relations.flatMap(({ card }) => (keys.has(card) ? [] : [card]))),
  ),
];

/** The relations with the place of each card in the plan. Throws `Invalid` for a card that there is not. */
const relationsOf = (
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
