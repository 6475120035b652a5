import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../db/query.ts';
import type { Service } from '../service.ts';
import { deleteWithPreview } from '../storage/preview.ts';
import { removalOf, removeAll } from './remove.ts';

/** The row of a file that is stored. */
export interface StoredFile {
  id: string;
  storageKey: string;
}

/**
 * SQL that is true if an attachment or upload is the last one to refer to its file. A board that moves to another workspace
 * is copied there before it is removed here; meanwhile its cards have rows in both. The subquery runs per row, because for
 * `not exists` PostgreSQL may scan all cards.
 */
export const isFilesLast = (table: string): RawBuilder<boolean> =>
  sql.raw(`(select other.id from cards other
    where other.id = ${table}.card_id and other.workspace_id <> ${table}.workspace_id limit 1) is null`);

/** The dependencies for removing rows and their files. */
export type Stores = Pick<Service, 'db' | 'maintain' | 'storage'>;

interface Files {
  workspaceId: string;
  ids: string[];
}

const forget = (table: 'attachments' | 'uploads') =>
  removalOf(`files.forget.${table}`, table, 'workspace_id, id', ({ workspaceId, ids }: Files, fn) =>
    fn.lookUp({ table, workspaceId, column: 'id', values: fn.ids(ids) }),
  );

const rows = [forget('attachments'), forget('uploads')];

/**
 * Removes the files of a workspace that `find` returns, `sliceSize` at a time. Each file is removed before its row, so that a
 * file always has a row.
 */
export async function removeFiles<P extends { workspaceId: string }>(
  { db, maintain, storage }: Stores,
  find: Query<P, StoredFile>,
  p: P,
): Promise<void> {
  for (;;) {
    const files = await db.all(find, p);
    if (files.length === 0) return;
    for (const { storageKey } of files) await deleteWithPreview(storage, storageKey);
    await removeAll(maintain, rows, { workspaceId: p.workspaceId, ids: files.map(({ id }) => id) });
  }
}
