import { sql } from 'kysely';
import { second } from '../base/clock.ts';
import { query } from '../base/db/query.ts';

interface CommentPage {
  workspaceId: string;
  cardId: string;
  showEmails: boolean;
  /** Only what is older than this comment: its time in microseconds, and its id. */
  at: number;
  id: string;
  limit: number;
}

/** A comment as JSON, with what the cursor behind it is made of. */
export interface CommentEntry {
  json: string;
  comment: string;
  at: number;
  id: string;
}

/** By which key comment `c` was written: the activity that tells of it is stored with it, microseconds later at the most. */
const keyOf = (p: CommentPage) => sql`(
  select a.api_key from activities a
  where a.workspace_id = ${p.workspaceId} and a.card_id = ${p.cardId} and a.comment_id = c.id
    and a.created_at >= c.created_at and a.created_at < c.created_at + ${sql.lit(second)}
  order by a.created_at limit 1)`;

/** The live comments of a card, newest first. */
export const newestComments = query(
  'comments.newest',
  (_db, p: CommentPage, fn) => sql<CommentEntry>`
  select c.created_at as at, c.id as id, c.comment as comment, ${fn.object({
    publicId: 'c.id',
    comment: 'c.comment',
    createdBy: 'c.created_by',
    createdAt: fn.millis('c.created_at'),
    updatedAt: fn.millis('c.updated_at'),
    deletedAt: fn.millis('c.deleted_at'),
    user: fn.object({
      id: 'u.id',
      name: 'u.name',
      email: sql`case when v.show_emails = 1 then u.email end`,
      image: 'u.image',
    }),
    apiKey: sql`case when u.deleted_at is null then ${fn.json(keyOf(p))} end`,
  })} as json
  from comments c
  join users u on u.id = c.created_by
  cross join (select cast(${p.showEmails} as bigint) as show_emails) v
  where c.workspace_id = ${p.workspaceId} and c.card_id = ${p.cardId} and c.deleted_at is null
    and (c.created_at, c.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by c.created_at desc, c.id desc limit ${p.limit}`,
);
