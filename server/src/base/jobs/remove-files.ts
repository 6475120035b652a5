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
 * SQL that is true where an attachment or upload is the last one to name its file: a board that moves to another
 * workspace is carried there and then removed here, and meanwhile its cards have rows in both. Asked row by row: `not
 * exists` PostgreSQL may compare with all cards.
 */
export const isFilesLast = (table: string): RawBuilder<boolean> =>
  sql.raw(`(select other.id from cards other
    where other.id = ${table}.card_id and other.workspace_id <> ${table}.workspace_id limit 1) is null`);

/** What is needed to remove rows and their files. */
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
 * Removes the files of a workspace that `find` finds, some (`sliceSize`) at a time. A file goes before its row, so that a
 * row stands for it until it is gone.
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
