import { type CardView, type Detailed, detailsOf, type Sources } from './details.ts';
import { type CardCursor, type Outlined, slice } from './outline.ts';
import type { Part } from './part.ts';

/*
 * The cards of a board, read slice by slice. Reading a slice takes a few milliseconds and a few hundred kilobytes, however
 * large the board is, and other requests get a turn between two slices. A connection is held for one statement at a time.
 * If the client stops reading, no further slice is read.
 */

export interface Slice {
  cards: Detailed[];
  isLast: boolean;
}

/**
 * Order and membership are those of the outline, which is read for 2000 cards at a time, each time in one consistent state. A
 * card that is gone when its slice is read is left out. Beyond one outline, a card that is moved meanwhile may be missed or
 * sent twice.
 */
export async function* slicesOf(
  sources: Sources,
  view: CardView,
  first: Part,
  following: (after: CardCursor) => Promise<Part>,
): AsyncGenerator<Slice, void, undefined> {
  const { turns } = sources;
  for (let part = first; ; ) {
    const { next } = part.outline;
    if (part.cards) yield { cards: part.cards, isLast: next === null };
    const waiting = part.cards ? [] : cut(part.outline.cards);
    while (waiting.length > 0) {
      const outlined = waiting.shift() ?? [];
      const cards = await turns(() => detailsOf(sources, view, outlined));
      const half = Math.ceil(outlined.length / 2);
      if (cards) yield { cards, isLast: waiting.length === 0 && next === null };
      else waiting.unshift(outlined.slice(0, half), outlined.slice(half));
    }
    if (!next) return;
    part = await turns(() => following(next));
  }
}

/** Cuts outlined cards into slices. */
export function cut<C extends Pick<Outlined, 'size'>>(cards: readonly C[]): C[][] {
  const slices: C[][] = [];
  let room = { cards: 0, bytes: 0 };
  for (const card of cards) {
    if (room.cards < 1 || room.bytes < card.size) {
      slices.push([]);
      room = { ...slice };
    }
    slices.at(-1)?.push(card);
    room = { cards: room.cards - 1, bytes: room.bytes - card.size };
  }
  return slices;
}
