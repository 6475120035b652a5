import { permissionsIn } from '../../../contract/permissions.ts';
import { roles } from '../../../contract/roles.ts';
import { locate } from '../access/locate.ts';
import { NotFound } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { createRole, deleteRole, listedRole, setRolePermission, updateRole } from './actions.ts';
import { roleById, rolesOf } from './queries.ts';

export function roleRoutes(service: Service): void {
  const { db, change } = service;

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

  bind(service, roles.create, ({ actor, params, body }) =>
    change(actor, (work) => createRole(work, params.workspacePublicId, body)),
  );

  bind(service, roles.update, ({ actor, params, body }) =>
    change(actor, (work) => updateRole(work, params.workspacePublicId, params.rolePublicId, body)),
  );

  bind(service, roles.delete, ({ actor, params }) =>
    change(actor, (work) => deleteRole(work, params.workspacePublicId, params.rolePublicId)),
  );

  bind(service, roles.grant, ({ actor, params, body }) =>
    change(actor, (work) => setRolePermission(work, params, body.permission, true)),
  );

  bind(service, roles.revoke, ({ actor, params, body }) =>
    change(actor, (work) => setRolePermission(work, params, body.permission, false)),
  );
}
