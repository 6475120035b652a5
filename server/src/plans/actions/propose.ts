import { caps } from '../../../../contract/caps.ts';
import type { PlannedCard } from '../../../../contract/plans.ts';
import { keyOf } from '../../base/access/actor.ts';
import type { Located } from '../../base/access/locate.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { watchersOfPlaces } from '../../base/changes/watching.ts';
import { batches } from '../../base/db/batches.ts';
import { insertRows } from '../../base/db/statements.ts';
import { newId } from '../../base/ids.ts';
import { membersSeeing } from '../../cards/actions/values.ts';
import { runnerOf } from '../../data/bots/rows.ts';
import { proposals } from '../../data/plans/tables.ts';
import { lockOthers } from '../../relations/actions/others.ts';
import { requireNoCirclesOf } from '../../relations/actions/relate-new.ts';
import { openOnBoard } from '../queries.ts';
import { contentFrom } from './content.ts';
import { keysOf, othersIn, relationsOf } from './keys.ts';
import { listsOfPlan } from './lists.ts';
import { valuesOfPlan } from './values.ts';

const insert = insertRows('proposals.insertMany', proposals, [
  'workspace_id',
  'board_id',
  'plan_id',
  'state',
  'proposed_by',
  'api_key',
  'decided_by',
  'decided_at',
  'card_id',
]);

interface Proposed {
  planPublicId: string;
  cards: { key: string | null; proposalPublicId: string }[];
}

/**
 * Stores the cards of a plan as proposals on a granted board, which is locked. What is wrong with them is said now, to whoever
 * proposes them, and not to the one who accepts them.
 */
export async function proposePlan(
  work: Work,
  board: Located<'board'>,
  cards: readonly PlannedCard[],
): Promise<Proposed> {
  const { tx, now, actor, record } = work;
  const { workspaceId, id: boardId } = board;
  const place = { workspaceId, boardId };
  const ids = cards.map(() => newId(now));
  const contents = await contentsOf(work, board, cards, ids);
  const most = caps.openProposalsOfBoard;
  const open = (await tx.first(openOnBoard, place))?.count ?? 0;
  if (open + cards.length > most) throw capReached(most, 'cards that are proposed');
  const planId = newId(now);
  const key = keyOf(actor);
  const rows = contents.map((content, index) => ({
    id: ids[index] ?? '',
    content: contentFrom(content.key, content),
    createdAt: now + index,
  }));
  for (const batch of batches(rows)) {
    await tx.run(insert, {
      ...place,
      planId,
      state: 'open',
      proposedBy: actor.userId,
      apiKey: key ? JSON.stringify(key) : null,
      decidedBy: null,
      decidedAt: null,
      cardId: null,
      rows: batch,
    });
  }
  record.live('plan.proposed', workspaceId, { boardId, subjectId: planId });
  await tell(work, board, { publicId: planId, name: cards[0]?.title ?? '', cards: cards.length });
  return {
    planPublicId: planId,
    cards: cards.map(({ key: called = null }, index) => {
      return { key: called, proposalPublicId: ids[index] ?? '' };
    }),
  };
}

/** The cards as they are stored: lists by their ids, and relations by the ids of cards and of proposals. */
async function contentsOf(
  work: Work,
  board: Located<'board'>,
  cards: readonly PlannedCard[],
  ids: readonly string[],
): Promise<PlannedCard[]> {
  const { tx } = work;
  const { workspaceId, id: boardId } = board;
  const place = { workspaceId, boardId };
  const keys = keysOf(cards);
  const others = await lockOthers(tx, board, othersIn(cards, keys));
  const related = relationsOf(cards, keys, others).map(({ from, other, ...relation }) => {
    const otherId = typeof other === 'number' ? (ids[other] ?? '') : other.id;
    return { ...relation, from, cardId: ids[from] ?? '', otherId };
  });
  const byId = new Map([...others.values()].map((card) => [card.id, card]));
  await requireNoCirclesOf(work, workspaceId, related, byId);
  const { people } = await valuesOfPlan(tx, place, cards);
  people.requireSeen(await membersSeeing(tx, place, people.ids));
  const { listOf } = await listsOfPlan(tx, board, cards);
  return cards.map((card, index) => ({
    ...card,
    ...(card.list === undefined ? {} : { list: listOf(index) }),
    ...(card.relations === undefined
      ? {}
      : {
          relations: related
            .filter(({ from }) => from === index)
            .map(({ type, otherId }) => ({ type, card: otherId })),
        }),
  }));
}

/** Tells whoever runs the program that proposes, and those who watch the board. */
async function tell(
  work: Work,
  { workspaceId, id: boardId }: Located<'board'>,
  about: { publicId: string; name: string; cards: number },
): Promise<void> {
  const { tx, actor } = work;
  const { userId } = actor;
  const watchers = await tx.all(watchersOfPlaces, { workspaceId, targets: [boardId], actorId: userId });
  const told = new Set(watchers.map((each) => each.userId));
  const runner = keyOf(actor) && (await runnerOf(tx, workspaceId, actor));
  if (runner !== undefined) told.add(runner);
  for (const each of told) work.tell({ userId: each, kind: 'proposed', workspaceId, boardId, about });
}
