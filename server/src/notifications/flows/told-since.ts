import type { Reads } from '../../base/db/database.ts';
import { toldSince } from '../queries.ts';

interface Asked {
  userIds: readonly string[];
  /** Told after this and up to `to`; microseconds. */
  since: number;
  to: number;
  /** How much before `since`, and before `to`, is counted, too. */
  overlap: number;
}

/** How much each of some users was told, of those who were told anything lately. */
export interface ToldLately {
  userId: string;
  fresh: number;
  /** Before `since`. */
  late: number;
  /** Before `to`: what is `late` the next time, unless more of it has been committed by then. */
  again: number;
}

export async function usersTold(db: Reads, { userIds, since, to, overlap }: Asked): Promise<ToldLately[]> {
  const found = await db.all(toldSince, { userIds, after: since - overlap, since, again: to - overlap, to });
  return found.map(({ userId, fresh, late, again }) => ({
    userId,
    fresh: Number(fresh),
    late: Number(late),
    again: Number(again),
  }));
}
