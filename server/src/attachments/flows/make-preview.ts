import { appendToLog } from '../../base/changes/append.ts';
import { Touched } from '../../base/changes/versions.ts';
import { minute } from '../../base/clock.ts';
import { storedPicture } from '../../base/covers.ts';
import { Lease, maxDeaths, type Renewing } from '../../base/jobs/leases.ts';
import type { PictureProcess, Shrunk } from '../../base/pictures/process.ts';
import { ProcessCrash } from '../../base/processes/answers.ts';
import type { Service } from '../../base/service.ts';
import { previewKeyOf } from '../../base/storage/preview.ts';
import { measureCover } from '../../cards/actions/cover.ts';
import { beginsAsPicture } from '../begins-as-picture.ts';
import { boardOfCard, type Due, nextDue, previewLeases, settlePreview } from '../previews.ts';

/*
 * A node leases an attachment (`base/jobs/leases.ts`), checks whether it is a picture, and stores a preview of it. A picture
 * that crashes the process, or the node, is given up after two such deaths. Failures of the storage or the database are none.
 *
 * A new preview raises the board's version and is logged as a change of the attachment, so that pages show it.
 */

const laterBy = minute;

/** Larger files get no preview; the whole file is in memory while it is scaled down. */
const maxBytes = 32 * 1024 ** 2;

type Parts = Pick<
  Service,
  'db' | 'maintain' | 'prepare' | 'storage' | 'clock' | 'changeLog' | 'stopping' | 'http'
>;

/** Processes the attachment that is due next; returns whether there was one. Throws `NoPictures`. */
export async function makeNextPreview(
  parts: Parts,
  pictures: PictureProcess,
  renewing: Renewing,
): Promise<boolean> {
  const { db, clock, stopping, http } = parts;
  const due = stopping.aborted ? undefined : await db.first(nextDue, { now: clock.now() });
  if (!due) return false;
  const lease = new Lease(parts, previewLeases, due, {});
  if (!(await lease.take())) return true;
  const make = async () =>
    settle(parts, due, due.deaths < maxDeaths ? await shrink(parts, pictures, due) : undefined);
  await renewing(lease, () => lease.during(make, laterBy)).catch((error: unknown) => {
    if (!(error instanceof ProcessCrash)) throw error;
    http.log.warn({ attachment: due.id, reason: error.message }, 'a picture was not made small');
  });
  return true;
}

async function shrink(
  { storage }: Parts,
  pictures: PictureProcess,
  { storageKey, size }: Due,
): Promise<Shrunk | undefined> {
  const stored = size <= maxBytes && (await storage.stat(storageKey));
  if (!stored || !(await beginsAsPicture(storage, storageKey))) return undefined;
  return pictures.shrink(await storage.open(storageKey), stored.size);
}

async function settle(parts: Parts, due: Due, made: Shrunk | undefined): Promise<void> {
  const { clock, maintain, storage, changeLog } = parts;
  const { workspaceId, id, storageKey } = due;
  const key = previewKeyOf(storageKey);
  if (made) {
    await storage.put(key, bytes(made.preview), made.preview.length);
    // Removing a file also removes its preview afterwards; if the file is gone already, nothing else would remove this one.
    if (!(await storage.stat(storageKey))) await storage.delete(key);
  }
  // An earlier attempt may have stored one.
  const previewSize = made ? ((await storage.stat(key))?.size ?? null) : null;
  const of = { width: made?.width ?? null, height: made?.height ?? null, previewSize };
  if (made && previewSize !== null) await maintain((tx) => tx.run(measureCover, coverOf(due, made)));
  const isThere = await maintain(async (tx) => {
    const now = clock.now();
    const [settled] = await tx.run(settlePreview, { workspaceId, id, ...of });
    if (!settled) return false;
    const { cardId, createdBy } = settled;
    const shown = made && (await tx.first(boardOfCard, { workspaceId, cardId }));
    if (!shown) return true;
    const touched = new Touched();
    touched.add(workspaceId, shown.boardId);
    touched.addPosition(workspaceId);
    await touched.raise(tx, now);
    const type = 'card.updated.attachment.previewed';
    const change = { workspaceId, type, boardId: shown.boardId, cardId, subjectId: id } as const;
    await appendToLog(tx, [change], { userId: createdBy, apiKey: null, now });
    return true;
  });
  if (isThere) changeLog.wake();
}

const coverOf = ({ workspaceId, id }: Due, { width, height }: Shrunk) => ({
  workspaceId,
  id,
  cover: storedPicture(id, width, height),
});

async function* bytes(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
