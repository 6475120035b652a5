import type { Service } from '../base/service.ts';
import { beginTakeOver } from './actions/merge.ts';
import { askedBy, runMerge } from './flows/merge.ts';
import { type Key, nextMerge, type Open, openPlaceholders } from './merges.ts';

/** Continues merges until none is due. */
export async function goOnWithMerges(service: Service): Promise<void> {
  const { db, clock, changeAs, stopping } = service;
  while (!stopping.aborted) {
    const due = await db.first(nextMerge, { now: clock.now() });
    if (!due) return;
    await runMerge(service, changeAs(askedBy(due)), due);
  }
}

/**
 * Merges placeholders with the active members who have verified their addresses. The job polls for them: there are many ways to
 * become a member and to verify an address, and an import may come after both.
 */
export async function takeOverPlaceholders(service: Service): Promise<void> {
  const { db, clock, maintain, changeAs } = service;
  for (let after: Key | undefined = { workspaceId: '', placeholderId: '' }; after; ) {
    const { workspaceId: afterWorkspace, placeholderId: afterMember }: Key = after;
    const open: Open[] = await db.all(openPlaceholders, { afterWorkspace, afterMember });
    for (const { memberId, ...key } of open) {
      if (memberId === null) continue;
      const merge = await maintain((tx) => beginTakeOver(tx, clock.now(), key));
      if (merge) await runMerge(service, changeAs(askedBy(merge)), merge);
    }
    after = open.at(-1);
  }
}
