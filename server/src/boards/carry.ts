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

/** A statement that writes the rows `x` of a table for the other workspace; `rest` joins and selects. */
const carry = <T extends keyof Tables, P extends Way>(
  table: T,
  columns: (p: P) => Columns<T>,
  rest: (p: P, fn: Functions) => RawBuilder<unknown>,
) =>
  command(`boards.carry.${table}`, (_db, p: P, fn) => {
    const all = Object.entries<'same' | RawBuilder<unknown>>(columns(p));
    const names = sql.join(all.map(([name]) => sql.ref(name)));
    const values = sql.join(all.map(([name, value]) => (value === 'same' ? sql.ref(`x.${name}`) : value)));
    return sql`insert into ${sql.table(table)} (workspace_id, ${names})
      select ${p.to}, ${values} from ${sql.table(table)} x ${rest(p, fn)}`;
  });

const ofBoard = (p: Way) => sql`where x.workspace_id = ${p.from} and x.board_id = ${p.boardId}`;

const ofCards = (p: Way & { cardIds: string[] }, fn: Functions) =>
  sql`where x.workspace_id = ${p.from} and x.card_id in ${fn.each(p.cardIds)}`;

const ofTime = (p: CarriedOfTime, fn: Functions) =>
  sql`${ofCards(p, fn)} and x.created_at >= ${p.since} and x.created_at <= ${p.until}`;

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
    (p) => sql`where x.workspace_id = ${p.from} and x.id = ${p.boardId}`,
  ),
  favourites: carry(
    'favourites',
    () => ({ board_id: 'same', user_id: 'same' }),
    (p) => sql`join ${memberThere(p, 'x.user_id')} ${ofBoard(p)}`,
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
    (p, fn) => sql`where x.workspace_id = ${p.from} and x.id in ${fn.each(p.cardIds)}`,
  ),
  card_labels: carry('card_labels', () => ({ board_id: 'same', card_id: 'same', label_id: 'same' }), ofCards),
  card_members: carry(
    'card_members',
    () => ({ card_id: 'same', member_id: sql`t.id` }),
    (p: CarriedCards, fn) =>
      sql`join members s on s.workspace_id = x.workspace_id and s.id = x.member_id
      join ${memberThere(p, 's.user_id')} ${ofCards(p, fn)}`,
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
    (p: CarriedItems, fn) =>
      sql`where x.workspace_id = ${p.from} and x.checklist_id in ${fn.each(p.checklistIds)}`,
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
