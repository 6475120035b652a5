import type { GivenFields } from '../../../../contract/card-fields.ts';
import type { CardValues } from '../../base/card-fields.ts';
import { isoMillis } from '../../base/clock.ts';

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
