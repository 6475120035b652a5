import { randomBytes } from 'node:crypto';
import { issue } from '../../../../contract/issues.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { Some } from '../../base/db/table.ts';
import type { Claim, ClaimedWork } from '../../base/jobs/claimed-work.ts';
import type { Service } from '../../base/service.ts';
import type { exportsTable } from '../../data/exports/tables.ts';
import type { Sources } from '../board.ts';
import { contentOf } from '../content.ts';
import { exportClaims, exportOfUser, type StoredExport } from '../stored.ts';
import { wantedBy } from '../wanted.ts';

/*
 * An export in the background is a row that any node claims (`base/jobs/claimed-work.ts`). After a crash, another node
 * starts over with a new file. It contains what the user who requested it may see at that time.
 */

type Progress = Some<typeof exportsTable, 'done' | 'total' | 'size' | 'storage_key'>;

/**
 * Background exports. Each attempt writes its own file, which is stored completely or not at all, and counts only if the attempt
 * still holds the claim: so a file is never partial.
 */
export const exportWork = (service: Service, sources: Sources): ClaimedWork<StoredExport, Progress> => ({
  claims: exportClaims,
  begin: ({ workspaceId, total }) => {
    const storageKey = `${workspaceId}/${randomBytes(16).toString('hex')}`;
    return { done: 0, total, size: null, storageKey };
  },
  runAttempt: (claim, actor) => write(service, sources, claim, actor),
  undo: async ({ id, userId, storageKey }) => {
    if (storageKey === null) return;
    const found = await service.db.first(exportOfUser, { id, userId });
    // The attempt may have completed although the connection to the database broke before the reply.
    if (found?.state === 'completed' && found.storageKey === storageKey) return;
    await service.storage.delete(storageKey);
  },
  refusal: () => issue('export-not-allowed'),
  news: ({ workspaceId, id: publicId, boardId, filename: name }, outcome) => ({
    kind: 'export-done',
    workspaceId,
    ...(boardId === null ? {} : { boardId }),
    about: { publicId, outcome, name },
  }),
});

async function write(
  service: Service,
  sources: Sources,
  claim: Claim<StoredExport, Progress>,
  actor: Actor,
): Promise<void> {
  const { db, storage, prepare } = service;
  let [done, size] = [0, 0];
  const counted = { ...sources, read: (cards: number) => void (done += cards) };
  const content = await contentOf(service, counted, await wantedBy(db, actor, claim.row));
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of claim.each(content as AsyncIterable<Uint8Array | string>)) {
      const some = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += some.length;
      claim.progress = { ...claim.progress, done };
      yield some;
    }
  }
  try {
    await storage.put(claim.progress.storageKey ?? '', bytes());
  } finally {
    content.destroy();
  }
  claim.progress = { ...claim.progress, done, total: done, size };
  await prepare(({ tx, now }) => claim.end(tx, now, 'completed'));
}
