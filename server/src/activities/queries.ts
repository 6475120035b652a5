import { type RawBuilder, sql } from 'kysely';
import {
  activityJoins,
  activityJson,
  bytesOfActivity,
  commentOfActivity,
  type FeedAdditions,
  type Viewer,
  viewerRow,
} from '../base/changes/activity.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { bytesAtOnce } from '../base/http/sliced-page.ts';

/*
 * Merged entries know where their group begins (`changes/activity.ts`), and a group ends where the next one begins. So a page
 * takes a fixed number of lookups, however many entries are in between and however long the feed is.
 */

interface FeedPage extends Viewer {
  workspaceId: string;
  cardId: string;
  /** Only entries beyond this time; microseconds. */
  cursor: number;
  limit: number;
}

/** A merged entry as JSON, or null once the size limit is reached, with the times of the first and last of its group. */
export interface FeedEntry {
  json: string | null;
  startedAt: number;
  endedAt: number;
  /** Of a comment, if asked for: what it answers, and the reactions as they are stored. */
  replyTo?: string | null;
  reactions?: string | null;
}

/** Bytes of the activity of a card at a given time. */
const bytesAt = ({ workspaceId, cardId }: FeedPage, at: string) => sql`(
  select ${bytesOfActivity} from activities n ${commentOfActivity(workspaceId)}
  where n.workspace_id = ${workspaceId} and n.card_id = ${cardId} and n.created_at = ${sql.raw(at)})`;

/** Bytes of a merged entry; most groups are a single activity, which is looked up once. */
const bytesOfEntry = (p: FeedPage) =>
  sql`${bytesAt(p, 's.starts')} + case when s.ends = s.starts then 0 else ${bytesAt(p, 's.ends')} end`;

/** Columns of the comment that an entry adds, for those who may read comments. */
const ofComment = (p: FeedPage) => {
  const column = (name: 'reply_to' | 'reactions') => sql`(
    select x.${sql.ref(name)} from activities n ${commentOfActivity(p.workspaceId)}
    where n.workspace_id = ${p.workspaceId} and n.card_id = ${p.cardId} and n.created_at = s.ends
      and n.type = 'card.updated.comment.added' and cast(${p.showComments} as bigint) = 1)`;
  return sql`${column('reply_to')} as "replyTo", ${column('reactions')} as reactions,`;
};

/**
 * `starts` selects the time at which each entry begins, as `at`. Every lookup is a subquery by a whole key, so that no planner
 * can scan all activities of a card, whatever it estimates their number to be.
 */
const entries = (
  fn: Functions,
  p: FeedPage,
  form: FeedAdditions,
  starts: RawBuilder<unknown>,
  order: 'asc' | 'desc',
) =>
  sql<FeedEntry>`
  with spans as materialized (
    select s.at as starts, (
      select e.created_at from activities e
      where e.workspace_id = ${p.workspaceId} and e.card_id = ${p.cardId} and e.created_at < coalesce((
        select n.created_at from activities n
        where n.workspace_id = ${p.workspaceId} and n.card_id = ${p.cardId} and n.created_at > s.at
          and n.created_at = n.group_started_at
        order by n.created_at limit 1
      ), ${sql.lit(Number.MAX_SAFE_INTEGER)})
      order by e.created_at desc limit 1
    ) as ends
    from (${starts}) s
  ), sized as (
    select s.starts, s.ends,
      coalesce(sum(${bytesOfEntry(p)}) over (order by s.ends ${sql.raw(order)} rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from spans s
  )
  select case when s.bytes_before < ${sql.lit(bytesAtOnce)} then (
    select ${activityJson(fn, form, 'h')}
    from activities a
    join activities h on h.workspace_id = ${p.workspaceId} and h.card_id = ${p.cardId} and h.created_at = s.starts
    ${activityJoins(p.workspaceId)}
    ${viewerRow(p)}
    where a.workspace_id = ${p.workspaceId} and a.card_id = ${p.cardId} and a.created_at = s.ends
  ) end as json, ${form.reactions ? ofComment(p) : sql``} s.starts as "startedAt", s.ends as "endedAt"
  from sized s
  order by s.ends ${sql.raw(order)}`;

/** The groups that began before the cursor. */
const before = (p: FeedPage) => sql`
  select created_at as at from activities
  where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at < ${p.cursor}
    and created_at = group_started_at
  order by created_at desc limit ${p.limit}`;

/**
 * Entries after the cursor. A group that has grown since it was shown continues with an entry of its own, which begins
 * at the first activity not shown yet.
 */
const after = (p: FeedPage) => sql`
  select at from (
    select * from (
      select created_at as at from activities
      where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at > ${p.cursor}
      order by created_at limit 1
    ) as following
    union
    select * from (
      select created_at as at from activities
      where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at > ${p.cursor}
        and created_at = group_started_at
      order by created_at limit ${p.limit}
    ) as heads
  ) as starts order by at limit ${p.limit}`;

const feedQuery = (name: string, form: FeedAdditions) => ({
  desc: query(`activities.newestFirst${name}`, (_db, p: FeedPage, fn) =>
    entries(fn, p, form, before(p), 'desc'),
  ),
  asc: query(`activities.oldestFirst${name}`, (_db, p: FeedPage, fn) =>
    entries(fn, p, form, after(p), 'asc'),
  ),
});

const feeds = {
  plain: feedQuery('', {}),
  apiKey: feedQuery('WithKeys', { apiKey: true }),
  change: feedQuery('WithChanges', { change: true }),
  both: feedQuery('WithBoth', { apiKey: true, change: true }),
};

const feedsWithReactions = {
  plain: feedQuery('WithReactions', { reactions: true }),
  apiKey: feedQuery('WithKeysAndReactions', { apiKey: true, reactions: true }),
  change: feedQuery('WithChangesAndReactions', { change: true, reactions: true }),
  both: feedQuery('WithAll', { apiKey: true, change: true, reactions: true }),
};

/** The statements that read the feed with what is asked for. */
export const feedOf = ({ apiKey, change, reactions }: FeedAdditions) =>
  (reactions ? feedsWithReactions : feeds)[
    apiKey && change ? 'both' : apiKey ? 'apiKey' : change ? 'change' : 'plain'
  ];
