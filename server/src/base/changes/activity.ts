import { type RawBuilder, sql } from 'kysely';
import { type ActivityType, mergedActivityTypes, mergeWindow } from '../../../../contract/events.ts';
import { holds } from '../../../../contract/permissions.ts';
import type { KeyName } from '../access/actor.ts';
import type { MemberRights } from '../access/authority.ts';
import { heldInWorkspaceBy } from '../access/board-permissions.ts';
import { addressShown } from '../access/bots.ts';
import type { Writing } from '../db/database.ts';
import type { Functions, Piece } from '../db/functions.ts';
import { command } from '../db/query.ts';
import type { Tables } from '../db/tables.ts';
import { activeWebhooks, boardOrNone } from './deliveries.ts';
import { type Recipients, recipients } from './watching.ts';

/** A list as it was at the time of an activity. */
export interface ListThen {
  publicId: string;
  name: string;
  index: number;
}

/** The values of a field before and after a change, as replies show them. */
export interface FieldChange {
  from: unknown;
  to: unknown;
}

/** The details of a card's activity; fields that do not belong to its type are omitted. */
export interface ActivityDetail {
  fromIndex?: number;
  toIndex?: number;
  fromTitle?: string | null;
  toTitle?: string | null;
  fromDescription?: string | null;
  toDescription?: string | null;
  /** Microseconds. */
  fromDueAt?: number | null;
  toDueAt?: number | null;
  /** Of types that have no details of their own. */
  change?: FieldChange;
  fromList?: ListThen;
  toList?: ListThen;
  label?: { publicId: string; name: string };
  memberId?: string;
  commentId?: string;
  attachment?: { publicId: string; filename: string; originalFilename: string };
}

export interface NewActivity extends ActivityDetail {
  workspaceId: string;
  cardId: string;
  id: string;
  type: ActivityType;
  userId: string;
  /** The API key used; undefined for a session. */
  apiKey: KeyName | undefined;
  /** Microseconds; the activity gets the first free time of its card from here on. */
  at: number;
  /** A board id: the same statement also reads the webhooks that may receive its events. */
  webhooksOf?: string | undefined;
  /** The card's board: the same statement also reads who is told. Undefined for imports, of which nobody is told. */
  tellsOn?: string | undefined;
  /** The members whom its text mentions. */
  mentions?: readonly string[] | undefined;
}

/** The result of storing an activity. */
export interface StoredActivity extends Recipients {
  /** Microseconds. */
  createdAt: number;
  /** The JSON of `activeWebhooks`; null if the workspace has none, or no board was given. */
  webhooks: string | null;
}

/** The stored columns of an activity except its times, which are derived from `now`, the time it happened. */
interface ActivityRow extends Omit<Tables['activities'], 'created_at' | 'group_started_at'> {
  now: number;
  merged: 0 | 1;
  webhooksOf: string | null;
  tellsOn: string | null;
  mentions: readonly string[];
}

/** Most workspaces have no webhooks; for those, no JSON is built. */
const webhooksOf = (fn: Functions, { workspace_id: workspaceId, webhooksOf: boardId }: ActivityRow) => {
  return sql<string | null>`case when cast(${boardId} as text) is not null
      and exists (select 1 from webhooks where workspace_id = ${workspaceId} and active = 1)
    then (${activeWebhooks(fn, workspaceId, boardOrNone(boardId))}) end`;
};

/*
 * One statement, so that it sees the card's newest entry: times rise within a card, and an entry that is merged in the
 * feed stores where its group began. So a page of the feed takes a fixed number of look-ups, however long a group is.
 * Entries made with different API keys, or with and without one, are never merged. The grant locks the card, so no other
 * entry can come in between. The row of the card says on which server the entry belongs if the tables are distributed.
 */
const insert = command(
  'activities.insert',
  (_db, p: ActivityRow, fn) => sql<StoredActivity>`
  insert into activities (workspace_id, id, card_id, type, user_id, created_at, group_started_at, from_index,
    to_index, from_title, to_title, from_description, to_description, from_due_at, to_due_at, change, from_list, to_list,
    label, member_id, comment_id, attachment, api_key)
  select c.workspace_id, ${p.id}, ${p.card_id}, ${p.type}, ${p.user_id}, t.at,
    case when t.merged = 1 and t.newest_type = ${p.type} and t.newest_user = ${p.user_id}
      and t.newest_key = coalesce(cast(${p.api_key} as text), '')
      and t.at - t.newest_group <= ${sql.lit(mergeWindow)} then t.newest_group else t.at end,
    ${p.from_index}, ${p.to_index}, ${p.from_title}, ${p.to_title}, ${p.from_description}, ${p.to_description},
    ${p.from_due_at}, ${p.to_due_at}, ${p.change}, ${p.from_list}, ${p.to_list}, ${p.label}, ${p.member_id}, ${p.comment_id},
    ${p.attachment}, ${p.api_key}
  from (
    select case when n.created_at >= cast(${p.now} as bigint) then n.created_at + 1
        else cast(${p.now} as bigint) end as at,
      cast(${p.merged} as bigint) as merged,
      n.type as newest_type, n.user_id as newest_user, n.group_started_at as newest_group,
      coalesce(n.api_key, '') as newest_key
    from (select 1 as one) as always
    left join (
      select created_at, type, user_id, group_started_at, api_key from activities
      where workspace_id = ${p.workspace_id} and card_id = ${p.card_id}
      order by created_at desc limit 1
    ) as n on 1 = 1
  ) as t cross join cards c
  where c.workspace_id = ${p.workspace_id} and c.id = ${p.card_id}
  returning created_at as "createdAt", ${webhooksOf(fn, p)} as webhooks, ${recipients(fn, {
    workspaceId: p.workspace_id,
    cardId: p.card_id,
    actorId: p.user_id,
    memberId: p.member_id,
    commentId: p.comment_id,
    boardId: p.tellsOn,
    mentions: p.mentions,
  })}`,
);

const orNull = <T>(value: T | undefined): T | null => value ?? null;
const jsonOrNull = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** Stores one activity. */
export async function insertActivity(tx: Writing, activity: NewActivity): Promise<StoredActivity> {
  const [row] = await tx.run(insert, {
    workspace_id: activity.workspaceId,
    id: activity.id,
    card_id: activity.cardId,
    type: activity.type,
    user_id: activity.userId,
    now: activity.at,
    merged: mergedActivityTypes.includes(activity.type) ? 1 : 0,
    from_index: orNull(activity.fromIndex),
    to_index: orNull(activity.toIndex),
    from_title: orNull(activity.fromTitle),
    to_title: orNull(activity.toTitle),
    from_description: orNull(activity.fromDescription),
    to_description: orNull(activity.toDescription),
    from_due_at: orNull(activity.fromDueAt),
    to_due_at: orNull(activity.toDueAt),
    change: jsonOrNull(activity.change),
    from_list: jsonOrNull(activity.fromList),
    to_list: jsonOrNull(activity.toList),
    label: jsonOrNull(activity.label),
    member_id: orNull(activity.memberId),
    comment_id: orNull(activity.commentId),
    attachment: jsonOrNull(activity.attachment),
    api_key: jsonOrNull(activity.apiKey),
    webhooksOf: orNull(activity.webhooksOf),
    tellsOn: orNull(activity.tellsOn),
    mentions: activity.mentions ?? [],
  });
  if (!row) throw new Error('an activity was not stored');
  return row;
}

/** The columns that a merged entry takes from the first entry of its group. */
const fromColumns = [
  'from_index',
  'from_title',
  'from_description',
  'from_due_at',
  'from_list',
  'change',
] as const;

/** What the feed adds to entries on request. */
export interface FeedAdditions {
  apiKey?: boolean;
  /** The values before and after, of types without details of their own. */
  change?: boolean;
  /** What comments answer, and reactions to them. */
  reactions?: boolean;
}

/**
 * An activity row `a` as JSON. `card` is the form within a card: users have only a name and an email address, and there
 * is no attachment. `first` is the alias of the row from
 * which the `from…` columns are taken. The row `v`, joined by `viewerRow`, holds what the caller may see.
 */
export function activityJson(fn: Functions, form: 'card' | FeedAdditions, first = 'a'): RawBuilder<string> {
  const from = Object.fromEntries(fromColumns.map((column) => [column, `${first}.${column}`])) as Record<
    (typeof fromColumns)[number],
    string
  >;
  const user = (alias: string, fallback?: string): RawBuilder<unknown> => {
    const email: Piece = sql`case when v.show_emails = 1 then ${addressShown(fallback ?? `${alias}.email`)} end`;
    const shared = { name: `${alias}.name`, email };
    return fn.object(form === 'card' ? shared : { id: `${alias}.id`, ...shared, image: `${alias}.image` });
  };
  return fn.object({
    publicId: 'a.id',
    type: 'a.type',
    createdAt: fn.micros('a.created_at'),
    fromIndex: from.from_index,
    toIndex: 'a.to_index',
    fromTitle: from.from_title,
    toTitle: 'a.to_title',
    fromDescription: from.from_description,
    toDescription: 'a.to_description',
    fromDueDate: fn.millis(from.from_due_at),
    toDueDate: fn.millis('a.to_due_at'),
    fromList: fn.json(from.from_list),
    toList: fn.json('a.to_list'),
    label: fn.json('a.label'),
    member: sql`case when am.id is not null then ${fn.object({
      publicId: 'am.id',
      user: user('mu', 'am.email'),
    })} end`,
    user: user('au'),
    comment: sql`case when ac.id is not null then ${fn.object({
      publicId: 'ac.id',
      comment: sql`case when v.show_comments = 1 then ac.comment else '' end`,
      createdBy: 'ac.created_by',
      updatedAt: fn.millis('ac.updated_at'),
      deletedAt: fn.millis('ac.deleted_at'),
    })} end`,
    ...(form === 'card' ? {} : { attachment: fn.json('a.attachment') }),
    ...(form !== 'card' && form.change
      ? {
          change: sql`case when a.change is not null then ${fn.object({
            from: fn.member(from.change, 'from'),
            to: fn.member('a.change', 'to'),
          })} end`,
        }
      : {}),
    ...(form !== 'card' && form.apiKey
      ? { apiKey: sql`case when au.deleted_at is null then ${fn.json('a.api_key')} end` }
      : {}),
  });
}

/** What the caller may see of other members and their activity. */
export interface Viewer {
  showEmails: boolean;
  showComments: boolean;
  showMembers: boolean;
  /** All members of the workspace, or only those who can see the board. */
  showAllMembers: boolean;
  showLists: boolean;
}

/** The view of a caller with this standing. */
export const viewerOf = (
  standing: Pick<MemberRights, 'showEmails' | 'permissions' | 'principal'>,
): Viewer => ({
  showEmails: standing.showEmails,
  showComments: holds(standing.permissions, 'comment:view'),
  showMembers: holds(standing.permissions, 'member:view'),
  showAllMembers: holds(heldInWorkspaceBy(standing.principal), 'member:view'),
  showLists: holds(standing.permissions, 'list:view'),
});

/** Joins the caller's view as the row `v`. */
export const viewerRow = (p: Viewer): RawBuilder<unknown> => sql`cross join (
  select cast(${p.showEmails} as bigint) as show_emails, cast(${p.showComments} as bigint) as show_comments,
    cast(${p.showMembers} as bigint) as show_members, cast(${p.showLists} as bigint) as show_lists,
    cast(${p.showAllMembers} as bigint) as show_all_members
) v`;

/** The joins that `activityJson` reads from. */
export const activityJoins = (workspaceId: string): RawBuilder<unknown> => sql`
  join users au on au.id = a.user_id
  left join members am on am.workspace_id = ${workspaceId} and am.id = a.member_id
  left join users mu on mu.id = am.user_id
  left join comments ac on ac.workspace_id = ${workspaceId} and ac.id = a.comment_id`;

/** The size in bytes of the texts of an activity `n` and of its comment `x`, if any. */
export const bytesOfActivity: RawBuilder<number> = sql.raw(
  ['n.from_title', 'n.to_title', 'n.from_description', 'n.to_description', 'x.comment']
    .map((text) => `coalesce(octet_length(${text}), 0)`)
    .join(' + '),
);

/** The join that `bytesOfActivity` reads from. */
export const commentOfActivity = (workspaceId: string): RawBuilder<unknown> =>
  sql`left join comments x on x.workspace_id = ${workspaceId} and x.id = n.comment_id`;
