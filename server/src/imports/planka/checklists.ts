import { type Fields, textOf } from '../boardtool-json/fields.ts';
import type { ImportedChecklist } from '../imported-board.ts';
import { grouped, type Parts } from '../reading/parts.ts';
import { byPosition } from './parts.ts';

/** The tasks of a card as checklists; version 1 has no lists of tasks. */
export function checklistReader(
  parts: Parts,
  person: (id: unknown) => number | null,
): (card: string) => ImportedChecklist[] {
  const itemOf = ({ name, isCompleted, assigneeUserId }: Fields) => ({
    title: textOf(name),
    completed: isCompleted === true,
    member: person(assigneeUserId),
  });
  const listsOf = grouped(parts.list('taskLists'), ({ cardId }) => textOf(cardId));
  const itemsOf = grouped(parts.list('tasks'), ({ taskListId }) => textOf(taskListId));
  const loose = grouped(itemsOf(''), ({ cardId }) => textOf(cardId));
  return (card) => {
    const checklists = listsOf(card)
      .toSorted(byPosition)
      .map(({ id, name }) => ({
        name: textOf(name),
        items: itemsOf(textOf(id)).toSorted(byPosition).map(itemOf),
      }));
    const items = loose(card).toSorted(byPosition).map(itemOf);
    return items.length > 0 ? [...checklists, { name: 'Tasks', items }] : checklists;
  };
}
