import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unusable } from '../db/migrate.ts';
import { databaseFile } from '../db/open.ts';

/*
 * A backup is a folder with `taskboard.db`, an SQLite database whatever the engine; `files`, laid out as in `DATA_DIR`;
 * `secret.key`, if the service keeps it in `DATA_DIR`; and `backup.json`, which is written last. In an object store it is the same
 * but for the files, which are in the store anyway: see `stored.ts`.
 */

export interface Manifest {
  format: 1;
  /** The version of the service that made it. */
  version: string;
  /** The release that can read it without migrating; null if it was made by a version between two releases. */
  readBy?: string | null;
  createdAt: string;
  /** The number of attached files in it, or null if it was made without files. */
  files: number | null;
  /** The mark of the backup's key. */
  keyMark: string;
}

export const backupParts = { manifest: 'backup.json', database: databaseFile, files: 'files' } as const;

/** Throws `Unusable` for a folder that is not a backup. */
export function readManifest(folder: string): Manifest {
  let text = '';
  try {
    text = readFileSync(join(folder, backupParts.manifest), 'utf8');
  } catch {
    // Then it is none.
  }
  return manifestIn(text, folder);
}

/** Reads the manifest of what is at `place`, for a folder or a name. Throws `Unusable` if it is none. */
export function manifestIn(text: string, place: string): Manifest {
  const manifest = parsed(text);
  if (manifest?.format === undefined)
    throw new Unusable(`${place} is not a backup: it has no ${backupParts.manifest}`);
  if (manifest.format !== 1)
    throw new Unusable(`${place} was made by version ${manifest.version}, which is newer`);
  return manifest as Manifest;
}

function parsed(text: string): (Partial<Omit<Manifest, 'format'>> & { format?: number }) | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
