import { type RawBuilder, sql } from 'kysely';
import type { Maintain } from '../base/db/database.ts';
import type { LockedTable } from '../base/db/lock-order.ts';
import { query } from '../base/db/query.ts';
import type { TableOfWorkspace } from '../base/db/tables.ts';
import { type Removal, removalOf, removeAll, sliceSize } from '../base/jobs/remove.ts';
import { isFilesLast, removeFiles, type StoredFile, type Stores } from '../base/jobs/remove-files.ts';

/*
 * Removes cards, lists and boards from the database, bottom up: the children of cards, the cards, then their lists and boards.
 * No transaction grows with a board, or with the children of a card. Each transaction first takes the locks that changes take.
 * Locks go by id, so those of a board that has moved also cover what is left of it in its old workspace.
 */

/** Cards, lists or boards of one workspace that were deleted before a time. */
export interface Gone {
  workspaceId: string;
  ids: string[];
  before: number;
}

/** Removes from a table with this key the rows whose `column` names one of the removed entities. */
const gone = (table: TableOfWorkspace, key: string, column: string): Removal<Gone> =>
  removalOf(`trash.remove.${table}`, table, `workspace_id, ${key}`, ({ workspaceId, ids }, fn) =>
    fn.lookUp({ table, workspaceId, column, values: fn.ids(ids) }),
  );

const itemsOfCards: Removal<Gone> = removalOf(
  'trash.remove.checklist_items',
  'checklist_items',
  'workspace_id, id',
  ({ workspaceId, ids }, fn) => {
    const ofCards = { table: 'checklists', workspaceId, column: 'card_id', values: fn.ids(ids) };
    const values = sql`(select x.id ${fn.lookUp(ofCards)})`;
    return fn.lookUp({ table: 'checklist_items', workspaceId, column: 'checklist_id', values });
  },
);

/** Those of other cards to the removed ones. */
const relationsToCards: Removal<Gone> = removalOf(
  'trash.remove.relationsToCards',
  'card_relations',
  'workspace_id, id',
  ({ workspaceId, ids }, fn) =>
    fn.lookUp({ table: 'card_relations', workspaceId, column: 'other_id', values: fn.ids(ids) }),
);

const cards = [
  gone('activities', 'card_id, created_at', 'card_id'),
  gone('comments', 'card_id, created_at, id', 'card_id'),
  gone('card_relations', 'id', 'card_id'),
  gone('code_links', 'id', 'card_id'),
  relationsToCards,
  gone('card_claims', 'card_id', 'card_id'),
  gone('card_labels', 'card_id, label_id', 'card_id'),
  gone('card_members', 'card_id, member_id', 'card_id'),
  gone('field_values', 'card_id, field_id, place', 'card_id'),
  gone('attachments', 'id', 'card_id'),
  gone('uploads', 'id', 'card_id'),
  itemsOfCards,
  gone('checklists', 'id', 'card_id'),
  gone('cards', 'id', 'id'),
];

const lists = [gone('card_blocks', 'list_id, starts', 'list_id'), gone('lists', 'id', 'id')];

const labels = [gone('labels', 'id', 'id')];

const fields = [gone('fields', 'id', 'id')];

const ofChannels: Removal<Gone> = removalOf(
  'trash.remove.webhook_deliveries',
  'webhook_deliveries',
  'workspace_id, id',
  ({ workspaceId, ids }, fn) => {
    const ofBoards = { table: 'webhooks', workspaceId, column: 'board_id', values: fn.ids(ids) };
    const values = sql`(select x.id ${fn.lookUp(ofBoards)})`;
    return fn.lookUp({ table: 'webhook_deliveries', workspaceId, column: 'webhook_id', values });
  },
);

/** A board has few. */
const fieldsOfBoards: Removal<Gone> = removalOf(
  'trash.remove.fieldsOfBoards',
  'fields',
  'workspace_id, id',
  ({ workspaceId, ids }, fn) =>
    fn.lookUp({ table: 'fields', workspaceId, column: 'board_id', values: fn.ids(ids) }),
);

const boards = [
  ofChannels,
  gone('webhooks', 'id', 'board_id'),
  fieldsOfBoards,
  gone('favourites', 'board_id, user_id', 'board_id'),
  gone('views', 'id', 'board_id'),
  gone('rule_runs', 'id', 'board_id'),
  gone('rules', 'id', 'board_id'),
  gone('proposals', 'id', 'board_id'),
  gone('board_members', 'board_id, member_id', 'board_id'),
  gone('board_pictures', 'board_id', 'board_id'),
  gone('versions', 'id', 'id'),
  gone('boards', 'id', 'id'),
];

/**
 * Files whose last row is removed. A row counts only if its card, list or board is still deleted when the files are looked
 * for. Each row is checked separately, like `isFilesLast`.
 */
const filesOf = query('trash.files', (_db, { workspaceId, ids, before }: Gone, fn) => {
  const onCards = (table: 'attachments' | 'uploads') => sql`
    ${fn.lookUp({ table, workspaceId, column: 'card_id', values: fn.ids(ids) })} and ${isFilesLast('x')}
      and (
        select c.id from cards c
        ${fn.row({ table: 'lists', as: 'l', workspaceId: sql.ref('c.workspace_id'), id: 'c.list_id' })}
        ${fn.row({ table: 'boards', as: 'b', workspaceId: sql.ref('c.workspace_id'), id: 'c.board_id' })}
        where c.workspace_id = x.workspace_id and c.id = x.card_id
          and (c.deleted_at < ${before} or l.deleted_at < ${before} or b.deleted_at < ${before})
        limit 1) is not null`;
  return sql<StoredFile>`
  select x.id as id, x.storage_key as "storageKey" ${onCards('attachments')}
  union all
  select x.id, x.storage_key ${onCards('uploads')}
  limit ${sql.lit(sliceSize)}`;
});

const locking =
  (maintain: Maintain, table: LockedTable, { workspaceId, ids }: Gone): Maintain =>
  (work) =>
    maintain(async (tx) => {
      await tx.lock(table, workspaceId, ids);
      return work(tx);
    });

/** Deletes cards with their children and files. */
export async function removeCards(stores: Stores, some: Gone): Promise<void> {
  await removeFiles(stores, filesOf, some);
  await removeAll(locking(stores.maintain, 'cards', some), cards, some);
}

/** Deletes lists without cards. */
export const removeLists = ({ maintain }: Stores, some: Gone): Promise<void> =>
  removeAll(locking(maintain, 'lists', some), lists, some);

/** Deletes labels that are on no card. */
export const removeLabels = ({ maintain }: Stores, some: Gone): Promise<void> =>
  removeAll(locking(maintain, 'labels', some), labels, some);

/** Deletes fields that no card has. */
export const removeFields = ({ maintain }: Stores, some: Gone): Promise<void> =>
  removeAll(maintain, fields, some);

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const next = (name: string, select: (p: OfBoard) => RawBuilder<unknown>) =>
  query(`boards.remove.${name}`, (_db, p: OfBoard) => sql<{ id: string }>`${select(p)} limit 50`);

const ofBoard = (p: OfBoard) => sql`where workspace_id = ${p.workspaceId} and board_id = ${p.boardId}`;

const nextCards = next('cards', (p) => sql`select id from cards ${ofBoard(p)}`);
const nextLists = next('lists', (p) => sql`select id from lists ${ofBoard(p)}`);
const nextLabels = next('labels', (p) => sql`select id from labels ${ofBoard(p)}`);

/** Deletes a board with all its contents, in its workspace only. */
export async function removeBoard(stores: Stores, board: OfBoard & { before: number }): Promise<void> {
  const { workspaceId, before } = board;
  for (const [some, remove] of [
    [nextCards, removeCards],
    [nextLists, removeLists],
    [nextLabels, removeLabels],
  ] as const) {
    for (;;) {
      const ids = (await stores.db.all(some, board)).map(({ id }) => id);
      if (ids.length === 0) break;
      await remove(stores, { workspaceId, ids, before });
    }
  }
  const some = { workspaceId, ids: [board.boardId], before };
  await removeAll(locking(stores.maintain, 'boards', some), boards, some);
}
