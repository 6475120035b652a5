/**
 * The permissions of a workspace, in a fixed order. The index of a permission is its bit in the masks that roles, members
 * and API keys store. The list may therefore be extended at its end, to at most 52 entries, but never reordered.
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
  'card:propose',
] as const;

export type Permission = (typeof permissions)[number];

/**
 * A set of permissions as a bit mask; bit `i` stands for `permissions[i]`. Only the functions below combine masks: bitwise
 * operators would cut them off at 32 bits.
 */
export type PermissionMask = number;

/** A mask is combined in two halves, each of which bitwise operators can take. */
const half = 2 ** 26;

const bitwise =
  (combine: (a: number, b: number) => number) =>
  (a: PermissionMask, b: PermissionMask): PermissionMask =>
    combine(Math.floor(a / half), Math.floor(b / half)) * half + combine(a % half, b % half);

/** The permissions in either mask. */
export const union = bitwise((a, b) => a | b);

/** The permissions in both masks. */
export const intersection = bitwise((a, b) => a & b);

/** The permissions in the first mask, but not in the second. */
export const difference = bitwise((a, b) => a & ~b);

/** Whether a mask has all permissions of another one. */
export const includesAll = (mask: PermissionMask, needed: PermissionMask): boolean =>
  difference(needed, mask) === 0;

export const allPermissions: PermissionMask = 2 ** permissions.length - 1;

const bits = new Map<Permission, number>(permissions.map((permission, bit) => [permission, 2 ** bit]));

export const bitOf = (permission: Permission): PermissionMask => bits.get(permission) ?? 0;

export const maskOf = (granted: readonly Permission[]): PermissionMask =>
  granted.reduce((mask, permission) => union(mask, bitOf(permission)), 0);

export const permissionsIn = (mask: PermissionMask): Permission[] =>
  permissions.filter((permission) => holds(mask, permission));

export const holds = (mask: PermissionMask, permission: Permission): boolean =>
  includesAll(mask, bitOf(permission));

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
