import { type RawBuilder, sql } from 'kysely';
import { type CardFilters, passes } from '../cards/shapes.ts';
import { checklistsJson } from '../checklists/shapes.ts';
import type { Functions, Piece } from '../db/functions.ts';
import { query } from '../db/query.ts';
import { boardLabelsJson, cardLabelsJson } from '../labels/shapes.ts';
import { cardMembersJson, workspaceMembersJson } from '../members/shapes.ts';

interface ListBoards {
  workspaceId: string;
  userId: string;
  /** Null for all. */
  type: string | null;
  archived: boolean;
}

/** The board summaries of a workspace as one JSON array. */
export const boardSummaries = query(
  'boards.summaries',
  (_db, p: ListBoards, fn) =>
    sql<{ json: string }>`select ${fn.list(
      fn.object({
        publicId: 'b.id',
        name: 'b.name',
        favorite: fn.flag('b.favorite'),
        lists: fn.list(
          fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
          placedLists('b'),
          'l.place',
        ),
        labels: boardLabelsJson(fn, 'b'),
      }),
      sql`from (
        select o.workspace_id, o.id, o.name, ${favorite('o', p.userId)} as favorite from boards o
        where o.workspace_id = ${p.workspaceId} and o.deleted_at is null
          and o.type = coalesce(cast(${p.type} as text), o.type)
          and case when o.archived_at is null then 0 else 1 end = ${p.archived}
      ) b`,
      sql`b.favorite desc, lower(b.name), b.id`,
    )} as json`,
);

interface ReadBoard extends CardFilters {
  workspaceId: string;
  id: string;
  userId: string;
  showEmails: boolean;
  /** Whether the caller may see cards at all. */
  showCards: boolean;
}

/** A board with all that is on it as JSON: one statement, however much that is. */
export const boardRead = query(
  'boards.read',
  (_db, p: ReadBoard, fn) => sql<{ json: string }>`
  select ${fn.object({
    ...settings,
    isArchived: fn.flag('case when b.archived_at is null then 0 else 1 end'),
    favorite: fn.flag(favorite('b', p.userId)),
    workspace: fn.object({
      publicId: 'w.id',
      cardPrefix: 'w.card_prefix',
      members: workspaceMembersJson(fn, 'w.id', 'v.show_emails'),
    }),
    ...content(fn, p, memberCard(fn), sql`v.show_cards = 1`),
  })} as json
  from boards b
  join workspaces w on w.id = b.workspace_id
  cross join (
    select cast(${p.showEmails} as bigint) as show_emails, cast(${p.showCards} as bigint) as show_cards
  ) v
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.id}`,
);

interface ReadPublicBoard extends CardFilters {
  workspaceSlug: string;
  boardSlug: string;
  type: string;
}

/** What everyone may see of a public board, as JSON; no row where there is no such board. */
export const publicBoardRead = query(
  'boards.readPublic',
  (_db, p: ReadPublicBoard, fn) => sql<{ json: string }>`
  select ${fn.object({
    ...settings,
    workspace: fn.object({
      publicId: 'w.id',
      name: 'w.name',
      slug: 'w.slug',
      cardPrefix: 'w.card_prefix',
    }),
    ...content(fn, p, publicCard(fn), sql`1 = 1`),
  })} as json
  from workspaces w
  join boards b on b.workspace_id = w.id and b.slug = ${p.boardSlug}
  where w.slug = ${p.workspaceSlug} and w.deleted_at is null and b.visibility = 'public'
    and b.type = 'regular' and b.type = ${p.type} and b.archived_at is null and b.deleted_at is null`,
);

interface ReadPage extends CardFilters {
  workspaceId: string;
  boardId: string;
  showEmails: boolean;
  /** Only cards of this list; null for all. */
  listId: string | null;
  /** Only what comes after this place: order keys of the list and of the card. */
  afterList: string;
  afterCard: string;
  limit: number;
}

/** A card with the place it has on its board, which is the cursor of the page after it. */
export interface PagedCard {
  json: string;
  list: string;
  card: string;
}

/** Cards of a board, list by list in their order. Only the lists that are on the page are counted through. */
export const cardPage = query(
  'boards.cardPage',
  (_db, p: ReadPage, fn) => sql<PagedCard>`
  with page as materialized (
    select c.workspace_id, c.list_id, c.id, l.position as list_position, c.position
    from lists l
    join cards c on c.workspace_id = l.workspace_id and c.list_id = l.id
      and c.archived_at is null and c.deleted_at is null
    where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null
      and l.position >= ${p.afterList} and (l.position > ${p.afterList} or c.position > ${p.afterCard})
      and (cast(${p.listId} as text) is null or l.id = ${p.listId}) and ${passes(fn, p, 'c')}
    order by l.position, c.position
    limit ${p.limit}
  )
  select ${fn.object({ ...memberCard(fn), index: 'o.place', listPublicId: 'c.list_id' })} as json,
    p.list_position as list, p.position as card
  from page p
  join cards c on c.workspace_id = p.workspace_id and c.id = p.id
  join (
    select id, row_number() over (partition by list_id order by position) - 1 as place from cards
    where workspace_id = ${p.workspaceId} and list_id in (select list_id from page)
      and archived_at is null and deleted_at is null
  ) o on o.id = p.id
  cross join (select cast(${p.showEmails} as bigint) as show_emails) v
  order by p.list_position, p.position`,
);

/** The board of the workspace that holds a slug, be it in the trash. */
export const boardBySlug = query('boards.bySlug', (db, p: { workspaceId: string; slug: string }) =>
  db.selectFrom('boards').select('id').where('workspace_id', '=', p.workspaceId).where('slug', '=', p.slug),
);

const settings = { publicId: 'b.id', name: 'b.name', slug: 'b.slug', visibility: 'b.visibility' };

/** 1 where the user marked the board as a favourite; `board` is its alias in the query around it. */
const favorite = (board: string, userId: string): RawBuilder<number> => sql`case when exists (
  select 1 from favourites f where f.workspace_id = ${sql.raw(board)}.workspace_id
    and f.board_id = ${sql.raw(board)}.id and f.user_id = ${userId}) then 1 else 0 end`;

/** The live lists of a board as `l`, with their places; `board` is its alias in the query around it. */
const placedLists = (board: string): RawBuilder<unknown> =>
  sql.raw(`from (
    select workspace_id, id, name, row_number() over (order by position) - 1 as place from lists
    where workspace_id = ${board}.workspace_id and board_id = ${board}.id and deleted_at is null
  ) l`);

/** Labels and lists of board `b`, the lists with those cards that pass the filters and `shown`. */
const content = (
  fn: Functions,
  p: CardFilters,
  card: Record<string, Piece>,
  shown: RawBuilder<unknown>,
): Record<string, Piece> => ({
  labels: boardLabelsJson(fn, 'b'),
  lists: fn.list(
    fn.object({
      publicId: 'l.id',
      name: 'l.name',
      index: 'l.place',
      cards: fn.list(
        fn.object(card),
        sql`from (
          select *, row_number() over (order by position) - 1 as place from cards
          where workspace_id = l.workspace_id and list_id = l.id and archived_at is null and deleted_at is null
        ) c where ${shown} and ${passes(fn, p, 'c')}`,
        'c.place',
      ),
    }),
    sql`${placedLists('b')} where (cast(${p.lists} as text) is null or l.id in ${fn.each(p.lists)})`,
    'l.place',
  ),
  allLists: fn.list(fn.object({ publicId: 'l.id', name: 'l.name' }), placedLists('b'), 'l.place'),
});

/*
 * What hangs on a card is looked up card by card, by index. Grouped over the whole board first, the same takes half
 * as long again on SQLite, and four times as long on PostgreSQL before it has statistics.
 */

/** What everyone may see of card `c`, whose place in its list is `place`. */
const publicCard = (fn: Functions): Record<string, Piece> => ({
  publicId: 'c.id',
  title: 'c.title',
  description: 'c.description',
  index: 'c.place',
  cardNumber: 'c.number',
  dueDate: fn.millis('c.due_at'),
  labels: cardLabelsJson(fn, 'c'),
  checklists: checklistsJson(fn, 'c'),
  commentCount: sql`(select count(*) ${commentsOfCard})`,
  attachmentCount: sql`(select count(*) ${attachmentsOfCard})`,
});

const memberCard = (fn: Functions): Record<string, Piece> => ({
  ...publicCard(fn),
  members: cardMembersJson(fn, 'c', 'v.show_emails'),
  attachments: fn.list(fn.object({ publicId: 'f.id' }), attachmentsOfCard, 'f.created_at, f.id'),
  comments: fn.list(fn.object({ publicId: 'k.id' }), commentsOfCard, 'k.created_at, k.id'),
});

const attachmentsOfCard = sql.raw(
  'from attachments f where f.workspace_id = c.workspace_id and f.card_id = c.id',
);
const commentsOfCard = sql.raw(
  'from comments k where k.workspace_id = c.workspace_id and k.card_id = c.id and k.deleted_at is null',
);
