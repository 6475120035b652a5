import type { GivenFields } from '../../../../contract/card-fields.ts';
import type { Located } from '../../base/access/locate.ts';
import { type CardValues, valuesOf } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { changeFields } from './change-fields.ts';

type Completion = Pick<GivenFields, 'completed' | 'completedAt'>;

/** Whether a request itself says whether the card is done. */
export const saysCompletion = ({ completed, completedAt }: Completion): boolean =>
  completed !== undefined || completedAt !== undefined;

/** Writes `completed` of a request as `completedAt`. A card that is completed keeps its time. */
export function withCompletion<G extends GivenFields>(
  { completed, ...given }: G,
  { completedAt }: Pick<CardValues, 'completedAt'>,
  now: number,
) {
  if (completed === undefined || given.completedAt !== undefined) return given;
  if (!completed) return { ...given, completedAt: null };
  return completedAt === null ? { ...given, completedAt: isoMillis(now) } : given;
}

interface Lists {
  /** Whether cards become done in the list that the card leaves, if any, and in the one where it is put. */
  from?: boolean;
  to: boolean;
}

/**
 * When a card that is put into a list is completed: a list that completes its cards completes it now, unless it is completed
 * already, and another one opens it again if it comes from such a list.
 */
export function completionIn(
  completedAt: number | null,
  { from = false, to }: Lists,
  now: number,
): number | null {
  if (to) return completedAt ?? Math.floor(now / 1000) * 1000;
  return from ? null : completedAt;
}

/** Completes or opens a card that has been put into a list, unless it is a template; returns when it is completed now. */
export async function settle(
  work: Work,
  card: Located<'card' | 'trashedCard'>,
  lists: Lists,
): Promise<number | null> {
  const completedAt =
    card.isTemplate === 1 ? card.completedAt : completionIn(card.completedAt, lists, work.now);
  // A card opens again because it was moved: that says it.
  await changeFields(work, card, { ...valuesOf(card), completedAt }, { isSaid: completedAt === null });
  return completedAt;
}
