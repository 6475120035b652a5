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

/** Gives up all claims, where this is the only node: whoever had claimed a merge is no more as it starts. */
export async function endMergeClaims({ engine }: Reads, maintain: Maintain, now: number): Promise<void> {
  if (engine === 'sqlite') await maintain((tx) => tx.run(endAllClaims, { now }));
}

/** Goes on with merges until none is due. One at which processes die may be the reason, and is given up. */
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
 * Merges placeholders with the active members who have proven to read the mail of their addresses. It is found by looking: there
 * are many ways to become a member and to prove an address, and an import may come after both.
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
