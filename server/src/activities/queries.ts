import { type RawBuilder, sql } from 'kysely';
import { activityJoins, activityJson, type Viewer, viewerRow } from '../changes/activity.ts';
import type { Functions } from '../db/functions.ts';
import { query } from '../db/query.ts';

/*
 * Entries that are merged know where their group began (`changes/activity.ts`), so a page is so many look-ups of
 * where a group begins and where it ends, however many entries lie between and however long the feed is.
 */

interface FeedPage extends Viewer {
  workspaceId: string;
  cardId: string;
  /** Only what lies beyond; microseconds. */
  cursor: number;
  limit: number;
}

/** A merged entry as JSON, with the times of the first and the last of its group. */
export interface FeedEntry {
  json: string;
  startedAt: number;
  endedAt: number;
}

/** `starts` selects the time each entry begins at, as `at`, and the time its group began, as `began`. */
const entries = (fn: Functions, p: FeedPage, starts: RawBuilder<unknown>, order: 'asc' | 'desc') =>
  sql<FeedEntry>`
  with spans as materialized (
    select s.at as starts, (
      select g.created_at from activities g
      where g.workspace_id = ${p.workspaceId} and g.card_id = ${p.cardId} and g.group_started_at = s.began
      order by g.created_at desc limit 1
    ) as ends
    from (${starts}) s
  )
  select ${activityJson(fn, 'feed', 'h')} as json,
    h.created_at as "startedAt", a.created_at as "endedAt"
  from activities a
  join activities h on h.workspace_id = a.workspace_id and h.card_id = a.card_id
    and h.group_started_at = a.group_started_at and h.created_at ${fn.among(sql`select starts from spans`)}
  ${activityJoins}
  ${viewerRow(p)}
  where a.workspace_id = ${p.workspaceId} and a.card_id = ${p.cardId}
    and a.created_at ${fn.among(sql`select ends from spans`)}
  order by a.created_at ${sql.raw(order)}`;

/** Newest first: the groups that began before the cursor. */
export const newestFirst = query('activities.newestFirst', (_db, p: FeedPage, fn) =>
  entries(
    fn,
    p,
    sql`select created_at as at, group_started_at as began from activities
      where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at < ${p.cursor}
        and created_at = group_started_at
      order by created_at desc limit ${p.limit}`,
    'desc',
  ),
);

/**
 * Oldest first: what came after the cursor. A group that has grown since it was shown goes on with an entry of its
 * own, which begins at the first one that has not been shown.
 */
export const oldestFirst = query('activities.oldestFirst', (_db, p: FeedPage, fn) =>
  entries(
    fn,
    p,
    sql`select at, began from (
        select * from (
          select created_at as at, group_started_at as began from activities
          where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at > ${p.cursor}
          order by created_at limit 1
        ) as following
        union
        select * from (
          select created_at as at, group_started_at as began from activities
          where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at > ${p.cursor}
            and created_at = group_started_at
          order by created_at limit ${p.limit}
        ) as heads
      ) as starts order by at limit ${p.limit}`,
    'asc',
  ),
);
