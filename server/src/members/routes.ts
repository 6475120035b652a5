import { members } from '../../../contract/members.ts';
import { type PermissionMask, permissionsIn, union } from '../../../contract/permissions.ts';
import { locate, locateBoardsOf } from '../base/access/locate.ts';
import { bind, Json } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { shownMembers } from '../data/members/fragments.ts';
import { effectiveOf, memberOf } from './actions/member.ts';
import { resetAllOverrides, resetOverrides, setOverride } from './actions/overrides.ts';
import { removeMember } from './actions/remove.ts';
import { changeRole } from './actions/role.ts';
import { changeStatus } from './actions/status.ts';
import { mergeMember } from './flows/merge.ts';
import { goOnWithMerges, takeOverPlaceholders } from './jobs.ts';
import { memberList } from './queries.ts';

export function memberRoutes(service: Service): void {
  const { db, jobs } = service;

  bind(service, members.myPermissions, async ({ actor, params }) => {
    const standing = await locate(db, actor, 'workspace', params.workspacePublicId, 'workspace:view');
    const { roleName } = await memberOf(db, standing.workspaceId, standing.memberId);
    return { permissions: permissionsIn(standing.permissions), role: roleName };
  });

  bind(service, members.list, async ({ actor, params }) => {
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'member:view');
    return new Json((await db.first(memberList, shownMembers(workspace)))?.json ?? '[]');
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

  bind(service, members.changeRole, ({ change, params, body }) =>
    change((work) => changeRole(work, params, body.role)),
  );

  bind(service, members.changeStatus, ({ change, params, body }) =>
    change((work) => changeStatus(work, params, body.status)),
  );

  bind(service, members.remove, ({ change, params }) => change((work) => removeMember(work, params)));

  bind(service, members.merge, ({ change, params, body }) =>
    mergeMember(service, { change }, params, body.targetMemberPublicId),
  );

  bind(service, members.grant, ({ change, params, body }) =>
    change((work) => setOverride(work, params, body.permission, true)),
  );

  bind(service, members.revoke, ({ change, params, body }) =>
    change((work) => setOverride(work, params, body.permission, false)),
  );

  bind(service, members.reset, ({ change, params }) => change((work) => resetOverrides(work, params)));

  bind(service, members.resetAll, ({ change, params }) =>
    change((work) => resetAllOverrides(work, params.workspacePublicId)),
  );

  jobs.every('merges', 2, () => goOnWithMerges(service));
  jobs.every('take-overs', 30, () => takeOverPlaceholders(service));
}

const overridesOf = (member: { granted: PermissionMask; revoked: PermissionMask }) =>
  permissionsIn(union(member.granted, member.revoked)).map((permission) => ({
    permission,
    granted: permissionsIn(member.granted).includes(permission),
  }));
