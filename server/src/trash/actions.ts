import { type RawBuilder, sql } from 'kysely';
import { trashTime } from '../access/trash.ts';
import { hour } from '../clock.ts';
import { type Query, query } from '../db/query.ts';
import type { Tables } from '../db/tables.ts';
import { type Removal, removalOf, removeAll, sliceSize } from '../jobs/remove.ts';
import type { Service } from '../service.ts';
import { removeFiles, type StoredFile } from '../storage/remove-files.ts';

/*
 * Takes what has been in the trash for too long out of the database, from below: what hangs on cards, the cards, then
 * the lists and boards they were in. No transaction is as large as a board, nor as what hangs on a card. Workspaces go
 * by a job of their own.
 */

/** After the end of the time in the trash, so that no restoring that was begun before it is still under way. */
const grace = hour;

interface Expired {
  before: number;
  limit: number;
}

/** Cards, lists or boards of one workspace. */
interface Gone {
  workspaceId: string;
  ids: string[];
}

type Due = Query<Expired, { workspaceId: string; id: string }>;

const expired = (name: string, select: (p: Expired) => RawBuilder<unknown>): Due =>
  query(
    `trash.expired.${name}`,
    (_db, p: Expired) => sql<{ workspaceId: string; id: string }>`${select(p)} limit ${p.limit}`,
  );

const expiredCards = expired(
  'cards',
  (p) => sql`
  select workspace_id as "workspaceId", id from cards where deleted_at < ${p.before}
  union all
  select c.workspace_id, c.id from lists l
  join cards c on c.workspace_id = l.workspace_id and c.board_id = l.board_id and c.list_id = l.id
  where l.deleted_at < ${p.before}
  union all
  select c.workspace_id, c.id from boards b join cards c on c.workspace_id = b.workspace_id and c.board_id = b.id
  where b.deleted_at < ${p.before}`,
);

const expiredLists = expired(
  'lists',
  (p) => sql`
  select workspace_id as "workspaceId", id from lists where deleted_at < ${p.before}
  union all
  select l.workspace_id, l.id from boards b join lists l on l.workspace_id = b.workspace_id and l.board_id = b.id
  where b.deleted_at < ${p.before}`,
);

const expiredBoards = expired(
  'boards',
  (p) => sql`select workspace_id as "workspaceId", id from boards where deleted_at < ${p.before}`,
);

/** Removes from a table with this key what `column` names as hanging on those that go, or those themselves. */
const gone = (table: keyof Tables, key: string, column: string): Removal<Gone> =>
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

const cards = [
  gone('activities', 'card_id, created_at', 'card_id'),
  gone('comments', 'card_id, created_at, id', 'card_id'),
  gone('card_labels', 'card_id, label_id', 'card_id'),
  gone('card_members', 'card_id, member_id', 'card_id'),
  itemsOfCards,
  gone('checklists', 'id', 'card_id'),
  gone('cards', 'id', 'id'),
];

const lists = [gone('card_blocks', 'list_id, starts', 'list_id'), gone('lists', 'id', 'id')];

const boards = [
  gone('labels', 'id', 'board_id'),
  gone('favourites', 'board_id, user_id', 'board_id'),
  gone('versions', 'id', 'id'),
  gone('boards', 'id', 'id'),
];

const filesOf = query('trash.files', (_db, { workspaceId, ids }: Gone, fn) => {
  const onCards = (table: 'attachments' | 'uploads') =>
    fn.lookUp({ table, workspaceId, column: 'card_id', values: fn.ids(ids) });
  return sql<StoredFile>`
  select x.id as id, x.storage_key as "storageKey" ${onCards('attachments')}
  union all
  select x.id, x.storage_key ${onCards('uploads')}
  limit ${sql.lit(sliceSize)}`;
});

type Stores = Pick<Service, 'db' | 'storage' | 'clock'>;

/** Deletes for good what is due, some rows with each transaction, until nothing is left. */
export async function emptyTrash(stores: Stores): Promise<void> {
  await removeDue(stores, expiredCards, async (some) => {
    await removeFiles(stores, filesOf, some);
    await removeAll(stores.db, cards, some);
  });
  await removeDue(stores, expiredLists, (some) => removeAll(stores.db, lists, some));
  await removeDue(stores, expiredBoards, (some) => removeAll(stores.db, boards, some));
}

/** Cards, lists or boards whose rows are looked for at once. */
const takenAtOnce = 50;

async function removeDue(
  { db, clock }: Stores,
  due: Due,
  remove: (some: Gone) => Promise<void>,
): Promise<void> {
  const before = clock.now() - trashTime - grace;
  for (;;) {
    const rows = await db.all(due, { before, limit: takenAtOnce });
    const [first] = rows;
    if (!first) return;
    const { workspaceId } = first;
    const ids = rows.flatMap((row) => (row.workspaceId === workspaceId ? [row.id] : []));
    await remove({ workspaceId, ids });
  }
}
