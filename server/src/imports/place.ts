import { sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import type { Work } from '../base/changes/change.ts';
import { query } from '../base/db/query.ts';
import { Invalid } from '../base/errors.ts';
import {
  abandonHidden,
  type HiddenBoard,
  hideBoard,
  keepHidden,
  type Slice,
} from '../boards/actions/create.ts';
import {
  abandonLists,
  beginLists,
  boardForLists,
  type HiddenLists,
  keepListsHidden,
} from '../boards/actions/hidden-lists.ts';
import { endOfBoard } from '../data/lists/rows.ts';

/* What an import is written to: a board of its own, or lists on one that is there. Nobody sees it until it is whole. */

export type Hidden = HiddenBoard | HiddenLists;

/** A board that is there, and what the lists that come to it belong to. */
export interface Into {
  boardId: string;
  by: string;
}

export const isLists = (hidden: Hidden): hidden is HiddenLists => 'by' in hidden;

export const begin = (
  slice: Slice,
  workspaceId: string,
  into: Into | undefined,
  board: Parameters<typeof hideBoard>[2],
): Promise<Hidden> =>
  into ? beginLists(slice, { workspaceId, ...into }) : hideBoard(slice, workspaceId, board);

export const keep = (slice: Slice, hidden: Hidden): Promise<Hidden> =>
  isLists(hidden) ? keepListsHidden(slice, hidden) : keepHidden(slice, hidden);

/** Holds the board that lists are to be shown on, before the workspace; all that was asked at first is asked again. */
export async function grantInto(work: Work, { board }: { board: Hidden }): Promise<void> {
  if (!isLists(board)) return;
  const { workspaceId, id } = board;
  await boardForLists(work.grant('board', id, 'list:create'), workspaceId);
}

type Left = { workspaceId: string; id: string; by?: string | undefined };

/** Says that what was written will never be shown. */
export async function abandon(work: Pick<Work, 'tx' | 'now'>, { by, ...board }: Left): Promise<void> {
  if (by === undefined) await abandonHidden(work, board);
  else await abandonLists(work, { ...board, by });
}

/** What the row of an import says of where it goes. */
interface Row {
  workspaceId: string;
  id: string;
  attempts: number;
  options: string;
  boardId: string | null;
}

/**
 * The board that gets the lists of an import that goes on by itself; undefined where it makes one. The lists belong to the
 * attempt: one that was taken for dead, and is not, removes none of those that the next one writes.
 */
export function intoOf({ id, attempts, options }: Omit<Row, 'workspaceId' | 'boardId'>): Into | undefined {
  const { into } = JSON.parse(options) as { into?: string };
  return into === undefined ? undefined : { boardId: into, by: `${id}-${attempts}` };
}

/** What an attempt at it may have left. */
export function leftOf(row: Row): Left | undefined {
  const { workspaceId, boardId } = row;
  return boardId === null ? undefined : { workspaceId, id: boardId, by: intoOf(row)?.by };
}

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const labelsOf = query(
  'imports.labelsOfBoard',
  (_db, p: OfBoard) => sql<{ id: string; name: string; colourCode: string }>`
  select id, name, colour_code as "colourCode" from labels
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_at is null
  order by id`,
);

const labelsLeft = query(
  'imports.labelsLeft',
  (_db, p: OfBoard & { ids: string[] }, fn) => sql<{ id: string }>`
  select id from labels
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and ${fn.isIn('id', fn.each(p.ids))}`,
);

type Label = { name: string; colourCode: string };

const nameOf = ({ name, colourCode }: Label) => `${colourCode.toLowerCase()} ${name.toLowerCase()}`;

/** Holds a board that more lists and labels come to: its last place, and its own labels by what they are called. Throws `Invalid` where it has no room for so many more. */
export async function aroundOf(
  { tx }: Slice,
  { workspaceId, id: boardId, name }: HiddenLists,
  more: { lists: number; labels: readonly Label[] },
): Promise<{ last: string | null; labelOf: (label: Label) => string | undefined }> {
  await tx.lock('boards', workspaceId, [boardId]);
  const place = { workspaceId, boardId };
  const end = (await tx.first(endOfBoard, place)) ?? { any: null, lists: 0, labels: 0 };
  const found = await tx.all(labelsOf, place);
  const labels = new Map(found.toReversed().map((label) => [nameOf(label), label.id]));
  const labelOf = (label: Label) => labels.get(nameOf(label));
  const made = more.labels.filter((label) => labelOf(label) === undefined).length;
  requireRoom(name, caps.listsOfBoard, 'lists', end.lists, more.lists);
  requireRoom(name, caps.labelsOfBoard, 'labels', end.labels, made);
  return { last: end.any, labelOf };
}

/** What is in the trash counts, as ever. */
function requireRoom(board: string, most: number, what: string, there: number, more: number): void {
  if (there + more <= most || more === 0) return;
  throw new Invalid(
    `“${board}”: at most ${most} ${what} are allowed, and with these there would be ${there + more}`,
  );
}

/** The labels among some that are still there; they are held, as somebody may delete them. */
export async function labelsStillOn(
  { tx }: Slice,
  { workspaceId, id: boardId }: HiddenLists,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await tx.lockAndRead('labels', workspaceId, ids, () =>
    tx.all(labelsLeft, { workspaceId, boardId, ids: [...ids] }),
  );
  return new Set(found.map(({ id }) => id));
}
