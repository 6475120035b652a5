import { sql } from 'kysely';
import { passingOn } from '../../base/db/pass-on.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRows, updateRow } from '../../base/db/statements.ts';
import { comments } from './tables.ts';

/** Comments whose reactions one statement looks through. */
export const reactedAtOnce = 500;

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

/** Replaces the reactions of a comment. */
export const setReactions = updateRow('comments.setReactions', comments, ['reactions']);

/** A comment with reactions, and whether a user may be among those who reacted. */
interface Reacted {
  workspaceId: string;
  cardId: string;
  createdAt: number;
  id: string;
  mine: number;
}

/** The next comments with reactions, of all workspaces; as many as one read may take. */
export const nextReacted = query(
  'comments.nextReacted',
  (_db, p: { afterWorkspace: string; afterId: string; userId: string }) => sql<Reacted>`
  select workspace_id as "workspaceId", card_id as "cardId", created_at as "createdAt", id as id,
    case when reactions like '%"' || ${p.userId} || '"%' then 1 else 0 end as mine
  from comments
  where reactions is not null and (workspace_id, id) > (cast(${p.afterWorkspace} as text), cast(${p.afterId} as text))
  order by workspace_id, id limit ${sql.lit(reactedAtOnce)}`,
);

/** The reactions of a comment, as they are stored, and its board. */
export const reactionsOn = query(
  'comments.reactionsOn',
  (_db, p: { workspaceId: string; cardId: string; createdAt: number; id: string }) => sql<{
    reactions: string | null;
    boardId: string;
  }>`
  select x.reactions as reactions, c.board_id as "boardId" from comments x
  join cards c on c.workspace_id = ${p.workspaceId} and c.id = ${p.cardId}
  where x.workspace_id = ${p.workspaceId} and x.card_id = ${p.cardId} and x.created_at = ${p.createdAt} and x.id = ${p.id}`,
);
