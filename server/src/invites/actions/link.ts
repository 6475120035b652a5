import { holds, type SystemRole } from '../../../../contract/permissions.ts';
import type { Actor } from '../../access/actor.ts';
import { requireHeld, requireRank } from '../../access/authority.ts';
import { locate } from '../../access/locate.ts';
import { differences } from '../../changes/audit.ts';
import type { Work } from '../../changes/change.ts';
import { isoMillis } from '../../clock.ts';
import { command } from '../../db/query.ts';
import { roleNamed } from '../../roles/actions.ts';
import type { Service } from '../../service.ts';
import { openLink } from '../queries.ts';
import { issueCode, linkTo, openedCode } from './code.ts';

/** What whoever has the link joins as, and who is invited without a role. */
export const defaultRole: SystemRole = 'member';

const deactivate = command('invites.deactivateLink', (db, p: { workspaceId: string; now: number }) =>
  db
    .updateTable('invites')
    .set({ deactivated_at: p.now })
    .where('workspace_id', '=', p.workspaceId)
    .where('member_id', 'is', null)
    .where('deactivated_at', 'is', null)
    .returning('id'),
);

/**
 * The open link of a workspace, to be shown. What it opens is told to who could make it: the others, who may know that
 * there is one, would hand out rights that they do not hold.
 */
export async function openLinkOf(service: Service, actor: Actor, workspacePublicId: string) {
  const { db, clock, secrets } = service;
  const standing = await locate(db, actor, 'workspace', workspacePublicId, 'workspace:view');
  const { workspaceId, permissions, roleLevel } = standing;
  const link = await db.first(openLink, { workspaceId, now: clock.now() });
  const nothing = { inviteCode: null, inviteLink: null, isActive: link !== undefined, expiresAt: null };
  if (!link || !holds(permissions, 'member:invite')) return nothing;
  const role = await roleNamed(db, workspaceId, defaultRole);
  const couldMake = role.level >= roleLevel && (role.permissions & ~permissions) === 0;
  const expiresAt = isoMillis(link.expiresAt);
  if (!couldMake || link.sealed === null) return { ...nothing, expiresAt };
  const code = openedCode(secrets, { id: link.id, sealed: link.sealed });
  return { inviteCode: code, inviteLink: linkTo(service, code), isActive: true, expiresAt };
}

/** Makes the link of a workspace; the one before it stops working. */
export async function createLink(service: Service, work: Work, workspacePublicId: string) {
  const { tx, now, grant, audit } = work;
  const standing = await grant('workspace', workspacePublicId, 'member:invite');
  const { workspaceId } = standing;
  const role = await roleNamed(tx, workspaceId, defaultRole);
  requireRank(standing, role.level);
  requireHeld(standing, role.permissions);
  await tx.run(deactivate, { workspaceId, now });
  const issued = await issueCode(work, service.secrets, workspaceId, null);
  const { id, code } = issued;
  const expiresAt = isoMillis(issued.expiresAt);
  const detail = differences({}, { role: defaultRole, expiresAt });
  await audit({ type: 'invite.created', workspaceId, subject: { id }, detail });
  return { publicId: id, inviteCode: code, inviteLink: linkTo(service, code), expiresAt };
}

/** Deactivates the link; none being active is what the caller wants, so it is no error. */
export async function deactivateLink({ tx, now, grant, audit, quiet }: Work, workspacePublicId: string) {
  const { workspaceId } = await grant('workspace', workspacePublicId, 'member:invite');
  const [link] = await tx.run(deactivate, { workspaceId, now });
  if (link) await audit({ type: 'invite.deactivated', workspaceId, subject: link });
  else quiet();
  return { success: true };
}
