import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { StoredRelationType } from '../../../contract/relation-types.ts';
import type { RelatedCard } from '../../../contract/relations.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { isoMillisOrNull } from '../base/clock.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import type { Seen } from '../data/relations/stored.ts';

type Seeing = Principal & { workspaceId: string };

/** A card as others refer to it. */
interface CardRow {
  cardId: string;
  number: number;
  title: string;
  listName: string;
  boardId: string;
  boardName: string;
  completedAt: number | null;
  isArchived: 0 | 1;
}

const columns = sql`c.id as "cardId", c.number as number, c.title as title, l.name as "listName", b.id as "boardId",
  b.name as "boardName", c.completed_at as "completedAt",
  case when c.archived_at is null and l.archived_at is null and b.archived_at is null then 0 else 1 end as "isArchived"`;

/** The list and the board of card `c`. */
const around = (fn: Functions, { workspaceId }: Seeing): RawBuilder<unknown> => sql`
  ${fn.row({ table: 'lists', as: 'l', workspaceId, id: 'c.list_id' })}
  ${fn.row({ table: 'boards', as: 'b', workspaceId, id: 'c.board_id' })}`;

/** Whether card `c` is there, and for the caller to see. */
const isSeen = (p: Seeing): RawBuilder<unknown> => sql`c.deleted_at is null and l.deleted_at is null
  and b.deleted_at is null and ${mayOnBoard('b', p, 'card:view')}`;

export const shownCard = (row: CardRow, cardPrefix: string): Static<typeof RelatedCard> => ({
  publicId: row.cardId,
  key: `${cardPrefix}-${row.number}`,
  title: row.title,
  listName: row.listName,
  boardPublicId: row.boardId,
  boardName: row.boardName,
  completedAt: isoMillisOrNull(row.completedAt),
  archived: row.isArchived === 1,
});

/** The relations of a card to cards that the caller sees. */
export const relationsOf = query(
  'relations.ofCard',
  (_db, p: Seeing & { cardId: string }, fn) => sql<CardRow & Seen & { id: string }>`
  select r.id as id, r.type as type, r.reverse as "isReverse", ${columns}
  from (
    select id, type, other_id, 0 as reverse, created_at from card_relations
    where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}
    union all
    select id, type, card_id, 1, created_at from card_relations
    where workspace_id = ${p.workspaceId} and other_id = ${p.cardId}
  ) r
  ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'r.other_id' })}
  ${around(fn, p)}
  where ${isSeen(p)}
  order by r.created_at, r.id`,
);

/** The relations between some cards of a board. */
export const relationsAmong = query(
  'relations.among',
  (_db, p: { workspaceId: string; boardId: string; ids: readonly string[] }, fn) => {
    const { workspaceId, boardId, ids } = p;
    const end = (as: string, id: string) => fn.row({ table: 'cards', as, workspaceId, id });
    const list = (as: string, id: string) => fn.row({ table: 'lists', as, workspaceId, id });
    return sql<{ id: string; type: StoredRelationType; cardId: string; otherId: string }>`
      select r.id as id, r.type as type, r.card_id as "cardId", r.other_id as "otherId"
      from (
        select x.* ${fn.lookUp({ table: 'card_relations', workspaceId, column: 'card_id', values: fn.ids(ids) })}
      ) r
      ${end('c', 'r.card_id')} ${list('cl', 'c.list_id')}
      ${end('o', 'r.other_id')} ${list('ol', 'o.list_id')}
      where r.other_id in (select g.id from ${fn.ids(ids)} g) and c.board_id = ${boardId} and o.board_id = ${boardId}
        and c.deleted_at is null and cl.deleted_at is null and o.deleted_at is null and ol.deleted_at is null
      order by r.created_at, r.id limit 1000`;
  },
);

/** The cards with some numbers that the caller sees. */
export const cardsByNumber = query(
  'relations.cardsByNumber',
  (_db, p: Seeing & { numbers: readonly { number: number }[] }, fn) => sql<CardRow>`
  select ${columns}
  from (select x.* ${fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'number',
    values: sql`(select r.number as id from ${fn.rows(p.numbers, { number: 'integer' })} r)`,
  })}) c
  ${around(fn, p)}
  where ${isSeen(p)}
  order by c.number`,
);
