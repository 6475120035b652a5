import { type RawBuilder, sql } from 'kysely';
import { trashTime } from '../access/trash.ts';
import { hour } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import type { Service } from '../service.ts';

/*
 * Takes what has been in the trash for too long out of the database, from below: cards, then the lists and boards
 * they were in, so that no transaction is as large as a board. Workspaces go by a job of their own.
 */

/** After the end of the time in the trash, so that no restoring that was begun before it is still under way. */
const grace = hour;

interface Expired {
  before: number;
  limit: number;
}

const expired = (name: string, select: (p: Expired) => RawBuilder<{ id: string }>) =>
  query(`trash.expired.${name}`, (_db, p: Expired) => sql<{ id: string }>`${select(p)} limit ${p.limit}`);

const expiredCards = expired(
  'cards',
  (p) => sql`
  select id from cards where deleted_at < ${p.before}
  union all
  select c.id from lists l
  join cards c on c.workspace_id = l.workspace_id and c.board_id = l.board_id and c.list_id = l.id
  where l.deleted_at < ${p.before}
  union all
  select c.id from boards b join cards c on c.workspace_id = b.workspace_id and c.board_id = b.id
  where b.deleted_at < ${p.before}`,
);

const expiredLists = expired(
  'lists',
  (p) => sql`
  select id from lists where deleted_at < ${p.before}
  union all
  select l.id from boards b join lists l on l.workspace_id = b.workspace_id and l.board_id = b.id
  where b.deleted_at < ${p.before}`,
);

const expiredBoards = expired('boards', (p) => sql`select id from boards where deleted_at < ${p.before}`);

const deletion = (table: 'cards' | 'lists' | 'boards') =>
  command(`trash.delete.${table}`, (db, p: { ids: string[] }, fn) =>
    db.deleteFrom(table).where('id', 'in', fn.each(p.ids)),
  );

const deleteCards = deletion('cards');
const deleteLists = deletion('lists');
const deleteBoards = deletion('boards');

const filesOf = query(
  'trash.files',
  (_db, p: { cardIds: string[] }, fn) => sql<{ storageKey: string }>`
  select f.storage_key as "storageKey" from cards c
  join attachments f on f.workspace_id = c.workspace_id and f.card_id = c.id
  where c.id in ${fn.each(p.cardIds)}
  union
  select f.storage_key from cards c
  join uploads f on f.workspace_id = c.workspace_id and f.card_id = c.id
  where c.id in ${fn.each(p.cardIds)}`,
);

/** Deletes for good what is due, a batch with what hangs on it per transaction, until nothing is left. */
export async function emptyTrash({
  db,
  storage,
  clock,
}: Pick<Service, 'db' | 'storage' | 'clock'>): Promise<void> {
  const before = clock.now() - trashTime - grace;
  await inBatches(db, expiredCards, { before, limit: 25 }, async (ids) => {
    // A file goes before its row, so that a row stands for it until it is gone.
    for (const { storageKey } of await db.all(filesOf, { cardIds: ids })) await storage.delete(storageKey);
    await db.write((tx) => tx.run(deleteCards, { ids }));
  });
  await inBatches(db, expiredLists, { before, limit: 100 }, (ids) =>
    db.write((tx) => tx.run(deleteLists, { ids })),
  );
  await inBatches(db, expiredBoards, { before, limit: 25 }, (ids) =>
    db.write((tx) => tx.run(deleteBoards, { ids })),
  );
}

async function inBatches(
  db: Reading,
  due: typeof expiredCards,
  p: Expired,
  remove: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const rows = await db.all(due, p);
    if (rows.length === 0) return;
    await remove(rows.map(({ id }) => id));
  }
}
