import { isoMillisOrNull } from '../../base/clock.ts';
import { rowsFrom } from '../../base/db/keys.ts';
import { bounded, type Checklist, checklistsOf, childrenOf } from '../../reading/children.ts';
import type { Sources } from '../../reading/slices.ts';
import { parseTiles } from '../../reading/tiles.ts';
import { mostCards, type OfBoard, publicCard, publicLists, publicTiles } from './queries.ts';

/* What the pages of a public board show: the same as the API does without signing in, and of large boards only a part. */

export interface ShownLabel {
  publicId: string;
  name: string;
  colourCode: string;
}

export interface Tile {
  publicId: string;
  cardNumber: number;
  title: string;
  dueDate: string | null;
  hasDescription: boolean;
  commentCount: number;
  attachmentCount: number;
  itemCount: number;
  completedItemCount: number;
  labels: ShownLabel[];
  /** Pictures are for members, as all attachments. */
  cover: { colour?: string } | null;
}

export interface ShownList {
  id: string;
  name: string;
  tiles: Tile[];
  /** The order key after which there are more cards; null if these are all. */
  next: string | null;
}

interface Part {
  /** Only this list, after a card in it. */
  listId: string | null;
  after: string;
  /** Max cards of each list; null for the usual share. */
  most: number | null;
}

export const wholeBoard: Part = { listId: null, after: '', most: null };

/** The lists of a board, in order, with their first cards, and `mostCards` cards at most. */
export async function readLists({ db, turns }: Sources, of: OfBoard, part: Part): Promise<ShownList[]> {
  const rows = await turns(() => db.all(publicLists, { ...of, ...part }));
  let room = mostCards;
  const lists = rows.map(({ id, name, cards, share }) => {
    const keys = rowsFrom<[id: string, position: string]>(cards, 2);
    const shown = keys.slice(0, Math.min(Number(share), room));
    room -= shown.length;
    const last = shown.at(-1)?.[1] ?? part.after;
    return { id, name, ids: shown.map(([card]) => card), next: shown.length < keys.length ? last : null };
  });
  const tiles = await readTiles(
    { db, turns },
    of,
    lists.flatMap(({ ids }) => ids),
  );
  return lists.map(({ ids, ...list }) => ({
    ...list,
    tiles: ids.flatMap((id) => {
      const tile = tiles.get(id);
      // It may have been moved or archived since.
      return tile && tile.archivedAt === null && tile.listPublicId === list.id ? tile : [];
    }),
  }));
}

type ReadTile = Tile & { listPublicId: string; archivedAt: string | null };

async function readTiles(
  { db, turns }: Sources,
  of: OfBoard,
  ids: readonly string[],
): Promise<Map<string, ReadTile>> {
  if (ids.length === 0) return new Map();
  const read = await turns(() => db.first(publicTiles, { ...of, ids }));
  if (!read) return new Map();
  const labels = new Map((JSON.parse(read.labels) as ShownLabel[]).map((each) => [each.publicId, each]));
  const labelled = (json: string): ReadTile => {
    const { labelPublicIds, ...tile } = JSON.parse(json) as ReadTile & { labelPublicIds: string[] };
    return { ...tile, labels: labelPublicIds.flatMap((id) => labels.get(id) ?? []) };
  };
  return new Map(
    [...parseTiles({ ...read, tileClaims: '' }, false)].map(([id, json]) => [id, labelled(json)]),
  );
}

export interface ShownCard {
  id: string;
  number: number;
  title: string;
  description: string | null;
  dueDate: string | null;
  list: string;
  labels: ShownLabel[];
  commentCount: number;
  attachmentCount: number;
  checklists: Checklist[];
  /** Whether there is more on its checklists than is read for everyone; they are then empty. */
  isCut: boolean;
}

/** A card of the board; undefined if it has no such card, or it is archived. */
export async function readCard(
  { db, turns }: Sources,
  of: OfBoard,
  cardId: string,
): Promise<ShownCard | undefined> {
  const row = await turns(() => db.first(publicCard, { ...of, cardId }));
  if (!row) return undefined;
  const { dueAt, labels, comments, attachments, ...card } = row;
  const children = await turns(() =>
    childrenOf(db, { ...of, ...bounded, showMembers: false, showItemWork: false, ids: [cardId] }),
  );
  return {
    ...card,
    id: cardId,
    dueDate: isoMillisOrNull(dueAt),
    labels: JSON.parse(labels) as ShownLabel[],
    commentCount: Number(comments),
    attachmentCount: Number(attachments),
    checklists: checklistsOf(children, cardId),
    isCut: children.hasMore,
  };
}
