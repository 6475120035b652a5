import { sql } from 'kysely';
import { query } from '../base/db/query.ts';

interface Place {
  workspaceId: string;
  userId: string;
  memberId: string;
  targetId: string;
  /** Of a card; null for what is not one. */
  cardId: string | null;
  listId: string | null;
  boardId: string | null;
}

/** The reasons that somebody has to watch something, 1 or 0; `said` is null if they have not said anything. */
export interface Reasons {
  said: number | null;
  member: number;
  author: number;
  list: number;
  board: number;
}

/** For comparisons, see `boardOrNone`. */
const orNone = (id: string | null) => sql`coalesce(cast(${id} as text), '')`;

const saidOf = ({ workspaceId, userId }: Place, targetId: string | null) => sql<number | null>`(
    select w.watches from watches w
    where w.workspace_id = ${workspaceId} and w.user_id = ${userId} and w.target_id = ${orNone(targetId)})`;

/** Each is found by its key. */
export const reasonsToWatch = query(
  'watches.reasons',
  (_db, p: Place) => sql<Reasons>`
  select ${saidOf(p, p.targetId)} as said, coalesce(${saidOf(p, p.listId)}, 0) as list,
    coalesce(${saidOf(p, p.boardId)}, 0) as board,
    (select count(*) from card_members cm
      where cm.workspace_id = ${p.workspaceId} and cm.card_id = ${orNone(p.cardId)} and cm.member_id = ${p.memberId}) as member,
    (select count(*) from cards c
      where c.workspace_id = ${p.workspaceId} and c.id = ${orNone(p.cardId)} and c.created_by = ${p.userId}) as author`,
);

/** The lists of a board that somebody watches, without those in the trash. */
export const watchedLists = query(
  'watches.lists',
  (_db, p: { workspaceId: string; userId: string; boardId: string }) => sql<{ id: string }>`
  select l.id as id from lists l
  where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null and exists (
    select 1 from watches w
    where w.workspace_id = ${p.workspaceId} and w.user_id = ${p.userId} and w.target_id = l.id and w.watches = 1)`,
);
