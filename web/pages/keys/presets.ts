import { type Permission, permissions } from '../../../contract/permissions.ts';

/* The rights that a key can be given together. */

const reading = permissions.filter((permission) => permission.endsWith(':view'));

const working: readonly Permission[] = [
  ...reading,
  'list:create',
  'list:edit',
  'card:create',
  'card:edit',
  'comment:create',
];

/** `all` has no limit of rights; for `chosen`, the user chooses them one by one. */
export const presets = {
  all: null,
  read: reading,
  comment: [...reading, 'comment:create'],
  work: working,
  chosen: reading,
} as const satisfies Record<string, readonly Permission[] | null>;

export type Preset = keyof typeof presets;

/** Agents are not offered everything: what is written on boards may try to instruct them. */
export const presetsFor = (isAgent: boolean): readonly Preset[] =>
  isAgent ? ['read', 'comment', 'work', 'chosen'] : ['all', 'read', 'comment', 'work', 'chosen'];
