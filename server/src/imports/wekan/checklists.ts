import { type Fields, listOf, textOf } from '../boardtool-json/fields.ts';
import type { ImportedChecklist } from '../imported-board.ts';
import { grouped } from '../reading/parts.ts';
import type { WekanParts } from './parts.ts';
import { bySort } from './swimlanes.ts';

/**
 * The checklists of a card. Items are next to them or, in exports from before 2018, in them. Subtasks that are cards of another
 * board become a further checklist.
 */
export function checklistReader(parts: WekanParts): (cardId: string) => ImportedChecklist[] {
  const checklistsOf = grouped(parts.list('checklists'), ({ cardId }) => textOf(cardId));
  const itemsOf = grouped(parts.list('checklistItems'), ({ checklistId }) => textOf(checklistId));
  const subtasksOf = grouped(parts.subtasks, ({ parentId }) => textOf(parentId));
  const itemOf = ({ title, isFinished, archived }: Fields) => ({
    title: textOf(title),
    completed: isFinished === true || archived === true,
  });
  return (cardId) => {
    const checklists = checklistsOf(cardId)
      .toSorted(bySort)
      .map(({ _id, title, items }) => ({
        name: textOf(title),
        items: [...listOf(items), ...itemsOf(textOf(_id))].toSorted(bySort).map(itemOf),
      }));
    const subtasks = subtasksOf(cardId).toSorted(bySort).map(itemOf);
    return subtasks.length > 0 ? [...checklists, { name: 'Subtasks', items: subtasks }] : checklists;
  };
}
