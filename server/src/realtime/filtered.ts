import { setImmediate as turn } from 'node:timers/promises';
import type { Filter } from '../../../contract/filter/tree.ts';
import { holds } from '../../../contract/permissions.ts';
import { FieldNames } from '../reading/filter/field-names.ts';
import { type Tile, type TileReader, TilesOfBoard } from '../reading/filter/tiles.ts';
import type { Sources } from '../reading/slices.ts';
import type { Entities } from './entities.ts';
import type { Part } from './event-parts.ts';
import type { HeldPermissions } from './held-permissions.ts';
import type { Reader } from './reader.ts';

/*
 * Readers that are sent only some cards. Cards are judged as they are sent, from what all readers are sent anyway; what they
 * name is read once for all filters.
 */

/** Milliseconds in which the filters of a slice are judged, before the workspace is sent what comes after it. */
const mostTime = 200;

/** The cards that pass, of each reader with a filter for which there was time. */
export type Passing = ReadonlyMap<Reader, ReadonlySet<string>>;

/** Judges the cards of a slice for the readers with a filter. */
export async function passingOf(
  sources: Sources,
  of: { workspaceId: string; now: number; permissionsByUser: ReadonlyMap<string, HeldPermissions> },
  readers: readonly Reader[],
  parts: readonly Part[],
  entities: Entities,
): Promise<Passing> {
  const { workspaceId, now, permissionsByUser } = of;
  const passing = new Map<Reader, Set<string>>();
  for (const reader of readers) if (reader.filter) passing.set(reader, new Set());
  if (passing.size === 0) return passing;
  const fields = new FieldNames(sources);
  const time = { left: mostTime };
  for (const [boardId, tiles] of tilesIn(parts, entities)) {
    const some = new TilesOfBoard(sources, { workspaceId, boardId }, tiles, fields);
    for (const { filter, by, readers: alike } of judging([...passing.keys()], boardId, permissionsByUser)) {
      const { ids, isWhole } = await some.passing(filter, { ...by, now }, time);
      for (const reader of alike) {
        if (!isWhole) passing.delete(reader);
        for (const id of ids) passing.get(reader)?.add(id);
      }
      // There may be many: let other work run in between.
      await turn();
    }
  }
  return passing;
}

interface Judging {
  filter: Filter;
  by: Omit<TileReader, 'now'>;
  readers: Reader[];
}

/** The filters that are asked on a board, each once for all readers who ask and see the same. */
function judging(
  readers: readonly Reader[],
  boardId: string,
  permissionsByUser: ReadonlyMap<string, HeldPermissions>,
): Iterable<Judging> {
  const found = new Map<string, Judging>();
  for (const reader of readers) {
    const permissions = permissionsByUser.get(reader.userId);
    if (!reader.filter || !permissions) continue;
    const { text, filter, timeZone, me } = reader.filter;
    const held = reader.holdsOn(boardId, permissions);
    if (!holds(held, 'card:view')) continue;
    const by = { timeZone, me, showMembers: holds(held, 'member:view') };
    const key = JSON.stringify([text, by]);
    const known = found.get(key);
    if (known) known.readers.push(reader);
    else found.set(key, { filter, by, readers: [reader] });
  }
  return found.values();
}

/** The cards of a slice, each once, by their boards. */
function tilesIn(parts: readonly Part[], entities: Entities): Map<string, Tile[]> {
  const byBoard = new Map<string, Map<string, Tile>>();
  for (const { change } of parts) {
    const { cardId } = change;
    const card = cardId === null ? undefined : entities.of('card', cardId);
    if (cardId === null || !card || card.boardId === null) continue;
    const known = byBoard.get(card.boardId) ?? new Map<string, Tile>();
    if (!known.has(cardId)) known.set(cardId, JSON.parse(card.json) as Tile);
    byBoard.set(card.boardId, known);
  }
  return new Map([...byBoard].map(([boardId, tiles]) => [boardId, [...tiles.values()]]));
}
