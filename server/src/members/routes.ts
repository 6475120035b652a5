import { members } from '../../../contract/members.ts';
import { type PermissionMask, permissionsIn } from '../../../contract/permissions.ts';
import { locate } from '../access/locate.ts';
import { bind, Json } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { effectiveOf, memberOf } from './actions/member.ts';
import { resetAllOverrides, resetOverrides, setOverride } from './actions/overrides.ts';
import { removeMember } from './actions/remove.ts';
import { changeRole } from './actions/role.ts';
import { changeStatus } from './actions/status.ts';
import { memberList } from './queries.ts';

export function memberRoutes(service: Service): void {
  const { db, change } = service;

  bind(service, members.myPermissions, async ({ actor, params }) => {
    const standing = await locate(db, actor, 'workspace', params.workspacePublicId, 'workspace:view');
    const { roleName } = await memberOf(db, standing.workspaceId, standing.memberId);
    return { permissions: permissionsIn(standing.permissions), role: roleName };
  });

  bind(service, members.list, async ({ actor, params }) => {
    const found = await locate(db, actor, 'workspace', params.workspacePublicId, 'member:view');
    const { workspaceId, showEmails } = found;
    return new Json((await db.first(memberList, { workspaceId, showEmails }))?.json ?? '[]');
  });

  bind(service, members.permissions, async ({ actor, params }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'member:view');
    const member = await memberOf(db, workspaceId, params.memberPublicId);
    return {
      memberPublicId: member.id,
      role: member.roleName,
      permissions: permissionsIn(effectiveOf(member)),
      overrides: overridesOf(member),
    };
  });

  bind(service, members.changeRole, ({ actor, params, body }) =>
    change(actor, (work) => changeRole(work, params, body.role)),
  );

  bind(service, members.changeStatus, ({ actor, params, body }) =>
    change(actor, (work) => changeStatus(work, params, body.status)),
  );

  bind(service, members.remove, ({ actor, params }) => change(actor, (work) => removeMember(work, params)));

  bind(service, members.grant, ({ actor, params, body }) =>
    change(actor, (work) => setOverride(work, params, body.permission, true)),
  );

  bind(service, members.revoke, ({ actor, params, body }) =>
    change(actor, (work) => setOverride(work, params, body.permission, false)),
  );

  bind(service, members.reset, ({ actor, params }) => change(actor, (work) => resetOverrides(work, params)));

  bind(service, members.resetAll, ({ actor, params }) =>
    change(actor, (work) => resetAllOverrides(work, params.workspacePublicId)),
  );
}

const overridesOf = (member: { granted: PermissionMask; revoked: PermissionMask }) =>
  permissionsIn(member.granted | member.revoked).map((permission) => ({
    permission,
    granted: permissionsIn(member.granted).includes(permission),
  }));
