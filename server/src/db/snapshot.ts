import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sync } from '../storage/sync.ts';

/**
 * Copies the embedded database at `source` into a new file, as it is at one moment, while others go on to read and
 * write it. The copy is durable, and was read through once.
 */
export async function snapshotSqlite(source: string, file: string): Promise<void> {
  const from = new Sqlite(source, { fileMustExist: true });
  try {
    // All pages in one step: between steps, each commit of the service would make it begin anew.
    await from.backup(file, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    from.close();
  }
  const copy = new Sqlite(file);
  try {
    const found = copy.pragma('quick_check', { simple: true });
    if (found !== 'ok') throw new Error(`the copy of the database is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
  chmodSync(file, 0o600);
  await sync(file);
  await sync(dirname(file));
}
