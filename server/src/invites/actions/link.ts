import type { SystemRole } from '../../../../contract/permissions.ts';
import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { command } from '../../base/db/query.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { issueCode, linkTo } from './code.ts';

/** The role of users who join by the link, or are invited without a role. */
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

/** Creates the invite link of a workspace; the previous one stops working. */
export async function createLink(work: Work, workspacePublicId: string) {
  const { tx, now, grant, audit } = work;
  const standing = await grant('workspace', workspacePublicId, 'member:invite');
  const { workspaceId } = standing;
  const role = await roleNamed(tx, workspaceId, defaultRole);
  requireRank(standing, role.level);
  requireGrantable(standing, role.permissions);
  await tx.run(deactivate, { workspaceId, now });
  const issued = await issueCode(work, workspaceId, null);
  const { id, code } = issued;
  const expiresAt = isoMillis(issued.expiresAt);
  const detail = differences({}, { role: defaultRole, expiresAt });
  await audit({ type: 'invite.created', workspaceId, subject: { id }, detail });
  return { publicId: id, inviteCode: code, inviteLink: linkTo(work, code), expiresAt };
}

/** Deactivates the link. It is not an error if none is active. */
export async function deactivateLink({ tx, now, grant, audit, quiet }: Work, workspacePublicId: string) {
  const { workspaceId } = await grant('workspace', workspacePublicId, 'member:invite');
  const [link] = await tx.run(deactivate, { workspaceId, now });
  if (link) await audit({ type: 'invite.deactivated', workspaceId, subject: link });
  else quiet();
  return { success: true };
}
