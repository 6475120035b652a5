import { sql } from 'kysely';
import type { Actor } from '../../base/access/actor.ts';
import type { MemberRights } from '../../base/access/authority.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { readFilter } from '../../reading/filter/filter.ts';
import { scopeOf } from '../../reading/filter/names.ts';
import { beginning, type CardCursor, type OutlineParams, openCardsAfter } from '../../reading/outline.ts';
import type { Sources } from '../../reading/slices.ts';
import type { OfBoard } from '../queries.ts';

/* The cards for which a rule runs. */

/** The open cards of a board after one, list by list. */
const cardsAfter = query(
  'rules.cardsAfter',
  (_db, p: OutlineParams, fn) => sql<{ id: string } & CardCursor>`
  select x.id as id, k.list_position as "afterList", x.position as "afterCard"
  ${openCardsAfter(fn, p, sql`l.archived_at is null`, sql`and is_template = 0`)}
  order by k.list_position, x.position limit ${p.limit}`,
);

export interface Asked extends OfBoard {
  filter: string;
  /** What the actor may do on the board. */
  permissions: MemberRights['permissions'];
  actor: Pick<Actor, 'userId' | 'timeZone' | 'openBoards'>;
  now: number;
}

const filterOf = (sources: Sources, { filter, actor, now, ...board }: Asked) =>
  readFilter(
    sources,
    filter,
    scopeOf(board, [board.boardId], actor),
    { now, timeZone: actor.timeZone },
    'body/if',
  );

const there = query(
  'rules.isThere',
  (_db, p: OfBoard & { cardId: string }) => sql<{ id: string }>`
  select c.id as id from cards c
  join lists l on l.workspace_id = ${p.workspaceId} and l.id = c.list_id and l.deleted_at is null
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.cardId} and c.board_id = ${p.boardId} and c.deleted_at is null
    and c.is_template = 0`,
);

/** Whether a card is on a board, in the archive or not, and no template. */
export const isThere = async (db: Reading, { workspaceId, boardId }: OfBoard, cardId: string) =>
  (await db.first(there, { workspaceId, boardId, cardId })) !== undefined;

/** Whether a card passes the filter of a rule, as its maker reads it. */
export async function passes(sources: Sources, asked: Asked, cardId: string): Promise<boolean> {
  if (asked.filter === '') return true;
  const filter = await filterOf(sources, asked);
  return filter === null || (await filter.passing([cardId])).has(cardId);
}

const slice = 200;

/** The first cards of a board, at most `limit`, that pass the filter of a rule; those in the archive do not. */
export const passingOnBoard = async (sources: Sources, asked: Asked, limit: number): Promise<string[]> =>
  (await firstPassing(sources, asked, limit, Number.POSITIVE_INFINITY)).ids;

/** The same among the first cards of the board, about as many as `looked`, and whether there may be more. */
export async function firstPassing(
  sources: Sources,
  asked: Asked,
  limit: number,
  looked: number,
): Promise<{ ids: string[]; isMore: boolean }> {
  const filter = await filterOf(sources, asked);
  const { workspaceId, boardId } = asked;
  const found: string[] = [];
  let after = beginning;
  for (let seen = 0; found.length < limit && seen < looked; seen += slice) {
    const from = after;
    const cards = await sources.turns(() =>
      sources.db.all(cardsAfter, { workspaceId, boardId, ...from, limit: slice }),
    );
    const ids = cards.map(({ id }) => id);
    const passing = await filter?.passing(ids);
    found.push(...ids.filter((id) => !passing || passing.has(id)));
    const last = cards.at(-1);
    if (cards.length < slice || !last) return { ids: found.slice(0, limit), isMore: found.length > limit };
    after = { afterList: last.afterList, afterCard: last.afterCard };
  }
  return { ids: found.slice(0, limit), isMore: true };
}
