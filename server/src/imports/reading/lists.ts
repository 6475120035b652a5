import type { Fields } from '../boardtool-json/fields.ts';
import type { Warnings } from '../warnings.ts';

/** The list of cards whose own is not in the file; it is made only when there are such. */
const noList = 'No list';

interface FoundList {
  id: string;
  name: string;
  archived: boolean;
}

export interface FilledList {
  name: string;
  archived: boolean;
  cards: Fields[];
}

/** Lists with their cards, both in the order given. */
export function filledLists(
  lists: readonly FoundList[],
  cards: readonly Fields[],
  listOf: (card: Fields) => string,
  warnings: Warnings,
): FilledList[] {
  const byId = new Map<string, Fields[]>(lists.map(({ id }) => [id, []]));
  const astray: Fields[] = [];
  for (const card of cards) (byId.get(listOf(card)) ?? astray).push(card);
  const filled = lists.map(({ id, name, archived }): FilledList => {
    const found = byId.get(id) ?? [];
    byId.delete(id);
    return { name, archived, cards: found };
  });
  warnings.add(`cards whose list is not in the file put into the list “${noList}”`, astray.length);
  return astray.length > 0 ? [...filled, { name: noList, archived: false, cards: astray }] : filled;
}
