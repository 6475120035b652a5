import { sql } from 'kysely';
import { addressShown } from '../base/access/bots.ts';
import { query } from '../base/db/query.ts';
import { bytesAtOnce } from '../base/http/sliced-page.ts';
import { keyOfComment } from '../data/comments/questions.ts';

interface CommentPage {
  workspaceId: string;
  cardId: string;
  showEmails: boolean;
  /** Only comments older than this one, given by its time in microseconds and its id. */
  at: number;
  id: string;
  limit: number;
}

/** A comment as JSON, or null once the size limit is reached, with the parts of the cursor after it. */
export interface CommentEntry {
  json: string | null;
  /** Its text; null if the JSON is. */
  comment: string | null;
  /** As they are stored. */
  reactions: string | null;
  at: number;
  id: string;
}

/**
 * The live comments of a card, newest first. Each text is looked up by its whole key, so that texts beyond the size limit are
 * not read.
 */
export const newestComments = query('comments.newest', (_db, p: CommentPage, fn) => {
  const json = fn.object({
    publicId: 'c.id',
    comment: 'c.comment',
    createdBy: 'c.created_by',
    createdAt: fn.millis('c.created_at'),
    updatedAt: fn.millis('c.updated_at'),
    deletedAt: fn.millis('c.deleted_at'),
    user: fn.object({
      id: 'u.id',
      name: 'u.name',
      email: sql`case when v.show_emails = 1 then ${addressShown('u.email')} end`,
      image: 'u.image',
    }),
    replyTo: 'c.reply_to',
    apiKey: sql`case when u.deleted_at is null then ${fn.json(keyOfComment('c', p))} end`,
  });
  const isRead = sql`s.bytes_before < ${sql.lit(bytesAtOnce)}`;
  const sameRow = sql`c.workspace_id = ${p.workspaceId} and c.id = s.id`;
  return sql<CommentEntry>`
  select s.at as at, s.id as id,
    case when ${isRead} then (select c.comment from comments c where ${sameRow}) end as comment,
    case when ${isRead} then (select c.reactions from comments c where ${sameRow}) end as reactions,
    case when ${isRead} then (
      select ${json} from comments c join users u on u.id = c.created_by
      cross join (select cast(${p.showEmails} as bigint) as show_emails) v where ${sameRow}
    ) end as json
  from (
    select n.at, n.id, coalesce(sum(n.bytes) over (
      order by n.at desc, n.id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from (
      select created_at as at, id, 
        octet_length(comment) + coalesce(octet_length(reactions), 0) as bytes
      from comments
      where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and deleted_at is null
        and (created_at, id) < (cast(${p.at} as bigint), cast(${p.id} as text))
      order by created_at desc, id desc limit ${p.limit}
    ) n
  ) s order by s.at desc, s.id desc`;
});

/** A comment of a card that is not deleted. */
export const live = query('comments.live', (db, p: { workspaceId: string; cardId: string; id: string }) =>
  db
    .selectFrom('comments')
    .select([
      'comment',
      'created_by as createdBy',
      'created_at as createdAt',
      'reactions',
      'reply_to as replyTo',
      'asks',
      'options',
      'asked_to as askedTo',
      'answer_id as answerId',
    ])
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .where('card_id', '=', p.cardId)
    .where('deleted_at', 'is', null),
);

/** A comment of a card that was deleted. */
export const deleted = query(
  'comments.deleted',
  (db, p: { workspaceId: string; cardId: string; id: string }) =>
    db
      .selectFrom('comments')
      .select(['created_by as createdBy', 'created_at as createdAt'])
      .where('workspace_id', '=', p.workspaceId)
      .where('id', '=', p.id)
      .where('card_id', '=', p.cardId)
      .where('deleted_at', 'is not', null),
);
