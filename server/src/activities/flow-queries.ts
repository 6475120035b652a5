import { sql } from 'kysely';
import { mostFlowEntries } from '../../../contract/flow.ts';
import { query } from '../base/db/query.ts';
import { openCardsAfter } from '../reading/outline.ts';

/*
 * What charts of a board are made of, in bounded pieces: cards along an index, and of some of them the last entries of their
 * histories that tell where they were. The history of a card is in order, and its long texts are not read.
 */

/** Cards that one read looks through, and those whose histories one read has. */
export const cardsAtOnce = 1000;
export const historiesAtOnce = 50;

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** The lists that a board shows, in order. */
export const flowLists = query(
  'activities.flowLists',
  (_db, p: OfBoard) => sql<{ id: string; name: string }>`
  select l.id as id, l.name as name from lists l
  where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.archived_at is null and l.deleted_at is null
  order by l.position`,
);

export interface FlowRow {
  id: string;
  number: number;
  listId: string;
  createdAt: number;
  completedAt: number | null;
  archivedAt: number | null;
  /** Whether it is left out: a template, or in a list that is in the trash. */
  isLeftOut: 0 | 1;
  listPosition: string;
  position: string;
}

interface LivePage extends OfBoard {
  afterList: string;
  afterCard: string;
  limit: number;
}

/** Cards that are not archived, also those of archived lists. */
export const liveCards = query(
  'activities.flowLive',
  (_db, p: LivePage, fn) => sql<FlowRow>`
  select x.id as id, x.number as number, x.list_id as "listId", x.created_at as "createdAt",
    x.completed_at as "completedAt", x.archived_at as "archivedAt", x.is_template as "isLeftOut",
    k.list_position as "listPosition", x.position as position
  ${openCardsAfter(fn, p, sql`1 = 1`)}
  order by k.list_position, x.position
  limit ${p.limit}`,
);

interface ArchivedPage extends OfBoard {
  /** Only those archived since. */
  since: number;
  /** Only those before this one, given by when it was archived, and its id. */
  at: number;
  id: string;
  limit: number;
}

/** The cards that were archived last come first. */
export const archivedCards = query(
  'activities.flowArchived',
  (_db, p: ArchivedPage, fn) => sql<FlowRow>`
  select c.id as id, c.number as number, c.list_id as "listId", c.created_at as "createdAt",
    c.completed_at as "completedAt", c.archived_at as "archivedAt",
    case when l.deleted_at is null then c.is_template else 1 end as "isLeftOut",
    '' as "listPosition", '' as position
  from (
    select * from cards
    where workspace_id = ${p.workspaceId} and board_id = ${p.boardId}
      and archived_at is not null and deleted_at is null and archived_at >= cast(${p.since} as bigint)
      and (archived_at, id) < (cast(${p.at} as bigint), cast(${p.id} as text))
    order by archived_at desc, id desc
    limit ${p.limit}
  ) c
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
  order by c.archived_at desc, c.id desc`,
);

/** The kinds of entries, each as a word. */
const kinds = {
  'card.updated.list': 'moved',
  'card.updated.completed': 'completed',
  'card.updated.reopened': 'reopened',
  'card.archived': 'left',
  'card.deleted': 'left',
  'card.restored': 'returned',
} as const;

export type FlowKind = (typeof kinds)[keyof typeof kinds];

const kindOf = sql.join(
  Object.entries(kinds).map(([type, kind]) => sql`when ${sql.lit(type)} then ${sql.lit(kind)}`),
  sql` `,
);

/** Of each card the last entries that tell where it was: time, kind, and of a move the id of the list before, as JSON. */
export const histories = query(
  'activities.flowHistories',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{ id: string; entries: string }>`
  select k.id as id, ${fn.keys(
    ['m.created_at', 'm.kind', 'm.list'],
    sql`from (
      select a.created_at, case a.type ${kindOf} end as kind,
        case when a.type = 'card.updated.list' then cast(${fn.member('a.from_list', 'publicId')} as text) else '""' end as list
      from activities a
      where a.workspace_id = ${p.workspaceId} and a.card_id = k.id
      order by a.created_at desc limit ${sql.lit(mostFlowEntries)}
    ) m where m.kind is not null`,
  )} as entries
  from ${fn.ids(p.ids)} k`,
);
