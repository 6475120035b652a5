import { sql } from 'kysely';
import { requirePermission } from '../../base/access/authority.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { fromBody, Invalid, NotFound, Unavailable } from '../../base/errors.ts';
import { positionsAfter } from '../../base/ordering/order.ts';
import { hideFields, rehideFields, showFields } from '../../data/fields/rows.ts';
import { hideLabels, rehideLabels, showLabels } from '../../data/labels/rows.ts';
import { endOfBoard, hiddenLists, hideLists, rehideLists, showLists } from '../../data/lists/rows.ts';
import { abandonedAt, hiddenAt, type NamedBoard, type Slice, writingTime } from './create.ts';

/*
 * Lists that are added to a board with all their contents, and are too much for one change, are written while they are
 * hidden: like a hidden board (`create.ts`), they look as if they had been in the trash for too long. Their labels and
 * fields are hidden in the same way.
 */

/** Lists, labels and fields that nobody can see yet. */
export interface HiddenLists extends NamedBoard {
  deletedAt: number;
  /** Their owner, stored in `deleted_by`. */
  by: string;
}

const placeOf = ({ workspaceId, id: boardId, by }: Pick<HiddenLists, 'workspaceId' | 'id' | 'by'>) => ({
  workspaceId,
  boardId,
  by,
});

const needed = ['list:create', 'card:create', 'board:edit'] as const;

/** A board of a workspace to which the caller may add lists, cards and labels. Throws `Invalid`. */
export async function boardForLists(
  board: Promise<Located<'board'>>,
  workspaceId: string,
): Promise<Located<'board'>> {
  const found = await fromBody('boardPublicId', board);
  if (found.workspaceId !== workspaceId) throw new Invalid('not-found', { field: 'body/boardPublicId' });
  for (const permission of needed) requirePermission(found.permissions, permission);
  return found;
}

/** Starts writing hidden lists that belong to `by`. */
export async function beginLists(
  { tx, actor, now }: Slice,
  { workspaceId, boardId, by }: { workspaceId: string; boardId: string; by: string },
): Promise<HiddenLists> {
  const { id, name } = await boardForLists(locate(tx, actor, 'board', boardId, 'list:create'), workspaceId);
  return { workspaceId, id, name, by, deletedAt: hiddenAt(now) };
}

/** Hides what the same transaction has written. */
export async function hideWritten(
  { tx }: Pick<Slice, 'tx'>,
  part: HiddenLists,
  { lists, labels, fields }: { lists: string[]; labels: string[]; fields: string[] },
): Promise<void> {
  const { deletedAt } = part;
  await tx.run(hideLists, { ...placeOf(part), deletedAt, ids: lists });
  await tx.run(hideLabels, { ...placeOf(part), deletedAt, ids: labels });
  await tx.run(hideFields, { ...placeOf(part), deletedAt, ids: fields });
}

const isThere = query(
  'boards.isThere',
  (_db, p: { workspaceId: string; id: string }) => sql`
  select 1 as there from boards where workspace_id = ${p.workspaceId} and id = ${p.id} and deleted_at is null`,
);

/**
 * Extends the time for which lists stay hidden, if writing them takes very long; returns the updated part. It locks the board:
 * nothing would remove lists written to a board that has been moved away meanwhile.
 */
export async function keepListsHidden({ tx, now }: Slice, part: HiddenLists): Promise<HiddenLists> {
  const { workspaceId, id } = part;
  const found = await tx.lockAndRead('boards', workspaceId, [id], () =>
    tx.first(isThere, { workspaceId, id }),
  );
  if (!found) throw new NotFound('board-gone');
  const deletedAt = hiddenAt(now);
  if (deletedAt - part.deletedAt < writingTime / 6) return part;
  await tx.run(rehideLists, { ...placeOf(part), deletedAt });
  await tx.run(rehideLabels, { ...placeOf(part), deletedAt });
  await tx.run(rehideFields, { ...placeOf(part), deletedAt });
  return { ...part, deletedAt };
}

/** Shows the hidden lists, which must be `count`, after those of the board, with their labels and fields. The work has locked the board and its workspace. */
export async function showHiddenLists(work: Work, part: HiddenLists, count: number): Promise<void> {
  const { tx, now, record } = work;
  const { workspaceId, id: boardId, deletedAt } = part;
  const hidden = await tx.all(hiddenLists, { ...placeOf(part), deletedAt });
  if (hidden.length !== count || hiddenAt(now) - deletedAt >= writingTime) {
    throw new Unavailable('lists took too long to write');
  }
  const end = await tx.first(endOfBoard, { workspaceId, boardId });
  const positions = positionsAfter(end?.live ?? null, count);
  const rows = hidden.map(({ id }, index) => ({ id, position: positions[index] ?? '' }));
  await tx.run(showLists, { workspaceId, boardId, rows });
  await tx.run(showLabels, placeOf(part));
  await showFields(tx, placeOf(part));
  record.live('board.changed', workspaceId, { boardId });
}

/** Marks hidden lists as abandoned: they will never be shown, and the job empties the trash of them. */
export async function abandonLists(
  { tx, now }: Pick<Slice, 'tx' | 'now'>,
  part: Pick<HiddenLists, 'workspaceId' | 'id' | 'by'>,
): Promise<void> {
  const deletedAt = abandonedAt(now);
  await tx.run(rehideLists, { ...placeOf(part), deletedAt });
  await tx.run(rehideLabels, { ...placeOf(part), deletedAt });
  await tx.run(rehideFields, { ...placeOf(part), deletedAt });
}
