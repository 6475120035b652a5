import type { Reads } from '../../base/db/database.ts';
import { toldSince } from '../queries.ts';

/** Those of some users who were told something after a time and up to another; microseconds. */
export const usersToldSince = async (
  db: Reads,
  asked: { userIds: readonly string[]; after: number; to: number },
): Promise<string[]> => (await db.all(toldSince, asked)).map(({ userId }) => userId);
