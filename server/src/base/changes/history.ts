import { sql } from 'kysely';
import type { HistoryType } from '../../../../contract/events.ts';
import { type Actor, keyOf } from '../access/actor.ts';
import { batches } from '../db/batches.ts';
import type { Writing } from '../db/database.ts';
import { passingOn } from '../db/pass-on.ts';
import { command } from '../db/query.ts';
import { newId } from '../ids.ts';
import type { ListThen } from './activity.ts';

/** An imported activity: something that happened to a card before the import. */
export interface PastActivity {
  type: HistoryType;
  cardId: string;
  /** The user who did it. */
  by: string;
  /** Microseconds. Within a card, the later of two equal times is increased. */
  at: number;
  toTitle?: string;
  toList?: ListThen;
  commentId?: string;
  /** JSON of the API key by which it was done, unless the actor did it. */
  apiKey?: string | null;
}

interface PastRow {
  id: string;
  cardId: string;
  type: string;
  userId: string;
  at: number;
  toTitle: string | null;
  toList: string | null;
  commentId: string | null;
  apiKey: string | null;
}

const insert = command(
  'activities.insertHistory',
  (_db, p: { workspaceId: string; rows: PastRow[] }, fn) => sql`
  insert into activities (workspace_id, id, card_id, type, user_id, created_at, group_started_at, to_title, to_list,
    comment_id, api_key)
  select ${p.workspaceId}, r.id, r."cardId", r.type, r."userId", r.at, r.at, r."toTitle", r."toList", r."commentId",
    r."apiKey"
  from ${fn.rows(p.rows, {
    id: 'text',
    cardId: 'text',
    type: 'text',
    userId: 'text',
    at: 'integer',
    toTitle: 'text',
    toList: 'text',
    commentId: 'text',
    apiKey: 'text',
  })} r
  where true`,
);

/**
 * Stores past activities of cards that have none yet, in a few statements regardless of their number. Activities by `actor`
 * get the API key that is used now. Returns what was stored.
 */
export async function insertHistory(
  { tx, now, actor }: { tx: Writing; now: number; actor: Actor },
  workspaceId: string,
  activities: readonly PastActivity[],
): Promise<PastRow[]> {
  const key = keyOf(actor);
  const ofActor = key ? JSON.stringify(key) : null;
  const newest = new Map<string, number>();
  const rows = activities
    .toSorted((a, b) => a.at - b.at)
    .map(({ type, cardId, by, at, toTitle, toList, commentId, apiKey: given }) => {
      // Times must be unique within a card: they are the cursors of its feed.
      const time = Math.max(at, (newest.get(cardId) ?? -1) + 1);
      newest.set(cardId, time);
      return {
        id: newId(now),
        cardId,
        type,
        userId: by,
        at: time,
        toTitle: toTitle ?? null,
        toList: toList ? JSON.stringify(toList) : null,
        commentId: commentId ?? null,
        apiKey: given === undefined && by === actor.userId ? ofActor : (given ?? null),
      };
    });
  for (const batch of batches(rows)) await tx.run(insert, { workspaceId, rows: batch });
  return rows;
}

/** Passes on the activities by a user, and those about a member, to another. */
export const passActivities = passingOn('activities', 'card_id, created_at', {
  user: 'user_id',
  member: 'member_id',
});
