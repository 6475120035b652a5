import { day } from '../base/clock.ts';
import type { Service } from '../base/service.ts';
import { forgetExport, hideExport, oldExports } from './stored.ts';

/** How long the file of an export is kept; microseconds. */
const kept = 3 * day;

/** Removes exports that ended long ago, and the rest of deleted ones. */
export async function removeOldExports(service: Service): Promise<void> {
  const { db, clock } = service;
  for (;;) {
    const old = await db.all(oldExports, { before: clock.now() - kept, limit: 50 });
    for (const each of old) await removeExport(service, each);
    if (old.length < 50) return;
  }
}

/** Hides an export before its file is deleted, so that no link leads nowhere; its row remains until the file is gone. */
export async function removeExport(
  { maintain, storage }: Pick<Service, 'maintain' | 'storage'>,
  { workspaceId, id, storageKey }: { workspaceId: string; id: string; storageKey: string | null },
): Promise<void> {
  await maintain((tx) => tx.run(hideExport, { workspaceId, id }));
  if (storageKey !== null) await storage.delete(storageKey);
  await maintain((tx) => tx.run(forgetExport, { workspaceId, id }));
}
