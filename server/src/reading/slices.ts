import type { Reading } from '../base/db/database.ts';
import type { Turns } from '../base/http/turns.ts';
import type { CardCursor, Outline, Outlined } from './outline.ts';

/*
 * Cards are read slice by slice. Reading a slice takes a few milliseconds and a few hundred kilobytes, however many cards
 * there are, and other requests get a turn between two slices. A connection is held for one statement at a time. If the client
 * stops reading, no further slice is read.
 */

/** What reads are made with. */
export interface Sources {
  db: Reading;
  turns: Turns;
}

/** Max size of one read of cards: a page of 500 plus the card that shows whether there are more; bytes of their texts. */
export const maxSlice = { rows: 501, bytes: 128 * 1024 };

/** Cuts rows into slices, in order; a row that exceeds the bytes gets a slice of its own. */
export function cut<R extends { size: number }>(
  rows: readonly R[],
  max: { rows: number; bytes: number },
): R[][] {
  const slices: R[][] = [];
  let room = { rows: 0, bytes: 0 };
  for (const row of rows) {
    if (room.rows < 1 || room.bytes < row.size) {
      slices.push([]);
      room = { ...max };
    }
    slices.at(-1)?.push(row);
    room = { rows: room.rows - 1, bytes: room.bytes - row.size };
  }
  return slices;
}

/**
 * Reads a slice, or the halves of it as often as they are too much for one read. `read` returns undefined for that, but not
 * for a single row.
 */
export async function* halved<R, T>(
  rows: readonly R[],
  read: (rows: readonly R[]) => Promise<T | undefined>,
): AsyncGenerator<T, void, undefined> {
  const found = await read(rows);
  if (found !== undefined) {
    yield found;
    return;
  }
  const half = Math.ceil(rows.length / 2);
  yield* halved(rows.slice(0, half), read);
  yield* halved(rows.slice(half), read);
}

/** Some cards in order; if `cards` is undefined, only their outline has been read. */
export interface Part<C> {
  outline: Outline;
  cards: C[] | undefined;
}

/** How cards are read after the first part of them. */
export interface CardReader<C> {
  /** The part after a cursor. */
  after: (cursor: CardCursor) => Promise<Part<C>>;
  /** Outlined cards, without those that are gone; undefined if they are too much for one read, unless it is only one. */
  cards: (outlined: readonly Outlined[]) => Promise<C[] | undefined>;
}

/**
 * Order and membership are those of the outline, which is read for 2000 cards at a time, each time in one consistent state. A
 * card that is gone when its slice is read is left out. Beyond one outline, a card that is moved meanwhile may be missed or
 * sent twice.
 */
export async function* slicesOf<C>(
  turns: Turns,
  first: Part<C>,
  reader: CardReader<C>,
): AsyncGenerator<C[], void, undefined> {
  for (let part = first; ; ) {
    if (part.cards) yield part.cards;
    else {
      for (const outlined of cut(part.outline.cards, maxSlice)) {
        yield* halved(outlined, (some) => turns(() => reader.cards(some)));
      }
    }
    const { next } = part.outline;
    if (!next) return;
    part = await turns(() => reader.after(next));
  }
}
