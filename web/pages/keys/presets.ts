import { keyRights, namesOfKeyRights } from '../../../contract/key-rights.ts';
import type { Permission } from '../../../contract/permissions.ts';

/* The rights that a key can be given together. */

/** `all` has no limit of rights; for `chosen`, the user chooses them one by one. */
export const presets = {
  all: null,
  ...keyRights,
  chosen: keyRights.read,
} as const satisfies Record<string, readonly Permission[] | null>;

export type Preset = keyof typeof presets;

/** Agents are not offered everything: what is written on boards may try to instruct them. */
export const presetsFor = (isAgent: boolean): readonly Preset[] =>
  isAgent ? [...namesOfKeyRights, 'chosen'] : ['all', ...namesOfKeyRights, 'chosen'];
