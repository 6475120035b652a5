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

/** A file that the database refers to. */
export interface KnownFile {
  storageKey: string;
  size: number;
  /** 0 for a file that may not exist yet: an upload that is not attached, or a preview. */
  attached: 0 | 1;
}

/** The files of attachments and uploads; also works on the schemas of older versions. */
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

/** Marked as not attached, because a missing preview is created again. */
const knownPreviews = query(
  'backup.knownPreviews',
  (_db, p: { suffix: string }) => sql<KnownFile>`
  select storage_key || ${p.suffix} as "storageKey", preview_size as size, 0 as attached
  from attachments where preview_size is not null`,
);

/** A plain read: during the backup before an update, the start has the database locked. */
const hadMigration = query(
  'backup.hadMigration',
  (_db, p: { name: string }) => sql<{ name: string }>`select name from migrations where name = ${p.name}`,
);

/** Every file that a database refers to, whatever the version of its schema. */
export async function filesKnownTo(db: Reading): Promise<KnownFile[]> {
  const files = await db.all(knownFiles, {});
  const hasPreviews = await db.first(hadMigration, { name: previews.name });
  return hasPreviews ? [...files, ...(await db.all(knownPreviews, { suffix: previewKeyOf('') }))] : files;
}

/** Brings one file of `size` bytes from one storage to another, for example by a link instead of a copy. */
export type Bring = (storageKey: string, size: number) => Promise<void>;

interface CopyOptions {
  bring?: Bring | undefined;
  /** Called with the number of files checked so far. */
  progress?: (done: number) => void;
}

/** Copies files that are missing or of another size in the target; returns the keys of attached files missing in the source. */
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
      // Remove whatever has taken the file's place.
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

/** Copies one file, which must not exist yet. Its content is durable; its name is not until the folder is synced. */
export async function copyOne(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await sync(to);
}
