import type { PlannedCard } from '../../../../contract/plans.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Proposed } from '../../base/changes/creations.ts';
import { createMany } from '../../cards/actions/create-many.ts';
import { lockOthers } from '../../relations/actions/others.ts';
import { type NewRelation, relateNew } from '../../relations/actions/relate-new.ts';
import { keysOf, othersIn, relationsOf } from './keys.ts';
import { labelsOfPlan } from './labels.ts';
import { listsOfPlan } from './lists.ts';
import { valuesOfPlan } from './values.ts';

export interface Made {
  cards: { key: string | null; publicId: string; cardNumber: number }[];
  labels: { publicId: string; name: string }[];
}

/**
 * Creates the cards of a plan on a granted board, with all that is on them and what they are to each other and to others. What it
 * reads is locked before, in the order of all changes: the board, the other cards, lists, labels, the workspace, members.
 */
export async function makePlan(
  work: Work,
  board: Located<'board'>,
  cards: readonly PlannedCard[],
  proposedOf: (card: number) => Proposed | undefined = () => undefined,
): Promise<Made> {
  const { tx } = work;
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
      proposed: proposedOf(index),
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
