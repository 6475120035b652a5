import type { ImportedCard } from './imported-board.ts';

/** Limits of one transaction; a larger card is written on its own, in parts. */
const slice = { cards: 64, rows: 400, characters: 200_000 } as const;

/** Max items, and comments, that are written together with their card; the rest follows. */
export const firstOfCard = 250;

/** Groups cards into slices that do not block others for long, as they arrive. */
export async function* slicesOf(
  cards: Iterable<ImportedCard> | AsyncIterable<ImportedCard>,
): AsyncGenerator<ImportedCard[]> {
  let current: ImportedCard[] = [];
  let size = { rows: 0, characters: 0 };
  for await (const card of cards) {
    const more = sizeOf(card);
    const isFull =
      current.length === slice.cards ||
      size.rows + more.rows > slice.rows ||
      size.characters + more.characters > slice.characters;
    if (isFull && current.length > 0) {
      yield current;
      current = [];
      size = { rows: 0, characters: 0 };
    }
    current.push(card);
    size = { rows: size.rows + more.rows, characters: size.characters + more.characters };
  }
  if (current.length > 0) yield current;
}

function sizeOf({ title, description, labels, members, checklists, comments }: ImportedCard) {
  const items = checklists.flatMap((checklist) => checklist.items);
  const texts = [...items.map((item) => item.title), ...comments.map(({ text }) => text)];
  return {
    // Each comment also writes an activity.
    rows: 2 + labels.length + members.length + checklists.length + items.length + 2 * comments.length,
    characters: texts.reduce((sum, text) => sum + text.length, title.length + description.length),
  };
}
