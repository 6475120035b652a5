import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { trashTime } from '../../base/access/trash.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { hour } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { Unavailable } from '../../base/errors.ts';
import { newId, slugFor } from '../../base/ids.ts';
import { insertPicture } from '../../data/boards/pictures.ts';
import { type BoardAccess, boards } from '../../data/boards/tables.ts';

const insert = insertRow('boards.insert', boards);

const full = query(
  'boards.full',
  (_db, p: { workspaceId: string; since: number; fewer: number }) => sql`
  select 1 as found from boards where workspace_id = ${p.workspaceId} 
    and (deleted_at is null or deleted_at > ${p.since})
  limit 1 offset ${p.fewer}`,
);

/** Throws if a workspace has no room for `more` boards; boards that nobody can see do not count. */
export async function requireRoomForBoards(
  { tx, now }: { tx: Reading; now: number },
  workspaceId: string,
  more = 1,
): Promise<void> {
  const fewer = Math.max(caps.boardsOfWorkspace - more, 0);
  if (await tx.first(full, { workspaceId, since: now - trashTime, fewer })) {
    throw capReached(caps.boardsOfWorkspace, 'boards');
  }
}

/** The transaction of a slice of long work. It grants and records nothing: nobody sees its writes yet. */
export type Slice = Pick<Work, 'tx' | 'now' | 'actor'>;

/** Runs a slice: in the current change, or in a transaction of its own. */
export type RunSlice = <T>(slice: (work: Slice) => Promise<T>) => Promise<T>;

export interface NamedBoard {
  workspaceId: string;
  id: string;
  name: string;
}

interface Given {
  name: string;
  type?: 'regular' | 'template';
  access?: BoardAccess;
  /** As it is stored. */
  background?: string | null;
  /** A WebP in base64. */
  picture?: string | null;
}

/**
 * Creates an empty board in a workspace that the work has already locked. The caller adds lists and labels. A board created with
 * all its contents is reported by one event, with the counts in `content`.
 */
export async function addBoard(
  work: Work,
  workspaceId: string,
  given: Given,
  content: Record<string, number> = {},
): Promise<NamedBoard> {
  const board = await insertBoard(work, workspaceId, given, null);
  await recordBoard(work, board, content);
  return board;
}

async function insertBoard(
  slice: Slice,
  workspaceId: string,
  { name, type = 'regular', access = 'workspace', background = null, picture = null }: Given,
  deletedAt: number | null,
): Promise<NamedBoard> {
  const { tx, actor, now } = slice;
  await requireRoomForBoards(slice, workspaceId);
  const id = newId(now);
  const slug = slugFor(name, id, 'board');
  const deletedBy = deletedAt === null ? null : actor.userId;
  await tx.run(insert, {
    workspaceId,
    id,
    name,
    slug,
    type,
    visibility: 'private',
    access,
    background,
    createdBy: actor.userId,
    createdAt: now,
    deletedAt,
    deletedBy,
  });
  if (picture !== null)
    await tx.run(insertPicture, { workspaceId, boardId: id, id: newId(now), content: picture });
  return { workspaceId, id, name };
}

const recordBoard = (
  { record }: Work,
  { workspaceId, id: boardId, name }: NamedBoard,
  content: Record<string, number>,
): Promise<void> => record.event({ type: 'board.created', workspaceId, boardId, data: { name, ...content } });

/*
 * A board that is too large for one change is written by several, while it is hidden: it looks like a board that has been in
 * the trash for too long to be restored. The last change shows it. If that never happens, the job that empties the trash
 * removes the partial board.
 */

/** A board that nobody can see yet. */
export interface HiddenBoard extends NamedBoard {
  deletedAt: number;
}

/** The `deleted_at` of a board that nobody can see yet. */
export const hiddenAt = (now: number): number => now - trashTime;

/** The `deleted_at` of a board that will never be shown nor written to again: the job empties the trash of it. */
export const abandonedAt = (now: number): number => hiddenAt(now) - hour;

/** How long a hidden board can be written to. The trash is not emptied of it for an hour. */
export const writingTime = hour / 2;

/** Creates a board that nobody sees until `showBoard`. */
export async function hideBoard(slice: Slice, workspaceId: string, given: Given): Promise<HiddenBoard> {
  const deletedAt = hiddenAt(slice.now);
  return { ...(await insertBoard(slice, workspaceId, given, deletedAt)), deletedAt };
}

const show = command(
  'boards.show',
  (_db, p: { workspaceId: string; id: string; deletedAt: number }) => sql<{ id: string }>`
  update boards set deleted_at = null, deleted_by = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and deleted_at = ${p.deletedAt} returning id`,
);

/** Shows a hidden board with everything written to it, in a workspace that the work has locked, and records its event. */
export async function showBoard(
  work: Work,
  board: HiddenBoard,
  content: Record<string, number> = {},
): Promise<void> {
  const { workspaceId, id, deletedAt } = board;
  const inTime = hiddenAt(work.now) - deletedAt < writingTime;
  const [shown] = inTime ? await work.tx.run(show, { workspaceId, id, deletedAt }) : [];
  if (!shown) throw new Unavailable('a board took too long to write');
  await recordBoard(work, board, content);
}

const keep = command(
  'boards.keepHidden',
  (_db, p: { workspaceId: string; id: string; deletedAt: number; next: number }) => sql<{ id: string }>`
  update boards set deleted_at = ${p.next}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and deleted_at = ${p.deletedAt} returning id`,
);

/** Extends the time for which a board stays hidden, if writing it takes very long; returns the updated board. */
export async function keepHidden({ tx, now }: Slice, board: HiddenBoard): Promise<HiddenBoard> {
  const { workspaceId, id, deletedAt } = board;
  const next = hiddenAt(now);
  if (next - deletedAt < writingTime / 6) return board;
  const [kept] = await tx.run(keep, { workspaceId, id, deletedAt, next });
  if (!kept) throw new Unavailable('a board took too long to write');
  return { ...board, deletedAt: next };
}

const abandon = command(
  'boards.abandon',
  (_db, p: { workspaceId: string; id: string; hidden: number; deletedAt: number }) => sql<never>`
  update boards set deleted_at = ${p.deletedAt}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and deleted_at <= ${p.hidden}`,
);

/** Marks a hidden board as abandoned: it will never be shown, and the job empties the trash of it. Leaves a shown board alone. */
export const abandonHidden = (
  { tx, now }: Pick<Slice, 'tx' | 'now'>,
  board: { workspaceId: string; id: string },
): Promise<never[]> => tx.run(abandon, { ...board, hidden: hiddenAt(now), deletedAt: abandonedAt(now) });
