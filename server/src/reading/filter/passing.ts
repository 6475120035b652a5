import type { CardJson } from '../cards.ts';
import { type CardReader, type Part, type Sources, slicesOf } from '../slices.ts';
import type { CardFilter } from './filter.ts';

/** The cards of a board that pass, slice by slice; `first` has been read. Each step takes its own turns. */
export function passingSlices(
  { turns }: Sources,
  first: Part<CardJson>,
  reader: CardReader<CardJson>,
  filter: CardFilter | null,
): AsyncGenerator<CardJson[], void, undefined> {
  if (!filter) return slicesOf(turns, first, reader);
  const passing = async ({ outline, cards }: Part<CardJson>): Promise<Part<CardJson>> => {
    const found = await filter.passing(outline.cards.map(({ id }) => id));
    return {
      outline: { ...outline, cards: outline.cards.filter(({ id }) => found.has(id)) },
      cards: cards?.filter(({ card }) => found.has(card.id)),
    };
  };
  const filtered: CardReader<CardJson> = {
    after: async (cursor) => passing(await turns(() => reader.after(cursor))),
    cards: (outlined) => turns(() => reader.cards(outlined)),
  };
  return inOrder(passing(first), filtered);
}

async function* inOrder(first: Promise<Part<CardJson>>, reader: CardReader<CardJson>) {
  yield* slicesOf((step) => step(), await first, reader);
}
