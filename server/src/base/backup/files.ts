import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Reading } from '../db/database.ts';
import { previews } from '../db/migrations/0028-previews.ts';
import { query } from '../db/query.ts';
import { atMost } from '../jobs/at-most.ts';
import { previewKeyOf } from '../storage/preview.ts';
import type { Storage } from '../storage/storage.ts';
import { sync } from '../storage/sync.ts';

/** A file that the database knows. */
export interface KnownFile {
  storageKey: string;
  size: number;
  /** Of a file that is uploaded but not attached yet nobody knows whether it is there. */
  attached: 0 | 1;
}

/** The files of attachments and uploads, also in a database that older code has made. */
export const knownFiles = query('backup.knownFiles', (db) =>
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

/** Nobody misses one: it is made again. */
const knownPreviews = query(
  'backup.knownPreviews',
  (_db, p: { suffix: string }) => sql<KnownFile>`
  select storage_key || ${p.suffix} as "storageKey", preview_size as size, 0 as attached
  from attachments where preview_size is not null`,
);

/** Read like anything else: a start that updates the database holds it while its backup is made. */
const hadMigration = query(
  'backup.hadMigration',
  (_db, p: { name: string }) => sql<{ name: string }>`select name from migrations where name = ${p.name}`,
);

/** Every file that a database knows, whichever version it is of. */
export async function filesKnownTo(db: Reading): Promise<KnownFile[]> {
  const files = await db.all(knownFiles, {});
  const hasPreviews = await db.first(hadMigration, { name: previews.name });
  return hasPreviews ? [...files, ...(await db.all(knownPreviews, { suffix: previewKeyOf('') }))] : files;
}

/** Brings one file of so many bytes from a storage to another, in another way than by copying it. */
export type Bring = (storageKey: string, size: number) => Promise<void>;

interface CopyOptions {
  bring?: Bring | undefined;
  /** Told how many have been looked at. */
  progress?: (done: number) => void;
}

/** Copies files that are not there yet as they are known; gives the keys of attached ones that the source does not have. */
export async function copyFiles(
  files: readonly KnownFile[],
  from: Storage,
  to: Storage,
  { bring = bringing(from, to), progress = () => {} }: CopyOptions = {},
): Promise<string[]> {
  const limited = atMost(4);
  const missing: string[] = [];
  let done = 0;
  const copy = async ({ storageKey, size, attached }: KnownFile) => {
    const had = await to.stat(storageKey);
    if (had?.size !== size) {
      const found = await from.stat(storageKey);
      // What is there and is not the file takes its place no longer.
      if (found && had) await to.delete(storageKey);
      if (found) await bring(storageKey, found.size);
      else if (attached) missing.push(storageKey);
    }
    progress(++done);
  };
  await Promise.all(files.map((file) => limited(() => copy(file))));
  return missing;
}

const bringing =
  (from: Storage, to: Storage): Bring =>
  async (storageKey, size) =>
    void (await to.put(storageKey, await from.open(storageKey), size));

/** Copies one file that must not be there yet, durably but for its name. */
export async function copyOne(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await sync(to);
}
