import type { ImportedChecklist } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import { byPosition, type Fields, listOf, textOf } from './fields.ts';

/** The checklists of every card, by its id; they stand beside the cards, or in them. */
export function readChecklists(
  board: Fields,
  cards: readonly Fields[],
  warnings: Warnings,
): Map<string, ImportedChecklist[]> {
  const inCards = cards.flatMap((card) =>
    listOf(card.checklists).map((checklist): Fields => ({ idCard: card.id, ...checklist })),
  );
  const all = new Map([...inCards, ...listOf(board.checklists)].map((each) => [textOf(each.id), each]));
  const found = new Map<string, ImportedChecklist[]>(cards.map(({ id }) => [textOf(id), []]));
  for (const checklist of [...all.values()].toSorted(byPosition)) {
    const items = listOf(checklist.checkItems).toSorted(byPosition);
    const of = found.get(textOf(checklist.idCard));
    if (!of) {
      warnings.add('checklists of cards that are not in the file left out');
      continue;
    }
    of.push({
      name: textOf(checklist.name),
      items: items.map(({ name, state }) => ({ title: textOf(name), completed: state === 'complete' })),
    });
    warnings.add('due dates of checklist items left out', items.filter(({ due }) => due).length);
    warnings.add('assignees of checklist items left out', items.filter(({ idMember }) => idMember).length);
  }
  return found;
}
