import { permissionsIn } from '../../../contract/permissions.ts';
import { roles } from '../../../contract/roles.ts';
import { locate } from '../base/access/locate.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createRole, deleteRole, listedRole, setRolePermission, updateRole } from './actions/roles.ts';
import { roleById, rolesOf } from './queries.ts';

export function roleRoutes(service: Service): void {
  const { db } = service;

  bind(service, roles.list, async ({ actor, params }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'member:view');
    const found = await db.all(rolesOf, { workspaceId });
    return { roles: found.map(listedRole) };
  });

  bind(service, roles.listPermissions, async ({ actor, params }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'member:view');
    const found = await db.all(rolesOf, { workspaceId });
    return {
      roles: found.map(({ id, name, permissions }) => ({
        publicId: id,
        name,
        permissions: permissionsIn(permissions),
      })),
    };
  });

  bind(service, roles.permissions, async ({ actor, params }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'member:view');
    const role = await db.first(roleById, { workspaceId, id: params.rolePublicId });
    if (!role) throw new NotFound();
    return { rolePublicId: role.id, name: role.name, permissions: permissionsIn(role.permissions) };
  });

  bind(service, roles.create, ({ change, params, body }) =>
    change((work) => createRole(work, params.workspacePublicId, body)),
  );

  bind(service, roles.update, ({ change, params, body }) =>
    change((work) => updateRole(work, params.workspacePublicId, params.rolePublicId, body)),
  );

  bind(service, roles.delete, ({ change, params }) =>
    change((work) => deleteRole(work, params.workspacePublicId, params.rolePublicId)),
  );

  bind(service, roles.grant, ({ change, params, body }) =>
    change((work) => setRolePermission(work, params, body.permission, true)),
  );

  bind(service, roles.revoke, ({ change, params, body }) =>
    change((work) => setRolePermission(work, params, body.permission, false)),
  );
}
