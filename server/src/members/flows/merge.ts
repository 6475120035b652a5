import { allPermissions } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { Caller, Change } from '../../base/changes/change.ts';
import { second } from '../../base/clock.ts';
import type { Writing } from '../../base/db/database.ts';
import { Lease, maxDeaths } from '../../base/jobs/leases.ts';
import { paced } from '../../base/jobs/paced.ts';
import type { Service } from '../../base/service.ts';
import type { MemberAddress } from '../actions/member.ts';
import { beginMerge, finishMerge, removePlaceholder, stopMerge } from '../actions/merge.ts';
import { passMemberships, passWritten, writings } from '../actions/pass-on.ts';
import { type Merge, mergeLeases } from '../merges.ts';

/*
 * A placeholder stands for a person who is known only from an import. Merging it with a member takes several steps: a change
 * stores the member; slices pass on the memberships on boards and cards; a change removes the placeholder; slices replace it
 * in all cards, comments, files and activities of the workspace. The row in `placeholders` is leased (`base/jobs/leases.ts`),
 * so that any node continues after a crash. A merge that is given up continues when it is requested again.
 */

type Dependencies = Pick<Service, 'prepare' | 'maintain' | 'longWork' | 'stopping' | 'clock' | 'http'>;

/** How long after a failure a merge is retried; microseconds. */
const laterBy = 30 * second;

/** Merges a placeholder with a member; returns when the merge is complete. */
export async function mergeMember(
  service: Dependencies,
  { change }: Pick<Caller, 'change'>,
  address: MemberAddress,
  targetId: string,
): Promise<{ success: boolean }> {
  const merge = await change((work) => beginMerge(work, address, targetId));
  if (merge) await runMerge(service, change, merge);
  return { success: true };
}

/** Continues a merge until it is complete, or until another process has its lease. */
export function runMerge(service: Dependencies, change: Change, merge: Merge): Promise<void> {
  const lease = new Lease(service, mergeLeases, { ...merge, id: merge.placeholderId }, {});
  // The attempt begins only now: a process that dies while this waits in the queue did not die of the merge.
  return service.longWork(async () => {
    if (!(await lease.take())) return;
    if (lease.deaths >= maxDeaths) await giveUp(service, merge, lease);
    else await lease.during(() => passOn(service, change, merge, lease), laterBy);
  });
}

/** Each slice renews the lease, which is locked last, after the rows that are contended for more. */
async function passOn(
  { prepare, stopping }: Dependencies,
  change: Change,
  merge: Merge,
  lease: Lease,
): Promise<void> {
  const run = <T>(slice: (tx: Writing) => Promise<T>): Promise<T> => {
    stopping.throwIfAborted();
    return paced(() =>
      prepare(async ({ tx, now }) => {
        const done = await slice(tx);
        await lease.renew(tx, now);
        return done;
      }),
    );
  };
  while (await run((tx) => passMemberships.onBoards(tx, merge)));
  while (await run((tx) => passMemberships.onCards(tx, merge)));
  while (await run((tx) => passMemberships.onItems(tx, merge)));
  while (await run((tx) => passMemberships.onValues(tx, merge)));
  await change((work) => removePlaceholder(work, merge));
  for (const table of writings) {
    let mark = await run((tx) => passWritten(tx, table, merge));
    while (mark) {
      const after = mark;
      mark = await run((tx) => passWritten(tx, table, merge, after));
    }
  }
  await change((work) => finishMerge(work, merge, lease));
}

async function giveUp({ maintain, clock, http }: Dependencies, merge: Merge, lease: Lease): Promise<void> {
  await maintain((tx) => stopMerge(tx, clock.now(), merge, lease));
  const { workspaceId, placeholderId } = merge;
  const reason = 'a merge is given up: the service died at it, which may be the reason';
  http.log.error({ workspaceId, placeholderId }, reason);
}

/** The user who asked for a merge, as the actor that continues it. Their permissions were checked when it began. */
export const askedBy = ({ workspaceId, userId, userName }: Merge): Actor => ({
  userId,
  email: '',
  name: userName,
  timeZone: null,
  mask: allPermissions,
  workspaceId,
  openBoards: null,
  limited: true,
  credential: { kind: 'session', id: '', lastUsedAt: 0 },
});
