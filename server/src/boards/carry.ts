import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../db/functions.ts';
import { command } from '../db/query.ts';
import type { Tables } from '../db/tables.ts';

/*
 * How a board goes to another workspace: its rows are written there and deleted here. A row never changes its
 * `workspace_id`, so the tables can be spread over servers by it.
 */

/** A board and the two workspaces. */
export interface Way {
  boardId: string;
  from: string;
  to: string;
}

interface CarriedBoard extends Way {
  /** What the board is called in the addresses of the workspace it goes to. */
  slug: string;
  /** Not null where nobody is to see it yet. */
  deletedAt: number | null;
  deletedBy: string | null;
}

interface CarriedCards extends Way {
  cardIds: string[];
  /** The number that the first of them has there; the others follow in their order. */
  firstNumber: number;
}

interface CarriedItems extends Way {
  checklistIds: string[];
}

/** What was made in a time, the ends included; microseconds. */
interface CarriedOfTime extends Way {
  cardIds: string[];
  since: number;
  until: number;
}

/** Every other column of a table: as it is, or what it becomes. */
type Columns<T extends keyof Tables> = Record<
  Exclude<keyof Tables[T], 'workspace_id'>,
  'same' | RawBuilder<unknown>
>;

/** What gives the rows of a table that are carried, as `x`. */
type From<P> = (p: P, fn: Functions, table: keyof Tables) => RawBuilder<unknown>;

/** A statement that writes rows of a table for the other workspace. */
const carry = <T extends keyof Tables, P extends Way>(
  table: T,
  columns: (p: P) => Columns<T>,
  from: From<P>,
) =>
  command(`boards.carry.${table}`, (_db, p: P, fn) => {
    const all = Object.entries<'same' | RawBuilder<unknown>>(columns(p));
    const names = sql.join(all.map(([name]) => sql.ref(name)));
    const values = sql.join(all.map(([name, value]) => (value === 'same' ? sql.ref(`x.${name}`) : value)));
    return sql`insert into ${sql.table(table)} (workspace_id, ${names})
      select ${p.to}, ${values} ${from(p, fn, table)}`;
  });

const ofBoard: From<Way> = (p, _fn, table) =>
  sql`from ${sql.table(table)} x where x.workspace_id = ${p.from} and x.board_id = ${p.boardId}`;

const ofCards: From<Way & { cardIds: string[] }> = (p, fn, table) =>
  fn.lookUp({ table, workspaceId: p.from, column: 'card_id', values: fn.ids(p.cardIds) });

const ofTime: From<CarriedOfTime> = (p, fn, table) =>
  fn.lookUp({
    table,
    workspaceId: p.from,
    column: 'card_id',
    values: fn.ids(p.cardIds),
    only: sql`created_at >= ${p.since} and created_at <= ${p.until}`,
  });

/** The member `t` of the other workspace with the account that a column names. */
const memberThere = (p: Way, account: 's.user_id' | 'x.user_id') =>
  sql`members t on t.workspace_id = ${p.to} and t.user_id = ${sql.ref(account)} and t.status <> 'removed'`;

/** Statements by table, in the order in which rows refer to each other: first the board without its cards. */
export const carriedBoard = {
  boards: carry(
    'boards',
    (p: CarriedBoard) => ({
      id: 'same',
      name: 'same',
      slug: sql`${p.slug}`,
      type: 'same',
      visibility: 'same',
      created_by: 'same',
      created_at: 'same',
      archived_at: 'same',
      deleted_at: sql`cast(${p.deletedAt} as bigint)`,
      deleted_by: sql`cast(${p.deletedBy} as text)`,
    }),
    (p) => sql`from boards x where x.workspace_id = ${p.from} and x.id = ${p.boardId}`,
  ),
  favourites: carry(
    'favourites',
    () => ({ board_id: 'same', user_id: 'same' }),
    (p) => sql`from favourites x join ${memberThere(p, 'x.user_id')}
      where x.workspace_id = ${p.from} and x.board_id = ${p.boardId}`,
  ),
  lists: carry(
    'lists',
    () => ({
      id: 'same',
      board_id: 'same',
      name: 'same',
      position: 'same',
      created_at: 'same',
      deleted_at: 'same',
      deleted_by: 'same',
    }),
    ofBoard,
  ),
  labels: carry(
    'labels',
    () => ({ id: 'same', board_id: 'same', name: 'same', colour_code: 'same', created_at: 'same' }),
    ofBoard,
  ),
};

/** Then cards, with what a bounded number of hangs on each. */
export const carriedCards = {
  cards: carry(
    'cards',
    (p: CarriedCards) => ({
      id: 'same',
      board_id: 'same',
      list_id: 'same',
      number: sql`cast(${p.firstNumber} as bigint) - 1 + row_number() over (order by x.number)`,
      title: 'same',
      description: 'same',
      due_at: 'same',
      position: 'same',
      created_by: 'same',
      created_at: 'same',
      archived_at: 'same',
      deleted_at: 'same',
      deleted_by: 'same',
    }),
    (p, fn, table) => fn.lookUp({ table, workspaceId: p.from, column: 'id', values: fn.ids(p.cardIds) }),
  ),
  card_labels: carry('card_labels', () => ({ board_id: 'same', card_id: 'same', label_id: 'same' }), ofCards),
  card_members: carry(
    'card_members',
    () => ({ card_id: 'same', member_id: sql`t.id` }),
    (p: CarriedCards, fn, table) =>
      sql`from (select x.* ${ofCards(p, fn, table)}) x
      join members s on s.workspace_id = x.workspace_id and s.id = x.member_id
      join ${memberThere(p, 's.user_id')}`,
  ),
  checklists: carry(
    'checklists',
    () => ({ id: 'same', card_id: 'same', name: 'same', position: 'same', created_at: 'same' }),
    ofCards,
  ),
  uploads: carry(
    'uploads',
    () => ({
      id: 'same',
      card_id: 'same',
      storage_key: 'same',
      content_type: 'same',
      size: 'same',
      created_by: 'same',
      created_at: 'same',
      expires_at: 'same',
    }),
    ofCards,
  ),
  attachments: carry(
    'attachments',
    () => ({
      id: 'same',
      card_id: 'same',
      filename: 'same',
      original_filename: 'same',
      content_type: 'same',
      size: 'same',
      storage_key: 'same',
      created_by: 'same',
      created_at: 'same',
    }),
    ofCards,
  ),
};

/** Then the items of their checklists. */
export const carriedItems = {
  checklist_items: carry(
    'checklist_items',
    () => ({
      id: 'same',
      checklist_id: 'same',
      title: 'same',
      completed: 'same',
      position: 'same',
      created_at: 'same',
    }),
    (p: CarriedItems, fn, table) =>
      fn.lookUp({ table, workspaceId: p.from, column: 'checklist_id', values: fn.ids(p.checklistIds) }),
  ),
};

/** And what may hang on a card in any number. */
export const carriedOfTime = {
  comments: carry(
    'comments',
    () => ({
      id: 'same',
      card_id: 'same',
      comment: 'same',
      created_by: 'same',
      created_at: 'same',
      updated_at: 'same',
      deleted_at: 'same',
    }),
    ofTime,
  ),
  activities: carry(
    'activities',
    (p: CarriedOfTime) => ({
      id: 'same',
      card_id: 'same',
      type: 'same',
      user_id: 'same',
      created_at: 'same',
      group_started_at: 'same',
      from_index: 'same',
      to_index: 'same',
      from_title: 'same',
      to_title: 'same',
      from_description: 'same',
      to_description: 'same',
      from_due_at: 'same',
      to_due_at: 'same',
      from_list: 'same',
      to_list: 'same',
      label: 'same',
      // Who is no member there stays named by the old id: the card may come back.
      member_id: sql`coalesce((
        select t.id from members s join ${memberThere(p, 's.user_id')}
        where s.workspace_id = x.workspace_id and s.id = x.member_id
      ), x.member_id)`,
      comment_id: 'same',
      attachment: 'same',
    }),
    ofTime,
  ),
};
