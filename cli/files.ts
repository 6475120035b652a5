import { constants, existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile, type Place } from '../server/src/db/open.ts';
import { query } from '../server/src/db/query.ts';
import { atMost } from '../server/src/jobs/at-most.ts';
import type { Storage } from '../server/src/storage/storage.ts';
import { sync } from '../server/src/storage/sync.ts';
import { Stop } from './reason.ts';

/** A file that the database knows. */
export interface KnownFile {
  storageKey: string;
  size: number;
  /** Of a file that is uploaded but not attached yet nobody knows whether it is there. */
  attached: 0 | 1;
}

/** Every file that a database knows. */
export const knownFiles = query('cli.knownFiles', (db) =>
  db
    .selectFrom('attachments')
    .select((of) => ['storage_key as storageKey', 'size', of.lit(1).$castTo<0 | 1>().as('attached')])
    .unionAll((of) =>
      of
        .selectFrom('uploads')
        .select((upload) => [
          'storage_key as storageKey',
          'size',
          upload.lit(0).$castTo<0 | 1>().as('attached'),
        ]),
    ),
);

/** Copies files that are not there yet; gives the keys of attached ones that the source does not have. */
export async function copyFiles(files: readonly KnownFile[], from: Storage, to: Storage): Promise<string[]> {
  const limited = atMost(4);
  const missing: string[] = [];
  const copy = async ({ storageKey, attached }: KnownFile) => {
    if (await to.stat(storageKey)) return;
    if (await from.stat(storageKey)) await to.put(storageKey, await from.open(storageKey));
    else if (attached) missing.push(storageKey);
  };
  await Promise.all(files.map((file) => limited(() => copy(file))));
  return missing;
}

/** Copies one file that must not be there yet, durably but for its name. */
export async function copyOne(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await sync(to);
}

/** Says how many attachments were found without a file. */
export function tellMissing(missing: readonly string[]): void {
  if (missing.length > 0) console.log(`${missing.length} attachments have no file: see taskboard doctor`);
}

/** Throws `Stop` where a place is a folder without a database: opening it would make one. */
export function requireDatabase({ databaseUrl, dataDir }: Place): void {
  if (databaseUrl || existsSync(join(dataDir, databaseFile))) return;
  throw new Stop(`there is no database in ${dataDir}`);
}
