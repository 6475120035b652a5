import { sql } from 'kysely';
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
interface CommentEntry {
  json: string;
  at: number;
  id: string;
}

/** The live comments of a card, newest first. */
export const newestComments = query(
  'comments.newest',
  (_db, p: CommentPage, fn) => sql<CommentEntry>`
  select c.created_at as at, c.id as id, ${fn.object({
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
  })} as json
  from comments c
  join users u on u.id = c.created_by
  cross join (select cast(${p.showEmails} as bigint) as show_emails) v
  where c.workspace_id = ${p.workspaceId} and c.card_id = ${p.cardId} and c.deleted_at is null
    and (c.created_at, c.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by c.created_at desc, c.id desc limit ${p.limit}`,
);
