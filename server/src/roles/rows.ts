import type { PermissionMask } from '../../../contract/permissions.ts';
import { command } from '../db/query.ts';

/* Statements by which other domains write roles. */

export interface RoleValues {
  workspaceId: string;
  id: string;
  name: string;
  description: string | null;
  level: number;
  permissions: PermissionMask;
}

export const insertRole = command('roles.insert', (db, p: RoleValues & { isSystem: 0 | 1; now: number }) =>
  db.insertInto('roles').values({
    workspace_id: p.workspaceId,
    id: p.id,
    name: p.name,
    description: p.description,
    level: p.level,
    is_system: p.isSystem,
    permissions: p.permissions,
    created_at: p.now,
  }),
);
