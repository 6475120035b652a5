import { roleTexts } from '../../messages/pages.ts';
import { type Known, ownRank, type Role } from '../workspace.tsx';

/** Whether the user may change a role: not that of admins, nor one that ranks above theirs. */
export const mayChange = (known: Known, { hierarchyLevel }: Role): boolean =>
  known.may.has('workspace:manage') && hierarchyLevel > 0 && hierarchyLevel >= ownRank(known);

export const roleName = ({ name }: { name: string }): string => roleTexts[name] ?? name;
