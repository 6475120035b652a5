import type { LoggedChange } from '../base/changes/log.ts';
import type { Entities } from './entities.ts';
import { concernsRights, type Kind, partsOf } from './event-parts.ts';
import { type Message, messageOf } from './messages.ts';

/*
 * A batch of changes may concern a hundred long texts, or the same one a hundred times. Slices bound what is read at once,
 * pieces what is sent at once. Both consist of whole changes, so that each piece ends with a position to resume from.
 */

/** Approximate maximum size of large entities, in kilobytes; a longer checklist is left out (`entities.ts`). */
const kilobytes: Partial<Record<Kind, number>> = { comment: 40, checklist: 120, card: 8 };

/** Max kilobytes that one statement reads. */
const sliceSize = 256;

/** Bytes at which a piece is complete; its last change may exceed them. */
const pieceSize = 128 * 1024;

/** Splits changes into slices. The first change in a slice that concerns rights is always the first of that slice. */
export function* slicesOf(changes: readonly LoggedChange[]): Generator<readonly LoggedChange[]> {
  const read = new Set<string>();
  let slice: LoggedChange[] = [];
  let size = 0;
  for (const change of changes) {
    const entities = new Map(
      partsOf(change).flatMap(({ entity }) => (entity ? [[entity.id, entity.kind]] : [])),
    );
    const added = () =>
      [...entities].reduce((sum, [id, kind]) => sum + (read.has(id) ? 0 : (kilobytes[kind] ?? 1)), 0);
    const isFirstOfRights = concernsRights(change) && !slice.some(concernsRights);
    if (slice.length > 0 && (size + added() > sliceSize || isFirstOfRights)) {
      yield slice;
      [slice, size] = [[], 0];
      read.clear();
    }
    slice.push(change);
    size += added();
    for (const id of entities.keys()) read.add(id);
  }
  if (slice.length > 0) yield slice;
}

/** Messages that are sent together: those of all changes after the position `after`, up to `last`. */
export interface Piece {
  readonly after: number;
  readonly last: number;
  readonly messages: readonly Message[];
}

/** Builds the messages of a slice, one piece at a time. */
export function* piecesOf(slice: readonly LoggedChange[], entities: Entities): Generator<Piece> {
  let after = (slice[0]?.position ?? 0) - 1;
  let messages: Message[] = [];
  for (const change of slice) {
    messages.push(...partsOf(change).map((part) => messageOf(part, entities)));
    const size = messages.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size < pieceSize && change !== slice.at(-1)) continue;
    yield { after, last: change.position, messages };
    after = change.position;
    messages = [];
  }
}
