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

/*
 * A placeholder stands for a person who is known only from an import. Merging it with a member takes several steps: a change
 * stores the member; slices pass on the memberships on boards and cards; a change removes the placeholder; slices replace it
 * in all cards, comments, files and activities of the workspace. The row in `placeholders` is claimed, so that any node
 * continues after a crash. After two deaths of the process the merge stops until it is requested again.
 */

type Needs = Pick<Service, 'prepare' | 'longWork' | 'stopping'>;

/** Another process has claimed the merge, or will. */
class Lost extends Error {}

/** Merges a placeholder with a member; returns when the merge is complete. */
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
 * Continues a merge until it is complete, unless another process claims it. After an error, or when the service stops, the claim
 * is released: a claim that expires therefore means that a process has died.
 */
export async function carryOut(
  { prepare, longWork, stopping }: Needs,
  change: Change,
  begun: Merge,
): Promise<void> {
  let merge = begun;
  let hasBegun = false;
  /** Runs a slice and renews the claim. The claim is locked last, after the rows that are contended for more. */
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
    // Pause as long as the slice took, so that others get their turn.
    await pause(Math.min(performance.now() - began, 50));
    return value;
  };
  try {
    await longWork(async () => {
      // The attempt is counted only now: a process that dies while this waits in the queue did not die of the merge.
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

/** The user who asked for a merge, as the actor that continues it. Their permissions were checked when it began. */
export const askedBy = ({ workspaceId, userId, userName }: Merge): Actor => ({
  userId,
  email: '',
  name: userName,
  mask: allPermissions,
  workspaceId,
  limited: true,
  credential: { kind: 'session', id: '', lastUsedAt: 0 },
});
