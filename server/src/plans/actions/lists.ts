import { foldedName } from '../../../../contract/field-types.ts';
import type { PlannedCard } from '../../../../contract/plans.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { type OpenList, openLists } from '../../cards/actions/create-many.ts';

/** All open lists of the board, once those of the plan are locked, and the list of each card. */
export async function listsOfPlan(
  tx: Work['tx'],
  { workspaceId, id: boardId, permissions }: Located<'board'>,
  cards: readonly PlannedCard[],
): Promise<{ lists: OpenList[]; listOf: (card: number) => string }> {
  const place = { workspaceId, boardId };
  const before = await tx.all(openLists, place);
  const [first] = before;
  if (!first) throw new Conflict('no-list');
  const ids = cards.map(({ list }, index) => {
    if (list === undefined) return first.id;
    if (before.some(({ id }) => id === list)) return list;
    // Names are tried only by those who may read them.
    requirePermission(permissions, 'list:view');
    const field = `body/cards/${index}/list`;
    const [found, ...more] = named(before, list);
    if (!found) throw new Invalid('unknown-list-of-board', { field });
    if (more.length > 0) throw new Invalid('several-lists', { field, count: more.length + 1 });
    return found.id;
  });
  const used = [...new Set(ids)];
  const lists = await tx.lockAndRead('lists', workspaceId, used, () => tx.all(openLists, place));
  for (const [index, id] of ids.entries()) {
    // Archived or deleted a moment ago.
    if (!lists.some((list) => list.id === id))
      throw new Invalid('unknown-list-of-board', { field: `body/cards/${index}/list` });
  }
  return { lists, listOf: (card) => ids[card] ?? '' };
}

/** Those called exactly so, or else those whose names differ in case only. */
function named(lists: readonly OpenList[], called: string): OpenList[] {
  const exact = lists.filter(({ name }) => name === called);
  return exact.length > 0 ? exact : lists.filter(({ name }) => foldedName(name) === foldedName(called));
}
