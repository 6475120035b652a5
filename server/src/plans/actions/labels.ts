import { foldedName } from '../../../../contract/field-types.ts';
import { holds } from '../../../../contract/permissions.ts';
import type { PlannedCard } from '../../../../contract/plans.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { Forbidden } from '../../base/errors.ts';
import { addLabels, lockNamedLabels } from '../../labels/actions/named.ts';

/** The labels of each card of a plan, and those that were made because the board had none of that name. */
export async function labelsOfPlan(
  work: Work,
  { workspaceId, id: boardId, permissions }: Located<'board'>,
  cards: readonly PlannedCard[],
): Promise<{ labelsOf: (card: number) => string[]; made: { publicId: string; name: string }[] }> {
  const place = { workspaceId, boardId };
  const names = [...new Set(cards.flatMap(({ labels = [] }) => labels))];
  const { ids, missing } = await lockNamedLabels(work.tx, place, names);
  // Names are tried only by those who may read them.
  if (names.some((name) => ids.get(name) !== name)) requirePermission(permissions, 'board:view');
  if (missing.length > 0 && !holds(permissions, 'board:edit'))
    throw new Forbidden('labels-missing', { labels: missing });
  const made = await addLabels(work, place, missing);
  const added = new Map(made.map(({ publicId, name }) => [foldedName(name), publicId]));
  const idOf = (label: string) => ids.get(label) ?? added.get(foldedName(label)) ?? '';
  return {
    labelsOf: (card) => [...new Set((cards[card]?.labels ?? []).map(idOf))],
    made,
  };
}
