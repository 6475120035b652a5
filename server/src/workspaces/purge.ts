import { sql } from 'kysely';
import { trashTime } from '../access/trash.ts';
import { hour } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import type { Service } from '../service.ts';

/* Takes workspaces whose time in the trash is over out of the database, with the files of their cards. */

/** Rows that one transaction deletes of a table at the most: no other change waits for a large workspace to go. */
const batchSize = 500;

/** After the end of the time in the trash, so that no restoring that was begun before it is still under way. */
const grace = hour;

/**
 * The tables that grow with use, with their keys, what hangs on others first; the rest goes with the workspace. The
 * change log has forgotten it by then.
 */
const growing = {
  activities: 'card_id, created_at',
  comments: 'card_id, created_at, id',
  webhook_deliveries: 'id',
  audit_entries: 'id',
  cards: 'id',
};

const deletions = Object.entries(growing).map(([table, key]) =>
  command(
    `workspaces.purge.${table}`,
    (_db, p: { id: string; limit: number }) => sql<{ id: string }>`
    delete from ${sql.table(table)} where workspace_id = ${p.id} and (${sql.raw(key)}) in (
      select ${sql.raw(key)} from ${sql.table(table)} where workspace_id = ${p.id} limit ${p.limit}
    ) returning id`,
  ),
);

const deleteWorkspace = command('workspaces.purge', (db, p: { id: string }) =>
  db.deleteFrom('workspaces').where('id', '=', p.id),
);

const nextExpired = query('workspaces.nextExpired', (db, p: { before: number }) =>
  db.selectFrom('workspaces').select('id').where('deleted_at', '<=', p.before).orderBy('deleted_at').limit(1),
);

const someFiles = query('workspaces.someFiles', (db, p: { id: string; limit: number }) =>
  db
    .selectFrom('attachments')
    .select(['id', 'storage_key as storageKey'])
    .where('workspace_id', '=', p.id)
    .unionAll(
      db.selectFrom('uploads').select(['id', 'storage_key as storageKey']).where('workspace_id', '=', p.id),
    )
    .limit(p.limit),
);

interface Files {
  id: string;
  fileIds: string[];
}

const forgetAttachments = command('workspaces.forgetAttachments', (db, p: Files, fn) =>
  db.deleteFrom('attachments').where('workspace_id', '=', p.id).where('id', 'in', fn.each(p.fileIds)),
);

const forgetUploads = command('workspaces.forgetUploads', (db, p: Files, fn) =>
  db.deleteFrom('uploads').where('workspace_id', '=', p.id).where('id', 'in', fn.each(p.fileIds)),
);

type Stores = Pick<Service, 'db' | 'storage' | 'clock'>;

/** Deletes what is due, a batch per transaction, until nothing is left. */
export async function purgeWorkspaces(stores: Stores): Promise<void> {
  const before = stores.clock.now() - trashTime - grace;
  for (;;) {
    const expired = await stores.db.first(nextExpired, { before });
    if (!expired) return;
    await purgeFiles(stores, expired.id);
    await stores.db.write((tx) => purgeRows(tx, expired.id));
  }
}

/** A file goes before its row, so that a row stands for it until it is gone. */
async function purgeFiles({ db, storage }: Stores, id: string): Promise<void> {
  for (;;) {
    const files = await db.all(someFiles, { id, limit: batchSize });
    if (files.length === 0) return;
    for (const { storageKey } of files) await storage.delete(storageKey);
    const fileIds = files.map((file) => file.id);
    await db.write(async (tx) => {
      await tx.run(forgetAttachments, { id, fileIds });
      await tx.run(forgetUploads, { id, fileIds });
    });
  }
}

/** One batch: of the first table that has rows left, or at last the workspace itself. */
async function purgeRows(tx: Writing, id: string): Promise<void> {
  for (const deletion of deletions) {
    const deleted = await tx.run(deletion, { id, limit: batchSize });
    if (deleted.length > 0) return;
  }
  await tx.run(deleteWorkspace, { id });
}
