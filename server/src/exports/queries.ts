import { sql } from 'kysely';
import { foldedName } from '../../../contract/field-types.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { addressShown } from '../base/access/bots.ts';
import { type CardValues, fieldsOf } from '../base/card-fields.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import type { Seen } from '../data/relations/stored.ts';

/* The queries of an export. Each is bounded by the number of ids that it gets, or by a limit of rows. */

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** The boards of a workspace that the caller may see, including templates and archived ones, by name. */
export const boardsToExport = query(
  'exports.boards',
  (_db, p: Principal & { workspaceId: string }) => sql<{ id: string }>`
  select b.id as id from boards b
  where b.workspace_id = ${p.workspaceId} and b.deleted_at is null and ${mayOnBoard('b', p, 'board:view')}
  order by b.name, b.id`,
);

export const exportedWorkspace = query('exports.workspace', (db, p: { workspaceId: string }) =>
  db
    .selectFrom('workspaces')
    .select([
      'id',
      'name',
      'slug',
      'description',
      'card_prefix as cardPrefix',
      'week_start_day as weekStartDay',
      'created_at as createdAt',
    ])
    .where('id', '=', p.workspaceId),
);

export const exportedBoard = query('exports.board', (db, p: OfBoard) =>
  db
    .selectFrom('boards')
    .select([
      'name',
      'slug',
      'type',
      'visibility',
      'access',
      'background',
      'created_by as createdBy',
      'created_at as createdAt',
      'archived_at as archivedAt',
    ])
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.boardId),
);

export const exportedLists = query('exports.lists', (db, p: OfBoard) =>
  db
    .selectFrom('lists')
    .select(['id', 'name', 'position', 'created_at as createdAt', 'archived_at as archivedAt'])
    .select([
      'completes',
      'colour',
      'card_limit as cardLimit',
      'limit_refuses as limitRefuses',
      'refuses_open_checks as refusesOpenChecks',
    ])
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('deleted_at', 'is', null)
    .orderBy('position'),
);

export const exportedLabels = query('exports.labels', (db, p: OfBoard) =>
  db
    .selectFrom('labels')
    .select(['id', 'name', 'colour_code as colourCode', 'created_at as createdAt'])
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
);

const fieldNames = query(
  'exports.fieldNames',
  (_db, p: { workspaceId: string; boardIds: readonly string[] }, fn) => sql<{ name: string }>`
  select x.name as name ${fn.lookUp({
    table: 'fields',
    workspaceId: p.workspaceId,
    column: 'board_id',
    values: fn.ids(p.boardIds),
    only: sql`deleted_at is null`,
  })} order by x.board_id, x.position limit ${sql.lit(mostFields)}`,
);

/** Max fields whose names are read, and max columns of them. */
const mostFields = 2000;
const mostColumns = 200;

/** The names of the fields of some boards, each once, however it is written. */
export async function fieldNamesOf(
  db: Reading,
  p: { workspaceId: string; boardIds: readonly string[] },
): Promise<string[]> {
  const names = (await db.all(fieldNames, p)).map(({ name }) => name);
  const distinct = new Map(names.toReversed().map((name) => [foldedName(name), name]));
  return [...distinct.values()].reverse().slice(0, mostColumns);
}

export const exportedBoardMembers = query(
  'exports.boardMembers',
  (_db, p: OfBoard) => sql<{ memberId: string; role: string; createdAt: number }>`
  select x.member_id as "memberId", r.name as role, x.created_at as "createdAt" from board_members x
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = x.role_id
  where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId}
  order by x.member_id`,
);

/** The outline of a card, with the bytes of its texts. */
export interface Outlined {
  id: string;
  position: string;
  size: number;
}

const sizeOfCard = sql`octet_length(c.title) + coalesce(octet_length(c.description), 0)
  + coalesce(octet_length(c.field_values), 0)`;

/** The live cards of a list after a position. */
export const cardsOfList = query(
  'exports.cardsOfList',
  (_db, p: { workspaceId: string; listId: string; after: string; limit: number }) => sql<Outlined>`
  select c.id as id, c.position as position, ${sizeOfCard} as size from cards c
  where c.workspace_id = ${p.workspaceId} and c.list_id = ${p.listId} and c.position > ${p.after}
    and c.archived_at is null and c.deleted_at is null
  order by c.position limit ${p.limit}`,
);

/** All cards of a board after an id; `isLive` is 0 for those in the trash. */
export const cardsOfBoard = query(
  'exports.cardsOfBoard',
  (_db, p: OfBoard & { after: string; limit: number }) => sql<Outlined & { isLive: number }>`
  select c.id as id, c.position as position, ${sizeOfCard} as size,
    case when c.deleted_at is null and l.deleted_at is null then 1 else 0 end as "isLive"
  from cards c
  join lists l on l.workspace_id = ${p.workspaceId} and l.id = c.list_id
  where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId} and c.id > ${p.after}
  order by c.id limit ${p.limit}`,
);

interface OfCards {
  workspaceId: string;
  ids: readonly string[];
}

export interface CardRow extends CardValues {
  id: string;
  listId: string;
  number: number;
  position: string;
  createdBy: string;
  createdAt: number;
  archivedAt: number | null;
  /** Whether it may have relations. */
  related: 0 | 1;
}

/** Cards that are still on the board, with their texts. */
export const exportedCards = query(
  'exports.cards',
  (_db, p: OfCards & OfBoard, fn) => sql<CardRow>`
  select x.id as id, x.list_id as "listId", x.number as number, ${sql.raw(fieldsOf('x'))},
    x.position as position, x.created_by as "createdBy", x.created_at as "createdAt",
    x.archived_at as "archivedAt", x.related as related
  ${fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'id',
    values: fn.ids(p.ids),
    only: sql`deleted_at is null`,
  })} and x.board_id = ${p.boardId}`,
);

export interface AttachmentRow {
  cardId: string;
  id: string;
  filename: string;
  originalFilename: string;
  contentType: string;
  size: number;
  storageKey: string;
  createdBy: string;
  createdAt: number;
}

export const attachmentsOnCards = query(
  'exports.attachments',
  (_db, p: OfCards & { limit: number }, fn) => sql<AttachmentRow>`
  select x.card_id as "cardId", x.id as id, x.filename as filename, x.original_filename as "originalFilename",
    x.content_type as "contentType", x.size as size, x.storage_key as "storageKey", x.created_by as "createdBy",
    x.created_at as "createdAt"
  ${fn.lookUp({ table: 'attachments', workspaceId: p.workspaceId, column: 'card_id', values: fn.ids(p.ids) })}
  limit ${p.limit}`,
);

export interface RelationRow extends Seen {
  cardId: string;
  otherId: string;
  otherNumber: number;
  boardId: string;
}

/** The relations of some cards to cards that the caller sees, oldest first. */
export const relationsOnCards = query(
  'exports.relations',
  (_db, p: OfCards & Principal & { limit: number }, fn) => sql<RelationRow>`
  select r.card_id as "cardId", r.type as type, r.reverse as "isReverse", c.id as "otherId",
    c.number as "otherNumber", c.board_id as "boardId"
  from (
    select x.card_id, x.type, x.other_id, 0 as reverse, x.created_at, x.id
    ${fn.lookUp({ table: 'card_relations', workspaceId: p.workspaceId, column: 'card_id', values: fn.ids(p.ids) })}
    union all
    select x.other_id, x.type, x.card_id, 1, x.created_at, x.id
    ${fn.lookUp({ table: 'card_relations', workspaceId: p.workspaceId, column: 'other_id', values: fn.ids(p.ids) })}
  ) r
  ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'r.other_id' })}
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'c.board_id' })}
  where c.deleted_at is null and l.deleted_at is null and b.deleted_at is null
    and ${mayOnBoard('b', p, 'card:view')}
  order by r.created_at, r.id limit ${p.limit}`,
);

export interface ItemWork {
  id: string;
  dueAt: number | null;
  memberId: string | null;
  acceptance: 0 | 1;
  completedAt: number | null;
  /** JSON. */
  evidence: string | null;
}

/** When items of some cards are due, whose they are, and how they were completed, of those of which there is any of it. */
export const itemWorkOnCards = query(
  'exports.itemWork',
  (_db, p: OfCards, fn) => sql<ItemWork>`
  select x.id as id, x.due_at as "dueAt", x.member_id as "memberId", x.acceptance as acceptance,
    x.completed_at as "completedAt", x.evidence as evidence ${fn.lookUp({
      table: 'checklist_items',
      workspaceId: p.workspaceId,
      column: 'checklist_id',
      values: sql`(select x.id ${fn.lookUp({
        table: 'checklists',
        workspaceId: p.workspaceId,
        column: 'card_id',
        values: fn.ids(p.ids),
      })})`,
      only: sql`(due_at is not null or member_id is not null or acceptance = 1 or completed_at is not null)`,
    })}`,
);

export interface PersonRow {
  userId: string | null;
  memberId: string | null;
  name: string | null;
  email: string | null;
  status: string | null;
}

/** Members of a workspace by id. */
export const membersById = query(
  'exports.members',
  (_db, p: OfCards, fn) => sql<PersonRow>`
  select m.user_id as "userId", m.id as "memberId", u.name as name, ${addressShown('m.email')} as email, m.status as status
  from (select x.id, x.user_id, x.email, x.status ${fn.lookUp({
    table: 'members',
    workspaceId: p.workspaceId,
    column: 'id',
    values: fn.ids(p.ids),
  })}) m
  left join users u on u.id = m.user_id`,
);

/** Accounts by id, with their membership in the workspace. */
export const usersById = query(
  'exports.users',
  (_db, p: OfCards, fn) => sql<PersonRow>`
  select u.id as "userId", m.id as "memberId", u.name as name, ${addressShown('coalesce(m.email, u.email)')} as email, m.status as status
  from ${fn.ids(p.ids)} k
  join users u on u.id = k.id
  left join members m on m.workspace_id = ${p.workspaceId} and m.user_id = u.id`,
);
