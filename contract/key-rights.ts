import { type Permission, permissions } from './permissions.ts';

const reading = permissions.filter((permission) => permission.endsWith(':view'));

/** The rights that a key is mostly given together; the names are scopes of OAuth as well. Each includes those before it. */
export const keyRights = {
  read: reading,
  comment: [...reading, 'comment:create'],
  propose: [...reading, 'comment:create', 'card:propose'],
  work: [
    ...reading,
    'list:create',
    'list:edit',
    'card:create',
    'card:edit',
    'comment:create',
    'card:propose',
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type KeyRights = keyof typeof keyRights;

export const namesOfKeyRights = [
  'read',
  'comment',
  'propose',
  'work',
] as const satisfies readonly KeyRights[];
