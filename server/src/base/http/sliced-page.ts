import { Json } from './bind.ts';
import { JsonStream } from './json-stream.ts';
import type { Turns } from './turns.ts';

/** Approximate bytes of long entries that one statement reads. */
export const bytesAtOnce = 128 * 1024;

/** An entry of a list that is read in slices of a bounded number of bytes. */
export interface SlicedEntry {
  /** Null if the entries before it already fill the slice. */
  json: string | null;
}

/** A list whose entries may be long; `C` is its cursor. */
export interface SlicedList<E extends SlicedEntry, C> {
  /** The name of the list in the reply. */
  key: string;
  /** Up to `limit` entries, the first of them with their JSON. */
  read(after: C, limit: number): Promise<readonly E[]>;
  /** The cursor after an entry. */
  behind(entry: E): C;
  textOf(cursor: C): string;
}

/** A page of a list. If its entries exceed one slice, the rest are read while it is sent, alternating with other long reads. */
export async function slicedPage<T, E extends SlicedEntry, C>(
  turns: Turns,
  list: SlicedList<E, C>,
  after: C,
  limit: number,
): Promise<Json<T> | JsonStream<T>> {
  // One extra entry shows whether there is a further page.
  const found = await list.read(after, limit + 1);
  const pieces = piecesOf(turns, list, found, limit);
  if (found.slice(0, limit).some(({ json }) => json === null)) return new JsonStream(pieces);
  return new Json((await Array.fromAsync(pieces)).join(''));
}

async function* piecesOf<E extends SlicedEntry, C>(
  turns: Turns,
  list: SlicedList<E, C>,
  first: readonly E[],
  limit: number,
): AsyncGenerator<string, void> {
  yield `{"${list.key}":[`;
  let found = first;
  for (let left = limit; ; ) {
    const read = found.slice(0, left).filter(({ json }) => json !== null);
    if (read.length > 0) yield `${left < limit ? ',' : ''}${read.map(({ json }) => json).join(',')}`;
    left -= read.length;
    const last = read.at(-1);
    const next = last && found.length > read.length ? list.behind(last) : undefined;
    if (next === undefined || left === 0) {
      const cursor = next === undefined ? null : list.textOf(next);
      yield `],"hasMore":${cursor !== null},"nextCursor":${JSON.stringify(cursor)}}`;
      return;
    }
    found = await turns(() => list.read(next, left + 1));
  }
}
