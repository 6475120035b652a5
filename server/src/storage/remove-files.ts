import type { Query } from '../db/query.ts';
import { removalOf, removeAll } from '../jobs/remove.ts';
import type { Service } from '../service.ts';

/** The row of a file that is stored. */
export interface StoredFile {
  id: string;
  storageKey: string;
}

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
 * Removes the files of a workspace that `find` finds, some (`sliceSize`) at a time. A file goes before its row, so that a row stands
 * for it until it is gone.
 */
export async function removeFiles<P extends { workspaceId: string }>(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  find: Query<P, StoredFile>,
  p: P,
): Promise<void> {
  for (;;) {
    const files = await db.all(find, p);
    if (files.length === 0) return;
    for (const { storageKey } of files) await storage.delete(storageKey);
    await removeAll(db, rows, { workspaceId: p.workspaceId, ids: files.map(({ id }) => id) });
  }
}
