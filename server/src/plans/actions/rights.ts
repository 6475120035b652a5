import { holds } from '../../../../contract/permissions.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';

/** Whether a caller may create cards on a granted board. Throws `Forbidden` unless they may at least propose some. */
export function mayCreateOn({ permissions }: Located<'board'>): boolean {
  if (holds(permissions, 'card:create')) return true;
  if (!holds(permissions, 'card:propose')) requirePermission(permissions, 'card:create');
  return false;
}
