import { endOfKey } from '../../base/access/policies.ts';
import { auditOn } from '../../base/changes/audit.ts';
import { day } from '../../base/clock.ts';
import type { Service } from '../../base/service.ts';
import { endKeyIn, tellOfEnd, toldEnd } from '../../users/actions/key-ends.ts';
import { policiesOf } from '../../workspaces/actions/policies.ts';
import { demandingWorkspaces, type KeyOfWorkspace, keysOfWorkspace } from './queries.ts';

/** How long before its end the owner of a key is told; microseconds. */
const notice = 7 * day;

/** An end that use has put off is told again if it was put off by more than this. */
const putOff = day;

const ofPart = 200;

type Parts = Pick<Service, 'db' | 'maintain' | 'clock' | 'stopping'>;

/** Ends the keys that the policies of workspaces end, and tells the owners of those that end soon. */
export async function endKeys(service: Parts): Promise<void> {
  for (let afterWorkspace = ''; !service.stopping.aborted; ) {
    const some = await service.db.all(demandingWorkspaces, { afterWorkspace, limit: ofPart });
    for (const workspace of some) await endKeysIn(service, workspace);
    const last = some.at(-1);
    if (!last) return;
    afterWorkspace = last.id;
  }
}

async function endKeysIn(service: Parts, workspace: { id: string; name: string }): Promise<void> {
  const { db, clock, stopping } = service;
  const policies = await policiesOf(db, workspace.id);
  if (policies.longestKeyLife === null && policies.unusedKeyLife === null) return;
  for (let after = { afterMember: '', afterKey: 0 }; !stopping.aborted; ) {
    const part = { workspaceId: workspace.id, ...after, only: null, now: clock.now(), limit: ofPart };
    const keys = await db.all(keysOfWorkspace, part);
    for (const key of keys) await judge(service, key, workspace, endOfKey(policies, key));
    const last = keys.at(-1);
    if (!last || keys.length < ofPart) return;
    after = { afterMember: last.memberId, afterKey: last.id };
  }
}

async function judge(
  { maintain, clock }: Parts,
  key: KeyOfWorkspace,
  workspace: { id: string; name: string },
  endsAt: number | null,
): Promise<void> {
  const now = clock.now();
  if (endsAt === null || endsAt > now + notice) return;
  if (endsAt <= now) {
    await maintain(async (tx) => {
      await tx.lock('workspaces', workspace.id, [workspace.id]);
      return endKeyIn({ tx, now, audit: auditOn(tx, null, now, () => {}) }, key, workspace);
    });
    return;
  }
  const told = toldEnd(key, workspace.id);
  if (told === undefined || told < endsAt - putOff)
    await maintain((tx) => tellOfEnd({ tx, now }, key, workspace, endsAt));
}
