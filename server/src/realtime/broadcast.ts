import { setImmediate as turn } from 'node:timers/promises';
import type { LoggedChange } from '../base/changes/log.ts';
import type { Clock } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import type { Sources } from '../reading/slices.ts';
import { entitiesOf } from './entities.ts';
import { concernsRights, partsOf } from './event-parts.ts';
import { type Passing, passingOf } from './filtered.ts';
import { type HeldPermissions, heldPermissionsOf } from './held-permissions.ts';
import { eventOf, positionEvent, resetEvent } from './messages.ts';
import type { Reader } from './reader.ts';
import { type Piece, piecesOf, slicesOf } from './slices.ts';

/* Sends the changes of one workspace to its readers. */

type PermissionsByUser = ReadonlyMap<string, HeldPermissions>;

/** Sends changes to readers. `readersNow` is called again before each piece; a reader it omits is sent nothing more of them. */
export type Send = (readersNow: () => readonly Reader[], changes: readonly LoggedChange[]) => Promise<void>;

export const usersOf = (readers: Iterable<Reader>): string[] => [
  ...new Set([...readers].map(({ userId }) => userId)),
];

/** `sees` is called with each reader that can see boards it could not see before. */
export function senderOf(
  { clock, ...sources }: Sources & { clock: Clock },
  workspaceId: string,
  sees: (reader: Reader) => void,
): Send {
  const { db } = sources;
  /** Sends one slice. Rights are read after the content, so that no reader is sent content newer than the rights checked. */
  const sendSlice = async (readersNow: () => readonly Reader[], slice: readonly LoggedChange[]) => {
    const [first] = slice;
    const { position: last } = slice.at(-1) ?? { position: 0 };
    if (!first || !readersNow().some((reader) => isNext(reader, first.position - 1, last))) return;
    const parts = slice.flatMap(partsOf);
    const entities = await entitiesOf(db, workspaceId, parts);
    const readers = readersNow();
    const boards = concernsRights(first) ? null : [...new Set(parts.flatMap(({ boardId }) => boardId ?? []))];
    const permissionsByUser = await heldPermissionsOf(db, { workspaceId, users: usersOf(readers), boards });
    for (const { stream, userId } of readers) if (!permissionsByUser.has(userId)) stream.end();
    if (!boards) await sendRights(readers, permissionsByUser, first.position);
    const filtered = readers.some(isFiltered);
    const kept: Piece[] = [];
    for (const piece of piecesOf(slice, entities)) {
      const plain = readersNow().filter((reader) => !isFiltered(reader));
      sendPiece(plain, piece, permissionsByUser, new Map());
      if (filtered) kept.push(piece);
      // A piece may take milliseconds to build: let other work run in between.
      if (piece.last < last) await turn();
    }
    if (!filtered) return;
    // Last: nobody else waits until cards are judged.
    const of = { workspaceId, now: clock.now(), permissionsByUser };
    const passing = await passingOf(sources, of, readers, parts, entities);
    for (const piece of kept) sendPiece(readersNow().filter(isFiltered), piece, permissionsByUser, passing);
    for (const reader of readersNow())
      if (isFiltered(reader) && !passing.has(reader) && readers.includes(reader)) skip(reader, first, last);
  };

  /** Tells each reader which boards have become visible to it, and which no longer are. */
  const sendRights = async (readers: readonly Reader[], permissionsByUser: PermissionsByUser, at: number) => {
    const shownTo = new Map<Reader, string[]>();
    for (const reader of readers) {
      const permissions = permissionsByUser.get(reader.userId);
      // A reader that started after this change already started with the rights that resulted from it.
      if (!permissions || reader.position !== at - 1) continue;
      const { events, shown } = reader.learns(permissions, at);
      for (const each of events) reader.stream.send(each);
      if (shown.length === 0) continue;
      shownTo.set(reader, shown);
      sees(reader);
    }
    const ids = [...new Set([...shownTo.values()].flat())];
    if (ids.length === 0) return;
    const events = await boardEvents(db, workspaceId, ids, at);
    for (const [reader, shown] of shownTo)
      for (const id of shown) {
        const event = events.get(id);
        if (event) reader.stream.send(event);
      }
  };

  return async (readersNow, changes) => {
    for (const slice of slicesOf(changes)) {
      await sendSlice(readersNow, slice);
      // On the embedded database nothing else would run between two slices.
      await turn();
    }
  };
}

/** The events that show boards whole, by the ids of the boards. */
async function boardEvents(
  db: Reading,
  workspaceId: string,
  ids: readonly string[],
  at: number,
): Promise<Map<string, Buffer>> {
  const change = {
    workspaceId,
    position: at,
    type: 'board.updated',
    cardId: null,
    subjectId: null,
    userId: '',
    apiKey: null,
    createdAt: 0,
  } as const;
  const parts = ids.flatMap((boardId) => partsOf({ ...change, boardId }));
  const entities = await entitiesOf(db, workspaceId, parts);
  const events = ids.map((id): [string, Buffer] => {
    const board = entities.of('board', id);
    const data = { position: at, type: 'board.shown', user: null, boardPublicId: id };
    return [id, eventOf({ ...data, ...(board ? { board: JSON.parse(board.json) } : { reread: true }) })];
  });
  return new Map(events);
}

const isFiltered = ({ filter }: Reader): boolean => filter !== null;

/** States to a reader for whose filter there was no time that it must reread what it did not get. */
function skip(reader: Reader, { position }: LoggedChange, last: number): void {
  if (!isNext(reader, position - 1, last)) return;
  reader.position = last;
  reader.stream.send(resetEvent(last));
}

/** Whether a reader has everything up to `after`, but not everything up to `last`. */
const isNext = ({ position }: Reader, after: number, last: number): boolean =>
  position >= after && position < last;

/**
 * Sends a piece, filtered by rights and followed by its position, to the readers that have everything before it. Readers with
 * the same rights share one buffer.
 */
function sendPiece(
  readers: readonly Reader[],
  { after, last, messages }: Piece,
  permissionsByUser: PermissionsByUser,
  passing: Passing,
): void {
  const made = new Map<string, Buffer>();
  for (const reader of readers) {
    const permissions = permissionsByUser.get(reader.userId);
    if (!permissions || !isNext(reader, after, last)) continue;
    const passes = passing.get(reader);
    // One that had no room when cards were judged catches up later.
    if (reader.filter && !passes) continue;
    const read = messages.map((message) =>
      reader.mayRead(message, permissions) ? reader.lets(message, passes) : 'none',
    );
    const key = read.map((each) => each.charAt(0)).join('');
    const bytes =
      made.get(key) ??
      Buffer.concat([
        ...messages.flatMap((each, n) =>
          read[n] === 'all' ? each.bytes : read[n] === 'gone' ? (each.card?.gone?.() ?? []) : [],
        ),
        positionEvent(last),
      ]);
    made.set(key, bytes);
    reader.stream.send(bytes);
    reader.position = last;
  }
}
