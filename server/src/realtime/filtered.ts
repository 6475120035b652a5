import { setImmediate as turn } from 'node:timers/promises';
import type { Filter } from '../../../contract/filter/tree.ts';
import { holds } from '../../../contract/permissions.ts';
import { FieldNames } from '../reading/filter/field-names.ts';
import { type Tile, TilesOfBoard } from '../reading/filter/tiles.ts';
import type { Sources } from '../reading/slices.ts';
import type { Entities } from './entities.ts';
import type { Part } from './event-parts.ts';
import type { HeldPermissions } from './held-permissions.ts';
import type { Reader } from './reader.ts';

/*
 * Readers that are sent only some cards. Cards are judged as they are sent, from what all readers are sent anyway; what they
 * name is read once for all filters.
 */

/** Readers for whom cards are judged in one turn: the dearest filter takes 2 ms. */
const perTurn = 8;

/** The filter of a reader. */
export interface ReaderFilter {
  filter: Filter;
  timeZone: string | null;
  /** The members that the reader is. */
  me: readonly string[];
}

/** The cards that pass, of each reader with a filter. */
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
  for (const [boardId, tiles] of tilesIn(parts, entities)) {
    const some = new TilesOfBoard(sources, { workspaceId, boardId }, tiles, fields);
    for (const [index, [reader, found]] of [...passing].entries()) {
      // There may be many readers: let other work run in between.
      if (index % perTurn === perTurn - 1) await turn();
      const permissions = permissionsByUser.get(reader.userId);
      if (!reader.filter || !permissions) continue;
      const { filter, timeZone, me } = reader.filter;
      const held = reader.holdsOn(boardId, permissions);
      if (!holds(held, 'card:view')) continue;
      const by = { now, timeZone, me, showMembers: holds(held, 'member:view') };
      for (const id of await some.passing(filter, by)) found.add(id);
    }
  }
  return passing;
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
