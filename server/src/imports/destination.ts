import { sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import type { Field } from '../../../contract/field-shapes.ts';
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
import { fieldsOf } from '../data/fields/definitions.ts';
import { endOfBoard } from '../data/lists/rows.ts';
import { fieldsFor } from './flows/fields.ts';
import type { ImportedField } from './imported-board.ts';

/* The target of an import: a new board, or new lists on an existing one. It is hidden until the import is complete. */

export type Hidden = HiddenBoard | HiddenLists;

/** An existing board, and the owner of the lists that are added to it. */
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

/** Checks again that the caller may add lists to the board; holds the board before the workspace. */
export async function grantInto(work: Work, { board }: { board: Hidden }): Promise<void> {
  if (!isLists(board)) return;
  const { workspaceId, id } = board;
  await boardForLists(work.grant('board', id, 'list:create'), workspaceId);
}

type Left = { workspaceId: string; id: string; by?: string | undefined };

/** Marks what was written as abandoned: it will never be shown. */
export async function abandon(work: Pick<Work, 'tx' | 'now'>, { by, ...board }: Left): Promise<void> {
  if (by === undefined) await abandonHidden(work, board);
  else await abandonLists(work, { ...board, by });
}

/** The columns of an import that name its target. */
interface Row {
  workspaceId: string;
  id: string;
  attempts: number;
  options: string;
  boardId: string | null;
}

/**
 * The existing board that gets the lists of a background import; undefined if the import creates a board. Lists belong to the
 * attempt, so that an attempt that lost its claim but still runs removes none of the lists of the next one.
 */
export function intoOf({ id, attempts, options }: Omit<Row, 'workspaceId' | 'boardId'>): Into | undefined {
  const { into } = JSON.parse(options) as { into?: string };
  return into === undefined ? undefined : { boardId: into, by: `${id}-${attempts}` };
}

/** What an earlier attempt may have left behind. */
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

/** Locks a board that gets more. Returns its last position, its labels and its fields; throws `Invalid` if it lacks room. */
export async function aroundOf(
  { tx }: Slice,
  { workspaceId, id: boardId, name }: HiddenLists,
  more: { lists: number; labels: readonly Label[]; fields: readonly ImportedField[] },
): Promise<{ last: string | null; labelOf: (label: Label) => string | undefined; fields: Field[] }> {
  await tx.lock('boards', workspaceId, [boardId]);
  const place = { workspaceId, boardId };
  const end = (await tx.first(endOfBoard, place)) ?? { any: null, lists: 0, labels: 0 };
  const found = await tx.all(labelsOf, place);
  const labels = new Map(found.toReversed().map((label) => [nameOf(label), label.id]));
  const labelOf = (label: Label) => labels.get(nameOf(label));
  const made = more.labels.filter((label) => labelOf(label) === undefined).length;
  requireRoom(name, caps.listsOfBoard, 'lists', end.lists, more.lists);
  requireRoom(name, caps.labelsOfBoard, 'labels', end.labels, made);
  const fields = more.fields.length === 0 ? [] : await fieldsOf(tx, place);
  const added = fieldsFor(more.fields, fields, () => '').made.length;
  requireRoom(name, caps.fieldsOfBoard, 'fields', fields.length, added);
  return { last: end.any, labelOf, fields };
}

/** What is in the trash counts, too. */
function requireRoom(board: string, most: number, what: string, there: number, more: number): void {
  if (there + more <= most || more === 0) return;
  throw new Invalid('board-limit', { board, max: most, what, count: there + more });
}

/** Locks the given labels against deletion and returns those that still exist. */
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
