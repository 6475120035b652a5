import { day } from '../base/clock.ts';
import type { Service } from '../base/service.ts';
import { forgetExport, oldExports } from './stored.ts';

/** How long the file of an export is kept; microseconds. */
const kept = 3 * day;

/** Removes what ended long ago: the file first, so that a row stands for it until it is gone. */
export async function removeOldExports({ db, maintain, storage, clock }: Service): Promise<void> {
  for (;;) {
    const old = await db.all(oldExports, { before: clock.now() - kept, limit: 50 });
    for (const { workspaceId, id, storageKey } of old) {
      if (storageKey !== null) await storage.delete(storageKey);
      await maintain((tx) => tx.run(forgetExport, { workspaceId, id }));
    }
    if (old.length < 50) return;
  }
}
