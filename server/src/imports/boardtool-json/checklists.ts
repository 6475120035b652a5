import type { ImportedChecklist } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import { byPosition, type Fields, isWhole, listOf, textOf, timeOf, type Whole } from './fields.ts';
import type { People } from './people.ts';

/** Returns the checklists of a card by its id; an export has them next to the cards, or in them. */
export function readChecklists(
  board: Fields,
  cards: readonly Fields[],
  { people, warnings }: { people: People; warnings: Warnings },
  whole: Whole = isWhole,
): (cardId: string) => ImportedChecklist[] {
  const inCards = cards.flatMap((card) =>
    listOf(card.checklists).map((checklist) => ({
      checklist,
      idCard: 'idCard' in checklist ? checklist.idCard : card.id,
    })),
  );
  const inBoard = listOf(board.checklists).map((checklist) => ({ checklist, idCard: checklist.idCard }));
  const all = new Map([...inCards, ...inBoard].map((each) => [textOf(each.checklist.id), each]));
  const found = new Map<string, Fields[]>(cards.map(({ id }) => [textOf(id), []]));
  for (const { checklist, idCard } of [...all.values()].toSorted((a, b) =>
    byPosition(a.checklist, b.checklist),
  )) {
    const of = found.get(textOf(idCard));
    if (!of) {
      warnings.add('checklists of cards that are not in the file left out');
      continue;
    }
    of.push(checklist);
  }
  return (cardId) => (found.get(cardId) ?? []).map((checklist) => checklistOf(whole(checklist), people));
}

const checklistOf = ({ name, checkItems }: Fields, { place }: People): ImportedChecklist => ({
  name: textOf(name),
  items: listOf(checkItems)
    .toSorted(byPosition)
    .map((item) => ({
      title: textOf(item.name),
      completed: item.state === 'complete',
      dueAt: timeOf(item.due),
      member: place(item.idMember),
    })),
});
