import type { ComponentChildren } from 'preact';
import { type Permission, permissions } from '../../contract/permissions.ts';
import { rightGroupTexts } from '../messages/settings.ts';

/** All rights by group, each drawn by `children`. */
export const Rights = ({ children }: { children: (right: Permission) => ComponentChildren }) =>
  Object.entries(rightGroupTexts).map(([group, name]) => (
    <fieldset key={group}>
      <legend class="field-label">{name}</legend>
      {permissions.filter((right) => right.startsWith(`${group}:`)).map(children)}
    </fieldset>
  ));
