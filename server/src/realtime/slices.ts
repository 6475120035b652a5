import type { LoggedChange } from '../base/changes/log.ts';
import { type Message, messageOf } from './messages.ts';
import { concernsRights, type Kind, partsOf } from './parts.ts';
import type { Things } from './things.ts';

/*
 * A batch of changes may be about a hundred long texts, or a hundred times about the same one. What is read at once is
 * bounded by slices, what is sent at once by pieces. Both consist of whole changes, so that each piece ends with a
 * position to resume from.
 */

/** Kilobytes that a thing may have, about, where it may have many; a longer checklist is left out (`things.ts`). */
const kilobytes: Partial<Record<Kind, number>> = { comment: 40, checklist: 80, card: 8 };

/** Kilobytes that one statement may read. */
const sliceSize = 256;

/** Bytes from which on a piece is sent; the last change of it comes on top. */
const pieceSize = 128 * 1024;

/** Cuts changes into slices that can each be read at once. One that concerns rights is preceded by no other in its slice. */
export function* slicesOf(changes: readonly LoggedChange[]): Generator<readonly LoggedChange[]> {
  const read = new Set<string>();
  let slice: LoggedChange[] = [];
  let size = 0;
  for (const change of changes) {
    const things = new Map(partsOf(change).flatMap(({ thing }) => (thing ? [[thing.id, thing.kind]] : [])));
    const added = () =>
      [...things].reduce((sum, [id, kind]) => sum + (read.has(id) ? 0 : (kilobytes[kind] ?? 1)), 0);
    const isFirstOfRights = concernsRights(change) && !slice.some(concernsRights);
    if (slice.length > 0 && (size + added() > sliceSize || isFirstOfRights)) {
      yield slice;
      [slice, size] = [[], 0];
      read.clear();
    }
    slice.push(change);
    size += added();
    for (const id of things.keys()) read.add(id);
  }
  if (slice.length > 0) yield slice;
}

/** Messages that are sent at once: all that is told of the changes after one position, up to another. */
export interface Piece {
  readonly after: number;
  readonly last: number;
  readonly messages: readonly Message[];
}

/** Makes the messages of a slice, as many at a time as are sent at once. */
export function* piecesOf(slice: readonly LoggedChange[], things: Things): Generator<Piece> {
  let after = (slice[0]?.position ?? 0) - 1;
  let messages: Message[] = [];
  for (const change of slice) {
    messages.push(...partsOf(change).map((part) => messageOf(part, things)));
    const size = messages.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size < pieceSize && change !== slice.at(-1)) continue;
    yield { after, last: change.position, messages };
    after = change.position;
    messages = [];
  }
}
