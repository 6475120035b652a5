import { command, type Query } from '../db/query.ts';
import { type Limited, sliceSize } from '../jobs/remove.ts';
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

const forgetAttachments = command('files.forgetAttachments', (db, p: Files, fn) =>
  db.deleteFrom('attachments').where('workspace_id', '=', p.workspaceId).where('id', 'in', fn.each(p.ids)),
);

const forgetUploads = command('files.forgetUploads', (db, p: Files, fn) =>
  db.deleteFrom('uploads').where('workspace_id', '=', p.workspaceId).where('id', 'in', fn.each(p.ids)),
);

/**
 * Removes the files of a workspace that `find` finds, some at a time. A file goes before its row, so that a row stands
 * for it until it is gone.
 */
export async function removeFiles<P extends { workspaceId: string }>(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  find: Query<Limited<P>, StoredFile>,
  p: P,
): Promise<void> {
  for (;;) {
    const files = await db.all(find, { ...p, limit: sliceSize });
    if (files.length === 0) return;
    for (const { storageKey } of files) await storage.delete(storageKey);
    const forgotten = { workspaceId: p.workspaceId, ids: files.map(({ id }) => id) };
    await db.write(async (tx) => {
      await tx.run(forgetAttachments, forgotten);
      await tx.run(forgetUploads, forgotten);
    });
  }
}
