import { sql } from 'kysely';
import { command } from '../db/query.ts';

/* Statements by which other domains write comments, many rows with each. */

export interface CommentRow {
  id: string;
  cardId: string;
  comment: string;
  userId: string;
  at: number;
  editedAt: number | null;
}

export const insertComments = command(
  'comments.insertMany',
  (_db, p: { workspaceId: string; rows: CommentRow[] }, fn) => sql`
  insert into comments (workspace_id, id, card_id, comment, created_by, created_at, updated_at)
  select ${p.workspaceId}, r.id, r."cardId", r.comment, r."userId", r.at, r."editedAt"
  from ${fn.rows(p.rows, {
    id: 'text',
    cardId: 'text',
    comment: 'text',
    userId: 'text',
    at: 'integer',
    editedAt: 'integer',
  })} r
  where true`,
);
