import { hour } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { isFilesLast } from '../base/jobs/remove-files.ts';
import type { Service } from '../base/service.ts';

/** By then the last byte of an expired upload has arrived, none can be confirmed, and a backup has copied its files. */
const grace = hour;

/** Files that are removed before their rows are. */
const batch = 100;

const expired = query('uploads.expired', (db, p: { before: number; limit: number }) =>
  db
    .selectFrom('uploads')
    .select(['id', 'storage_key as storageKey'])
    .where('expires_at', '<', p.before)
    .where(isFilesLast('uploads'))
    .orderBy('expires_at')
    .limit(p.limit),
);

const forget = command('uploads.forget', (db, p: { ids: string[] }, fn) =>
  db.deleteFrom('uploads').where('id', 'in', fn.each(p.ids)),
);

/** Removes what was uploaded and never confirmed, and what was deleted: the file first, so that a row stands for it until it is gone. */
export async function removeExpiredUploads({
  db,
  maintain,
  storage,
  clock,
}: Pick<Service, 'db' | 'maintain' | 'storage' | 'clock'>): Promise<void> {
  const before = clock.now() - grace;
  for (;;) {
    const uploads = await db.all(expired, { before, limit: batch });
    for (const { storageKey } of uploads) await storage.delete(storageKey);
    if (uploads.length > 0) {
      await maintain((tx) => tx.run(forget, { ids: uploads.map(({ id }) => id) }));
    }
    if (uploads.length < batch) break;
  }
  await storage.tidy(before);
}
