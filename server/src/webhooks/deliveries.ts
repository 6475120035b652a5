import type { Principal } from '../base/access/board-permissions.ts';
import type { Queue } from '../base/changes/deliveries.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import type { Reads } from '../base/db/database.ts';
import type { Tables } from '../base/db/tables.ts';
import { cursorFrom, cursorText, pageOf } from '../base/http/cursor.ts';
import { lastLookedAt, newestDeliveries } from './queries.ts';

interface DeliveryQuery {
  limit?: number;
  cursor?: string;
  state?: Tables['webhook_deliveries']['state'];
}

/**
 * A page of the deliveries of a webhook that the reader may see. If too many are filtered out, the page ends early, with fewer
 * than `limit`, and a cursor to continue from.
 */
export async function deliveriesOf(
  db: Reads,
  of: Principal & Queue,
  { limit = 20, cursor, state }: DeliveryQuery,
) {
  const after = { ...of, ...cursorFrom(cursor) };
  const found = await db.all(newestDeliveries, { ...after, state: state ?? null, limit: limit + 1 });
  const { shown, hasMore, nextCursor } = pageOf(found, limit);
  const last = hasMore ? undefined : await db.first(lastLookedAt, after);
  return {
    deliveries: shown.map(({ at, nextAttemptAt, ...rest }) => ({
      ...rest,
      createdAt: isoMillis(at),
      nextAttemptAt: isoMillisOrNull(nextAttemptAt),
    })),
    hasMore: hasMore || last !== undefined,
    nextCursor: last ? cursorText(last) : nextCursor,
  };
}
