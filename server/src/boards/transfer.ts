import { type RawBuilder, sql } from 'kysely';
import type { SystemRole } from '../../../contract/permissions.ts';
import { seesBoard } from '../base/access/board-permissions.ts';
import { activities } from '../base/changes/tables.ts';
import type { Functions } from '../base/db/functions.ts';
import { command } from '../base/db/query.ts';
import { columnsOf, type RowOf, type Table } from '../base/db/table.ts';
import { attachments, uploads } from '../data/attachments/tables.ts';
import { boardMembers, boardPictures, boards, favourites } from '../data/boards/tables.ts';
import { cardLabels, cardMembers, cards } from '../data/cards/tables.ts';
import { checklistItems, checklists } from '../data/checklists/tables.ts';
import { codeLinks } from '../data/code/tables.ts';
import { comments } from '../data/comments/tables.ts';
import { fields } from '../data/fields/tables.ts';
import { labels } from '../data/labels/tables.ts';
import { lists } from '../data/lists/tables.ts';
import { cardRelations } from '../data/relations/tables.ts';
import { rules } from '../data/rules/tables.ts';
import { views } from '../data/views/tables.ts';

/*
 * Moves a board to another workspace: its rows are copied there and deleted here. A row never changes its `workspace_id`, so
 * the tables can be sharded by it.
 */

/** A board, the workspace it leaves and the workspace it moves to. */
export interface Transfer {
  boardId: string;
  from: string;
  to: string;
}

interface TransferredBoard extends Transfer {
  /** Its slug in the target workspace. */
  slug: string;
  /** Not null while the board is hidden. */
  deletedAt: number | null;
  deletedBy: string | null;
}

interface TransferredCards extends Transfer {
  cardIds: string[];
  /** The number that the first card gets in the target workspace; the others follow in order. */
  firstNumber: number;
}

interface TransferredItems extends Transfer {
  checklistIds: string[];
}

/** Rows created in a period, both ends included; microseconds. */
interface TransferredOfTime extends Transfer {
  cardIds: string[];
  since: number;
  until: number;
}

/** New values of columns; every other column is copied unchanged. */
type Becomes<T extends Table> = { [N in keyof RowOf<T>]?: RawBuilder<unknown> };

/** Selects the rows of a table to copy, as `x`. */
type From<P> = (p: P, fn: Functions, table: string) => RawBuilder<unknown>;

/** A statement that copies rows of a table to the target workspace. */
const transfer = <P extends Transfer, T extends Table = Table>(
  of: T,
  from: From<P>,
  becomes: (p: P) => Becomes<T> = () => ({}),
) =>
  command(`boards.transfer.${of.name}`, (_db, p: P, fn) => {
    const names = Object.keys(columnsOf(of)).filter((name) => name !== 'workspace_id');
    const changed = becomes(p) as Record<string, RawBuilder<unknown> | undefined>;
    const values = names.map((name) => changed[name] ?? sql.ref(`x.${name}`));
    return sql`insert into ${sql.table(of.name)} (workspace_id, ${sql.join(names.map((name) => sql.ref(name)))})
      select ${p.to}, ${sql.join(values)} ${from(p, fn, of.name)}`;
  });

const ofBoard: From<Transfer> = (p, _fn, table) =>
  sql`from ${sql.table(table)} x where x.workspace_id = ${p.from} and x.board_id = ${p.boardId}`;

const ofCards: From<Transfer & { cardIds: string[] }> = (p, fn, table) =>
  fn.lookUp({ table, workspaceId: p.from, column: 'card_id', values: fn.ids(p.cardIds) });

const ofTime: From<TransferredOfTime> = (p, fn, table) =>
  fn.lookUp({
    table,
    workspaceId: p.from,
    column: 'card_id',
    values: fn.ids(p.cardIds),
    only: sql`created_at >= ${p.since} and created_at <= ${p.until}`,
  });

/** Joins the member of the target workspace whose account a column names. */
const memberThere = (p: Transfer, account: 's.user_id' | 'x.user_id', as = 't') => {
  const t = sql.raw(as);
  return sql`members ${t}
    on ${t}.workspace_id = ${p.to} and ${t}.user_id = ${sql.ref(account)} and ${t}.status <> 'removed'`;
};

const leastRole: SystemRole = 'guest';

/**
 * The target workspace's role for board member `x`: the one of the same name, or else the least role. Null if both permit
 * more than the old role.
 */
const roleThere = (p: Transfer) => sql`(
  select n.id from roles o join roles n on n.workspace_id = ${p.to} and n.name in (o.name, ${sql.lit(leastRole)})
  where o.workspace_id = ${p.from} and o.id = x.role_id and n.permissions & ~o.permissions = 0
  order by case when n.name = o.name then 0 else 1 end limit 1)`;

/** Statements by table, in the order in which rows refer to each other. First the board without its cards. */
export const transferredBoard = {
  boards: transfer(
    boards,
    (p: TransferredBoard) => sql`from boards x where x.workspace_id = ${p.from} and x.id = ${p.boardId}`,
    (p) => ({
      slug: sql`${p.slug}`,
      deleted_at: sql`cast(${p.deletedAt} as bigint)`,
      deleted_by: sql`cast(${p.deletedBy} as text)`,
    }),
  ),
  favourites: transfer(
    favourites,
    (p: Transfer) => sql`from favourites x join ${memberThere(p, 'x.user_id')}
      where x.workspace_id = ${p.from} and x.board_id = ${p.boardId}`,
  ),
  board_members: transfer(
    boardMembers,
    (p: Transfer) => sql`from board_members x
      join members s on s.workspace_id = ${p.from} and s.id = x.member_id
      join ${memberThere(p, 's.user_id')}
      join roles r on r.workspace_id = ${p.to} and r.id = ${roleThere(p)}
      where x.workspace_id = ${p.from} and x.board_id = ${p.boardId}`,
    () => ({ member_id: sql`t.id`, role_id: sql`r.id` }),
  ),
  board_pictures: transfer(boardPictures, ofBoard),
  lists: transfer(lists, ofBoard),
  labels: transfer(labels, ofBoard),
  views: transfer(
    views,
    (p: Transfer) => sql`from views x left join ${memberThere(p, 'x.user_id')}
      where x.workspace_id = ${p.from} and x.board_id = ${p.boardId} and (x.user_id is null or t.user_id is not null)`,
  ),
  // Fields of the workspace that it leaves become its own.
  fields: transfer(fields, ofBoard, () => ({ workspace_field_id: sql`cast(null as text)` })),
  rules: transfer(rules, ofBoard),
};

/** Then the cards, with those children whose number is limited per card. */
export const transferredCards = {
  cards: transfer(
    cards,
    (p: TransferredCards, fn, table) =>
      fn.lookUp({ table, workspaceId: p.from, column: 'id', values: fn.ids(p.cardIds) }),
    (p) => ({ number: sql`cast(${p.firstNumber} as bigint) - 1 + row_number() over (order by x.number)` }),
  ),
  card_labels: transfer(cardLabels, ofCards),
  card_members: transfer(
    cardMembers,
    (p: TransferredCards, fn, table) =>
      sql`from (select x.* ${ofCards(p, fn, table)}) x
      join members s on s.workspace_id = ${p.from} and s.id = x.member_id
      join ${memberThere(p, 's.user_id', 'm')}
      join roles r on r.workspace_id = ${p.to} and r.id = m.role_id
      join boards b on b.workspace_id = ${p.to} and b.id = ${p.boardId}
      where ${seesBoard('b', p.to)}`,
    () => ({ member_id: sql`m.id` }),
  ),
  checklists: transfer(checklists, ofCards),
  uploads: transfer(uploads, ofCards),
  attachments: transfer(attachments, ofCards),
};

/** Then the items of their checklists. */
export const transferredItems = {
  checklist_items: transfer(
    checklistItems,
    (p: TransferredItems, fn, table) =>
      fn.lookUp({ table, workspaceId: p.from, column: 'checklist_id', values: fn.ids(p.checklistIds) }),
    (p) => ({
      member_id: sql`(
        select t.id from members s join ${memberThere(p, 's.user_id')}
        where s.workspace_id = x.workspace_id and s.id = x.member_id)`,
    }),
  ),
};

/** Then the relations between them; those to cards of other boards stay behind. */
export const transferredRelations = {
  card_relations: transfer(
    cardRelations,
    (p: Transfer & { cardIds: string[] }, fn, table) =>
      sql`from (select x.* ${ofCards(p, fn, table)}) x
      ${fn.row({ table: 'cards', as: 'o', workspaceId: p.to, id: 'x.other_id' })}
      where o.board_id = ${p.boardId}`,
  ),
};

/** Then the children of which a card may have very many. */
export const transferredOfTime = {
  comments: transfer(comments, ofTime),
  code_links: transfer(codeLinks, ofTime),
  activities: transfer(activities, ofTime, (p) => ({
    // A user who is not a member there keeps the old member id: the card may be moved back.
    member_id: sql`coalesce((
      select t.id from members s join ${memberThere(p, 's.user_id')}
      where s.workspace_id = x.workspace_id and s.id = x.member_id
    ), x.member_id)`,
  })),
};
