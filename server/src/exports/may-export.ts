import { holds } from '../../../contract/permissions.ts';
import type { MemberRights } from '../base/access/authority.ts';
import { heldInWorkspaceBy } from '../base/access/board-permissions.ts';
import { demandedIn } from '../base/access/policies.ts';
import { Forbidden } from '../base/errors.ts';

/** Throws `Forbidden` where the policy of a workspace leaves exports to those who manage it, and the caller does not. */
export function requireMayExport({
  policies,
  principal,
}: Pick<MemberRights, 'policies' | 'principal'>): void {
  if (demandedIn(policies).exports === 'members') return;
  if (!holds(heldInWorkspaceBy(principal), 'workspace:manage')) throw new Forbidden('exports-of-admins');
}
