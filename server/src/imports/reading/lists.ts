import type { Fields } from '../boardtool-json/fields.ts';
import type { ImportedList } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';

/** The list for cards whose own list is not in the file; created only if there are any. */
const noList = 'No list';

interface FoundList extends ImportedList {
  id: string;
}

export interface FilledList {
  list: ImportedList;
  cards: Fields[];
}

/** Groups cards by list, keeping the order of both; cards without a list in the file get one of their own. */
export function filledLists(
  found: readonly FoundList[],
  cards: readonly Fields[],
  listOf: (card: Fields) => string,
  warnings: Warnings,
): FilledList[] {
  const byId = new Map<string, Fields[]>(found.map(({ id }) => [id, []]));
  const astray: Fields[] = [];
  for (const card of cards) (byId.get(listOf(card)) ?? astray).push(card);
  const filled = found.map(({ id, ...list }): FilledList => {
    const inList = byId.get(id) ?? [];
    byId.delete(id);
    return { list, cards: inList };
  });
  warnings.add(`cards whose list is not in the file put into the list “${noList}”`, astray.length);
  return astray.length > 0 ? [...filled, { list: { name: noList }, cards: astray }] : filled;
}
