import { type Permission, permissions } from './permissions.ts';

const reading = permissions.filter((permission) => permission.endsWith(':view'));

/** The rights that a key is mostly given together; the names are scopes of OAuth as well. Each includes those before it. */
export const keyRights = {
  read: reading,
  comment: [...reading, 'comment:create'],
  work: [...reading, 'list:create', 'list:edit', 'card:create', 'card:edit', 'comment:create'],
} as const satisfies Record<string, readonly Permission[]>;

export type KeyRights = keyof typeof keyRights;

export const namesOfKeyRights = ['read', 'comment', 'work'] as const satisfies readonly KeyRights[];
