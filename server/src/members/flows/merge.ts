import { setTimeout as pause } from 'node:timers/promises';
import { allPermissions } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { Caller, Change } from '../../base/changes/change.ts';
import type { Writing } from '../../base/db/database.ts';
import type { Service } from '../../base/service.ts';
import type { MemberAddress } from '../actions/member.ts';
import { beginMerge, finishMerge, laterBy, nextDue, removePlaceholder } from '../actions/merge.ts';
import { passMemberships, passWritten, writings } from '../actions/pass-on.ts';
import { beginAttempt, type Merge, putOffMerge, renewMerge } from '../merges.ts';

type Needs = Pick<Service, 'prepare' | 'longWork' | 'stopping'>;

/** Somebody else has taken the merge over, or will. */
class Lost extends Error {}

/** Merges a placeholder with a member, all of it before the caller is answered. */
export async function mergeMember(
  service: Needs,
  { change }: Pick<Caller, 'change'>,
  address: MemberAddress,
  targetId: string,
): Promise<{ success: boolean }> {
  const merge = await change((work) => beginMerge(work, address, targetId));
  if (merge) await carryOut(service, change, merge);
  return { success: true };
}

/**
 * Goes on with a merge that was begun, until nothing is left, unless somebody else takes it over. What breaks off or stops
 * with the service is put off, so that whoever finds it claimed knows that a process has died at it.
 */
export async function carryOut(
  { prepare, longWork, stopping }: Needs,
  change: Change,
  begun: Merge,
): Promise<void> {
  let merge = begun;
  let hasBegun = false;
  /** A slice, which holds the claim. What more contend for is locked first: the claim comes last. */
  const run = async <T>(slice: (tx: Writing) => Promise<T>): Promise<T> => {
    stopping.throwIfAborted();
    const began = performance.now();
    const [value, dueAt] = await prepare(async ({ tx, now }) => {
      const next = nextDue(now, merge.dueAt);
      const done = await slice(tx);
      const [held] = await tx.run(renewMerge, { ...merge, next });
      if (!held) throw new Lost();
      return [done, next] as const;
    });
    merge = { ...merge, dueAt };
    // Others get as much time between slices as these take.
    await pause(Math.min(performance.now() - began, 50));
    return value;
  };
  try {
    await longWork(async () => {
      // It may have waited for long, which kills nobody.
      await run((tx) => tx.run(beginAttempt, merge));
      hasBegun = true;
      while (await run((tx) => passMemberships.onBoards(tx, merge)));
      while (await run((tx) => passMemberships.onCards(tx, merge)));
      await change((work) => removePlaceholder(work, merge));
      for (const table of writings) {
        let mark = await run((tx) => passWritten(tx, table, merge));
        while (mark) {
          const after = mark;
          mark = await run((tx) => passWritten(tx, table, merge, after));
        }
      }
      await change((work) => finishMerge(work, merge));
    });
  } catch (error) {
    if (error instanceof Lost) return;
    const wait = stopping.aborted ? 0 : laterBy;
    await prepare(({ tx, now }) =>
      tx.run(putOffMerge, { ...merge, next: now + wait, begun: hasBegun ? 1 : 0 }),
    );
    if (!stopping.aborted) throw error;
  }
}

/** Whoever asked for a merge, as which it is gone on with; what they may do was asked when it was begun. */
export const askedBy = ({ workspaceId, userId, userName }: Merge): Actor => ({
  userId,
  email: '',
  name: userName,
  mask: allPermissions,
  workspaceId,
  limited: true,
  credential: { kind: 'session', id: '', lastUsedAt: 0 },
});
