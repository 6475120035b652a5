import { sql } from 'kysely';
import { command } from '../db/query.ts';

/*
 * Statements by which other domains write cards and what is on them. Each inserts many rows: a copy or an import takes a
 * few, however large it is.
 */

export interface CardRow {
  id: string;
  listId: string;
  number: number;
  title: string;
  description: string | null;
  dueAt: number | null;
  position: string;
  createdBy: string;
  createdAt: number;
  archivedAt: number | null;
}

export const insertCards = command(
  'cards.insertMany',
  (_db, p: { workspaceId: string; boardId: string; rows: CardRow[] }, fn) => sql`
  insert into cards (workspace_id, id, board_id, list_id, number, title, description, due_at, position, created_by,
    created_at, archived_at)
  select ${p.workspaceId}, r.id, ${p.boardId}, r."listId", r.number, r.title, r.description, r."dueAt", r.position,
    r."createdBy", r."createdAt", r."archivedAt"
  from ${fn.rows(p.rows, {
    id: 'text',
    listId: 'text',
    number: 'integer',
    title: 'text',
    description: 'text',
    dueAt: 'integer',
    position: 'text',
    createdBy: 'text',
    createdAt: 'integer',
    archivedAt: 'integer',
  })} r
  where true`,
);

export const insertCardLabels = command(
  'card_labels.insertRows',
  (_db, p: { workspaceId: string; boardId: string; rows: { cardId: string; labelId: string }[] }, fn) => sql`
  insert into card_labels (workspace_id, board_id, card_id, label_id)
  select ${p.workspaceId}, ${p.boardId}, r."cardId", r."labelId"
  from ${fn.rows(p.rows, { cardId: 'text', labelId: 'text' })} r
  where true`,
);

export const insertCardMembers = command(
  'card_members.insertRows',
  (_db, p: { workspaceId: string; rows: { cardId: string; memberId: string }[] }, fn) => sql`
  insert into card_members (workspace_id, card_id, member_id)
  select ${p.workspaceId}, r."cardId", r."memberId"
  from ${fn.rows(p.rows, { cardId: 'text', memberId: 'text' })} r
  where true`,
);

/** Rows that are deleted at once of what may be on a great many cards: others read before the next ones go. */
export const takenAtOnce = 500;

/** Takes a label off some cards. */
export const takeOffLabel = command(
  'card_labels.takeOff',
  (_db, p: { workspaceId: string; boardId: string; id: string }, fn) => sql<{ id: string }>`
  delete from card_labels where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, card_id, label_id',
    sql`from card_labels x
      where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and x.label_id = ${p.id}
      limit ${sql.lit(takenAtOnce)}`,
  )} returning card_id as id`,
);

/** Takes a member off some cards. */
export const takeOffMember = command(
  'card_members.takeOff',
  (_db, p: { workspaceId: string; memberId: string }, fn) => sql<{ id: string }>`
  delete from card_members where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, card_id, member_id',
    sql`from card_members x where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.memberId}
      limit ${sql.lit(takenAtOnce)}`,
  )} returning card_id as id`,
);

/** Takes members of an account off all their cards. */
export const takeOffMembers = command(
  'card_members.takeOffOfUser',
  (_db, p: { userId: string; memberIds: string[] }, fn) => sql`
  delete from card_members where (workspace_id, member_id) in (
    select workspace_id, id from members where user_id = ${p.userId} and id in ${fn.each(p.memberIds)})`,
);

/** Removes the cards of a board for good; what is on them goes along. */
export const removeCardsOf = command(
  'cards.removeOfBoard',
  (db, p: { workspaceId: string; boardId: string }) =>
    db.deleteFrom('cards').where('workspace_id', '=', p.workspaceId).where('board_id', '=', p.boardId),
);
