import { sql } from 'kysely';
import { query } from '../base/db/query.ts';
import { workIn } from '../data/cards/fragments.ts';

interface ListRead {
  id: string;
  name: string;
  completes: 0 | 1;
  colour: string | null;
  cardLimit: number | null;
  limitRefuses: 0 | 1;
  refusesOpenChecks: 0 | 1;
  archivedAt: number | null;
  /** The number of cards that are not archived or deleted themselves, without templates. */
  cards: number;
}

/** The live lists of a board in order, or the archived ones, the most recently archived first. */
export const listsOfBoard = query(
  'lists.ofBoard',
  (_db, p: { workspaceId: string; boardId: string; archived: boolean }) => sql<ListRead>`
  select l.id as id, l.name as name, l.completes as completes, l.colour as colour,
    l.card_limit as "cardLimit", l.limit_refuses as "limitRefuses",
    l.refuses_open_checks as "refusesOpenChecks", l.archived_at as "archivedAt",
    ${workIn(p.workspaceId, 'l.id')} as cards
  from lists l
  where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null
    and case when l.archived_at is null then 0 else 1 end = ${p.archived}
  order by l.archived_at desc, l.position`,
);
