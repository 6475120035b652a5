import { sql } from 'kysely';
import { passingOn } from '../../base/db/pass-on.ts';
import { command } from '../../base/db/query.ts';
import { insertRows } from '../../base/db/statements.ts';
import { comments } from './tables.ts';

/* Statements by which other domains write comments; each writes many rows. */

export const insertComments = insertRows('comments.insertMany', comments, ['workspace_id']);

/** Sets the texts of comments on cards that are still hidden. */
export const setTexts = command(
  'comments.setTexts',
  (_db, p: { workspaceId: string; rows: readonly { id: string; text: string }[] }, fn) => sql<never>`
  update comments set comment = (
    select r.text from ${fn.rows(p.rows, { id: 'text', text: 'text' })} r where r.id = comments.id)
  where ${fn.unindexed('workspace_id')} = ${p.workspaceId} and id in (
    select r.id from ${fn.rows(p.rows, { id: 'text', text: 'text' })} r)`,
);

export const passComments = passingOn('comments', 'card_id, created_at', { user: 'created_by' });
