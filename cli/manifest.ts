import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Secrets } from '../server/src/access/secrets.ts';
import { databaseFile } from '../server/src/db/open.ts';
import { Stop } from './reason.ts';

/*
 * A backup is a folder: `taskboard.db`, an SQLite database whatever the engine is; `files`, laid out as in `DATA_DIR`;
 * `secret.key`, where the service keeps it in `DATA_DIR`; and `backup.json`, which is written last.
 */

export interface Manifest {
  format: 1;
  /** Of the service that made it. */
  version: string;
  createdAt: string;
  /** Attached files that are in it, or null where it was made without. */
  files: number | null;
  /** Tells whether a key is the one of this backup. */
  keyMark: string;
}

export const backupParts = { manifest: 'backup.json', database: databaseFile, files: 'files' } as const;

/** The mark of a key; the key cannot be told from it. */
export const markOf = (secrets: Secrets): string => secrets.sign('the key of a backup');

/** Throws `Stop` for a folder that is no backup. */
export function readManifest(folder: string): Manifest {
  const manifest = parsed(join(folder, backupParts.manifest));
  if (manifest?.format === undefined)
    throw new Stop(`${folder} is no backup: it has no ${backupParts.manifest}`);
  if (manifest.format !== 1)
    throw new Stop(`${folder} was made by version ${manifest.version}, which is newer`);
  return manifest as Manifest;
}

function parsed(file: string): (Partial<Omit<Manifest, 'format'>> & { format?: number }) | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A path that was typed. npm runs commands in the folder of the package, and tells where it was called. */
export const pathOf = (typed: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), typed);
