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

/**
 * Lists with their cards, both in the order given; archived ones come at the end, and their cards become archived cards, as we
 * have no such lists.
 */
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
  const archived = filled.filter((list) => list.archived);
  for (const list of archived) {
    const kind =
      list.cards.length > 0 ? 'archived lists kept, their cards archived' : 'empty archived lists left out';
    warnings.add(kind, 1, list.name);
  }
  warnings.add(`cards whose list is not in the file put into the list “${noList}”`, astray.length);
  return [
    ...filled.filter((list) => !list.archived),
    ...archived.filter((list) => list.cards.length > 0),
    ...(astray.length > 0 ? [{ name: noList, archived: false, cards: astray }] : []),
  ];
}
