import { holds, includesAll } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { isoMillis } from '../base/clock.ts';
import type { Service } from '../base/service.ts';
import { roleNamed } from '../roles/actions/roles.ts';
import { linkTo, openedCode } from './actions/code.ts';
import { defaultRole } from './actions/link.ts';
import { openLink } from './queries.ts';

/**
 * The open link of a workspace. Only users who could create it are shown its code: the others may know that it exists, but
 * could otherwise hand out permissions that they do not hold.
 */
export async function openLinkOf(service: Service, actor: Actor, workspacePublicId: string) {
  const { db, clock, secrets } = service;
  const standing = await locate(db, actor, 'workspace', workspacePublicId, 'workspace:view');
  const { workspaceId, permissions, roleLevel } = standing;
  const link = await db.first(openLink, { workspaceId, now: clock.now() });
  const nothing = { inviteCode: null, inviteLink: null, isActive: link !== undefined, expiresAt: null };
  if (!link || !holds(permissions, 'member:invite')) return nothing;
  const role = await roleNamed(db, workspaceId, defaultRole);
  const couldMake = role.level >= roleLevel && includesAll(permissions, role.permissions);
  const expiresAt = isoMillis(link.expiresAt);
  if (!couldMake || link.sealed === null) return { ...nothing, expiresAt };
  const code = openedCode(secrets, { id: link.id, sealed: link.sealed });
  return { inviteCode: code, inviteLink: linkTo(service, code), isActive: true, expiresAt };
}
