import { hour } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { heartbeat } from '../base/jobs/leases.ts';
import { paced } from '../base/jobs/paced.ts';
import { isFilesLast } from '../base/jobs/remove-files.ts';
import { NoPictures, PictureProcess } from '../base/pictures/process.ts';
import type { Service } from '../base/service.ts';
import { deleteWithPreview } from '../base/storage/preview.ts';
import { makeNextPreview } from './flows/make-preview.ts';
import { makeAgain } from './previews.ts';

/** By then the last byte of an expired upload has arrived, it cannot be confirmed any more, and a backup has copied its files. */
const grace = hour;

/** Max files removed at once, before their rows. */
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
  db.deleteFrom('uploads').where(fn.isIn('id', fn.each(p.ids))),
);

/** Removes unconfirmed uploads and deleted attachments: the file first, so that its row stays until it is gone. */
export async function removeExpiredUploads({
  db,
  maintain,
  storage,
  clock,
}: Pick<Service, 'db' | 'maintain' | 'storage' | 'clock'>): Promise<void> {
  const before = clock.now() - grace;
  for (;;) {
    const uploads = await db.all(expired, { before, limit: batch });
    for (const { storageKey } of uploads) await deleteWithPreview(storage, storageKey);
    if (uploads.length > 0) {
      await maintain((tx) => tx.run(forget, { ids: uploads.map(({ id }) => id) }));
    }
    if (uploads.length < batch) break;
  }
  await storage.tidy(before);
}

interface Key {
  workspaceId: string;
  id: string;
}

/** Makes previews of pictures, one after the other, each followed by a pause as long as it took. */
export function makesPreviews(service: Service): {
  run: () => Promise<void>;
  makeAgain: (lost: Key) => void;
} {
  const { maintain, clock, http, stopping, jobs } = service;
  const pictures = new PictureProcess();
  stopping.addEventListener('abort', () => pictures.close());
  const renewing = heartbeat(jobs, 'leases-of-previews');
  let isPossible = true;
  const lost: Key[] = [];
  const run = async () => {
    for (const key of lost.splice(0)) await maintain((tx) => tx.run(makeAgain, { ...key, now: clock.now() }));
    try {
      const pace = { max: Number.POSITIVE_INFINITY, signal: stopping };
      while (isPossible && (await paced(() => makeNextPreview(service, pictures, renewing), pace)));
    } catch (error) {
      if (!(error instanceof NoPictures)) throw error;
      isPossible = false;
      http.log.warn(
        { reason: error.message },
        'there are no small versions of pictures: sharp is not installed',
      );
    }
  };
  return {
    run,
    makeAgain(key) {
      lost.push(key);
      jobs.soon('previews');
    },
  };
}
