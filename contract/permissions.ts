/**
 * The permissions of a workspace, in a fixed order. The index of a permission is its bit in the masks that roles, members
 * and API keys store. The list may therefore be extended at its end, to at most 31 entries, but never reordered: bitwise
 * operators work on signed 32-bit numbers.
 */
export const permissions = [
  'workspace:view',
  'workspace:edit',
  'workspace:delete',
  'workspace:manage',
  'board:view',
  'board:create',
  'board:edit',
  'board:delete',
  'list:view',
  'list:create',
  'list:edit',
  'list:delete',
  'card:view',
  'card:create',
  'card:edit',
  'card:delete',
  'comment:view',
  'comment:create',
  'comment:edit',
  'comment:delete',
  'member:view',
  'member:invite',
  'member:edit',
  'member:remove',
  'board:share',
] as const;

export type Permission = (typeof permissions)[number];

/** A set of permissions as a bit mask; bit `i` stands for `permissions[i]`. */
export type PermissionMask = number;

export const allPermissions: PermissionMask = 2 ** permissions.length - 1;

const bits = new Map<Permission, number>(permissions.map((permission, bit) => [permission, 1 << bit]));

export const bitOf = (permission: Permission): PermissionMask => bits.get(permission) ?? 0;

export const maskOf = (granted: readonly Permission[]): PermissionMask =>
  granted.reduce((mask, permission) => mask | bitOf(permission), 0);

export const permissionsIn = (mask: PermissionMask): Permission[] =>
  permissions.filter((permission) => (mask & bitOf(permission)) !== 0);

export const holds = (mask: PermissionMask, permission: Permission): boolean =>
  (mask & bitOf(permission)) !== 0;

const without = (...taken: Permission[]): Permission[] =>
  permissions.filter((permission) => !taken.includes(permission));

/** The roles that every workspace starts with. A lower level ranks higher; the gaps leave room for custom roles. */
export const systemRoles = {
  admin: { level: 0, description: 'Everything', permissions: [...permissions] },
  member: {
    level: 100,
    description: 'Works on boards and cards',
    permissions: without(
      'workspace:edit',
      'workspace:delete',
      'workspace:manage',
      'board:delete',
      'board:share',
      'member:invite',
      'member:edit',
      'member:remove',
      'comment:edit',
      'comment:delete',
    ),
  },
  guest: {
    level: 200,
    description: 'Looks on',
    permissions: permissions.filter((permission) => permission.endsWith(':view')),
  },
  'guest-of-boards': {
    level: 300,
    description: 'Sees only the boards of which it is a member',
    permissions: ['workspace:view'],
  },
} as const;

export type SystemRole = keyof typeof systemRoles;
