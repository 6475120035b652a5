import { requirePermission } from '../../base/access/authority.ts';
import type { Grant } from '../../base/access/grant.ts';
import type { Located } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { fromBody } from '../../base/errors.ts';
import { newId, slugFor } from '../../base/ids.ts';
import { boards } from '../../data/boards/tables.ts';
import { isHeldByOther, keepBoardSlug } from '../old-slugs.ts';
import { type Transfer, transferredBoard } from '../transfer.ts';
import { type HiddenBoard, hiddenAt, requireRoomForBoards, type Slice, showBoard } from './create.ts';
import { joinClosedBoard } from './members.ts';

/* The steps of a move of a board to another workspace (`../flows/move.ts`). */

export interface Move {
  boardPublicId: string;
  targetWorkspacePublicId: string;
}

/**
 * Grants the board to move. The mover may read everything in the target workspace, so the mover must be permitted to read
 * everything here.
 */
export async function boardToMove(grant: Grant, { boardPublicId }: Move): Promise<Located<'board'>> {
  const board = await grant('board', boardPublicId, 'board:delete');
  for (const permission of ['board:edit', 'list:view', 'card:view', 'comment:view', 'member:view'] as const) {
    requirePermission(board.permissions, permission);
  }
  if (!board.showEmails) requirePermission(board.permissions, 'member:edit');
  return board;
}

/** Grants the target workspace. Throws if it has no room for a board, or if the caller may not publish boards there. */
export async function roomThere(
  work: Pick<Work, 'tx' | 'now'>,
  grant: Grant,
  move: Move,
  { visibility }: Pick<Located<'board'>, 'visibility'>,
): Promise<Located<'workspace'>> {
  const there = await fromBody(
    'targetWorkspacePublicId',
    grant('workspace', move.targetWorkspacePublicId, 'board:create'),
  );
  if (visibility === 'public') requirePermission(there.permissions, 'board:share');
  await requireRoomForBoards(work, there.workspaceId);
  return there;
}

export interface Board {
  workspaceId: string;
  id: string;
}

const leftOver = query('boards.leftOver', (db, p: Board) =>
  db.selectFrom('boards').select('id').where('workspace_id', '=', p.workspaceId).where('id', '=', p.id),
);

/** Whether a workspace still has rows of the board, left by an earlier move from there or to there. */
export const isLeftOver = async (db: Reading, board: Board): Promise<boolean> =>
  (await db.first(leftOver, board)) !== undefined;

/** Copies a hidden board, without its cards; the mover of a closed board remains its member. */
export async function transferHidden(
  { tx, now, actor }: Slice,
  way: Transfer,
  { name, access }: Pick<Located<'board'>, 'name' | 'access'>,
  moverThere: string,
): Promise<HiddenBoard> {
  const deletedAt = hiddenAt(now);
  const slug = slugFor(name, newId(now), 'board');
  const board = { ...way, slug, deletedAt, deletedBy: actor.userId };
  for (const statement of Object.values(transferredBoard)) await tx.run(statement, board);
  const { to: workspaceId, boardId } = way;
  if (access === 'members') {
    await joinClosedBoard({ tx, now }, { workspaceId, boardId, memberId: moverThere }, 'board:view');
  }
  return { workspaceId, id: boardId, name, deletedAt };
}

const setSlug = updateRow('boards.setSlug', boards, ['slug']);

/** Shows the board in the target workspace, under its own slug if that is free, and records events in both workspaces. */
export async function settle(
  work: Work,
  { boardId, from, to }: Transfer,
  { name, slug: wanted, access }: Located<'board'>,
  hidden: HiddenBoard,
): Promise<void> {
  const { tx, now, record, audit } = work;
  const isTaken = await isHeldByOther(tx, { workspaceId: to, id: boardId }, wanted, now);
  const slug = isTaken ? slugFor(name, newId(now), 'board') : wanted;
  await keepBoardSlug(tx, boardId, {
    from: { workspaceId: from, slug: wanted },
    to: { workspaceId: to, slug },
    now,
  });
  await tx.run(setSlug, { workspaceId: to, id: boardId, slug });
  await record.event({ type: 'board.deleted', workspaceId: from, boardId, data: { name } });
  await showBoard(work, hidden);
  const subject = {
    subject: { id: boardId, name },
    detail: differences({ workspace: from }, { workspace: to }),
    ofClosedBoard: access === 'members',
  };
  await audit({ ...subject, type: 'board.movedOut', workspaceId: from });
  await audit({ ...subject, type: 'board.movedIn', workspaceId: to });
}
