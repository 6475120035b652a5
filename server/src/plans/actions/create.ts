import type { PlannedCard } from '../../../../contract/plans.ts';
import type { Work } from '../../base/changes/change.ts';
import { makePlan } from './make.ts';
import { proposePlan } from './propose.ts';
import { mayCreateOn } from './rights.ts';

/** Creates the cards of a plan, or proposes them for callers who want no more, or may do no more. */
export async function createPlan(
  work: Work,
  boardPublicId: string,
  { cards, propose = false }: { cards: readonly PlannedCard[]; propose?: boolean },
) {
  const board = await work.grant('board', boardPublicId, null);
  if (mayCreateOn(board) && !propose) return { ...(await makePlan(work, board, cards)), proposed: null };
  return { cards: [], labels: [], proposed: await proposePlan(work, board, cards) };
}
