import type { Maintain, Reads } from '../base/db/database.ts';
import { mostDeaths } from '../base/jobs/claimed-work.ts';
import type { Service } from '../base/service.ts';
import { beginTakeOver, nextDue, stopMerge } from './actions/merge.ts';
import { askedBy, carryOut } from './flows/merge.ts';
import {
  endAllClaims,
  type Key,
  type Merge,
  nextMerge,
  type Open,
  openPlaceholders,
  renewMerge,
} from './merges.ts';

/** Ends all claims at startup on SQLite: this is the only node, so no claim has a living owner. */
export async function endMergeClaims({ engine }: Reads, maintain: Maintain, now: number): Promise<void> {
  if (engine === 'sqlite') await maintain((tx) => tx.run(endAllClaims, { now }));
}

/** Continues merges until none is due. A merge at which processes keep dying may be the cause, and is given up. */
export async function goOnWithMerges(service: Service): Promise<void> {
  const { db, clock, maintain, changeAs, stopping } = service;
  while (!stopping.aborted) {
    const now = clock.now();
    const due = await db.first(nextMerge, { now });
    if (!due) return;
    if (due.deaths >= mostDeaths) {
      await giveUp(service, due);
      continue;
    }
    const merge: Merge = { ...due, dueAt: nextDue(now, due.dueAt) };
    const [claimed] = await maintain((tx) => tx.run(renewMerge, { ...due, next: merge.dueAt }));
    if (claimed) await carryOut(service, changeAs(askedBy(merge)), merge);
  }
}

async function giveUp({ clock, maintain, http }: Service, merge: Merge): Promise<void> {
  if (!(await maintain((tx) => stopMerge(tx, clock.now(), merge)))) return;
  const { workspaceId, placeholderId } = merge;
  http.log.error(
    { workspaceId, placeholderId },
    'a merge is given up: the service died at it, which may be the reason',
  );
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
      if (merge) await carryOut(service, changeAs(askedBy(merge)), merge);
    }
    after = open.at(-1);
  }
}
