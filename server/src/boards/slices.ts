import type { Reading } from '../db/database.ts';
import type { Turns } from '../http/turns.ts';
import { type CardView, detailsOf, type Slice } from './details.ts';
import type { Outline, Outlined, Place } from './outline.ts';

/*
 * The cards of a board, read slice by slice: none takes longer than some milliseconds or holds more than some hundred
 * kilobytes, however much is on the board, and between two of them everybody else has a turn. A connection is held for
 * one statement at a time. Whoever reads no further gets no further slice made.
 */

/** Cards of a slice (a page of 500 and the one that says whether there are more), and bytes of their texts. */
const mostCards = 501;
const mostBytes = 128 * 1024;

/**
 * Order and membership are those of the outline, which is read for 2000 cards at a time, each time as they are at one
 * moment; a card that has vanished when its slice is read is left out. Beyond one outline, a card that is moved
 * meanwhile may be missed or come twice.
 */
export async function* slicesOf(
  db: Reading,
  turns: Turns,
  view: CardView,
  first: Outline,
  following: (after: Place) => Promise<Outline>,
): AsyncGenerator<Slice & { isLast: boolean }, void, undefined> {
  for (let outline = first; ; ) {
    const waiting = cut(outline.cards);
    while (waiting.length > 0) {
      const cards = waiting.shift() ?? [];
      const slice = await turns(() => detailsOf(db, view, cards));
      const half = Math.ceil(cards.length / 2);
      if (slice) yield { ...slice, isLast: waiting.length === 0 && outline.next === null };
      else waiting.unshift(cards.slice(0, half), cards.slice(half));
    }
    const { next } = outline;
    if (!next) return;
    outline = await turns(() => following(next));
  }
}

/** Cuts what is outlined into slices. */
function cut(cards: readonly Outlined[]): Outlined[][] {
  const slices: Outlined[][] = [];
  let room = { cards: 0, bytes: 0 };
  for (const card of cards) {
    if (room.cards < 1 || room.bytes < card.size) {
      slices.push([]);
      room = { cards: mostCards, bytes: mostBytes };
    }
    slices.at(-1)?.push(card);
    room = { cards: room.cards - 1, bytes: room.bytes - card.size };
  }
  return slices;
}
