import { sql } from 'kysely';
import { issue } from '../../../../contract/issues.ts';
import type { Change, Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import { takeOffMembers } from '../../data/cards/rows.ts';
import { withdrawLinks } from '../../data/invites/rows.ts';
import { ableAdmins } from '../../data/members/fragments.ts';
import { endMemberships } from '../../data/members/rows.ts';
import { trashEmptied } from '../../data/workspaces/rows.ts';
import { pauseBots } from '../actions/pause-bots.ts';

/* Removes a deleted account from its workspaces, in batches, so that others are not blocked for long. */

/** Max workspaces left per transaction. */
const batchSize = 50;

interface Membership {
  workspaceId: string;
  workspaceName: string;
  memberId: string;
  roleName: string;
  /** Other active members. */
  others: number;
  /** Other active admins with all permissions. */
  admins: number;
  trashed: number;
}

const memberships = query(
  'users.memberships',
  (_db, p: { userId: string; after: string; limit: number }) => sql<Membership>`
  select m.workspace_id as "workspaceId", w.name as "workspaceName", m.id as "memberId", r.name as "roleName",
    (select count(*) from members o
      where o.workspace_id = m.workspace_id and o.status = 'active' and o.id <> m.id) as others,
    (select count(*) ${ableAdmins(sql`m.workspace_id`)} and o.id <> m.id) as admins,
    case when w.deleted_at is null then 0 else 1 end as trashed
  from members m
  join workspaces w on w.id = m.workspace_id
  join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
  where m.user_id = ${p.userId} and m.status <> 'removed' and m.workspace_id > ${p.after}
  order by m.workspace_id limit ${p.limit}`,
);

const isLeftAlone = ({ others, admins, trashed }: Membership) => !trashed && others > 0 && admins === 0;

/** Throws `Conflict`, naming the workspaces, if members would be left without an admin. */
function requireHandedOver(found: readonly Membership[]): void {
  const alone = found.filter(isLeftAlone).map(({ workspaceName }) => workspaceName);
  if (alone.length === 0) return;
  throw new Conflict(...alone.slice(0, 20).map((workspace) => issue('leaves-no-admin', { workspace })));
}

/** Checks all workspaces of a user before any is left. Throws `Conflict`. */
export async function requireAllHandedOver(db: Reading, userId: string): Promise<void> {
  for (let after = ''; ; ) {
    const found = await db.all(memberships, { userId, after, limit: batchSize });
    requireHandedOver(found);
    const last = found.at(-1);
    if (!last) return;
    after = last.workspaceId;
  }
}

/** Leaves a batch of the actor's workspaces; false if none is left. Throws `Conflict`. */
async function leaveBatch(work: Work): Promise<boolean> {
  const { tx, actor, now, ownAccount, audit } = work;
  const { userId } = actor;
  ownAccount();
  const seen = await tx.all(memberships, { userId, after: '', limit: batchSize });
  if (seen.length === 0) return false;
  await tx.lock(
    'workspaces',
    null,
    seen.map(({ workspaceId }) => workspaceId),
  );
  const found = await tx.all(memberships, { userId, after: '', limit: batchSize });
  requireHandedOver(found);
  const left = { userId, memberIds: found.map(({ memberId }) => memberId) };
  await tx.run(takeOffMembers, left);
  await tx.run(withdrawLinks, left);
  await tx.run(endMemberships, left);
  const emptied = found.filter(({ others, trashed }) => others === 0 && !trashed);
  await tx.run(trashEmptied, { userId, now, workspaceIds: emptied.map(({ workspaceId }) => workspaceId) });
  for (const membership of found) {
    await recordLeaving(work, membership);
    await pauseBots(work, membership.workspaceId);
  }
  for (const { workspaceId, workspaceName } of emptied) {
    await audit({
      type: 'workspace.deleted',
      workspaceId,
      subject: { id: workspaceId, name: workspaceName },
    });
  }
  return true;
}

async function recordLeaving(
  { record, audit }: Work,
  { workspaceId, memberId, roleName }: Membership,
): Promise<void> {
  const data = { memberPublicId: memberId, role: roleName, status: 'removed' };
  await record.event({ type: 'member.removed', workspaceId, subjectId: memberId, data });
  await audit({ type: 'member.removed', workspaceId, subject: { id: memberId } });
}

/** Leaves all workspaces of the caller; those without other active members are moved to the trash. Throws `Conflict`. */
export async function leaveWorkspaces(change: Change): Promise<void> {
  while (await change(leaveBatch));
}
