import type { ImportedList } from '../imported-board.ts';
import { limitOf } from '../reading/list-limit.ts';
import type { Warnings } from '../warnings.ts';
import { byPosition, type Fields, listOf, numberOf, textOf } from './fields.ts';
import type { History } from './history.ts';
import { colourNamed } from './labels.ts';

/** The list for cards whose own list is not in the file; created only if there are any. */
const noList = 'No list';

export interface ReadList {
  fields: Fields;
  cards: Fields[];
}

/** The lists in order, with their cards. */
export function readLists(board: Fields, warnings: Warnings): ReadList[] {
  const cards = listOf(board.cards).toSorted(byPosition);
  const lists = listOf(board.lists).toSorted(byPosition);
  const byList = Map.groupBy(cards, ({ idList }) => idList);
  const known = new Set(lists.map(({ id }) => id));
  const astray = cards.filter(({ idList }) => !known.has(idList));
  warnings.add(`cards whose list is not in the file put into the list “${noList}”`, astray.length);
  const read = lists.map((fields) => ({ fields, cards: byList.get(fields.id) ?? [] }));
  return astray.length > 0 ? [...read, { fields: { name: noList }, cards: astray }] : read;
}

export const importedLists = (lists: readonly ReadList[], history: History): ImportedList[] =>
  lists.map(({ fields }) => ({
    name: textOf(fields.name),
    colour: colourNamed(textOf(fields.color)),
    limit: limitOf(numberOf(fields.softLimit), 'warn'),
    archived: fields.closed === true,
    archivedAt: history.archivedAt(fields),
  }));
