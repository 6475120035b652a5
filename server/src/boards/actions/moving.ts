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
import { transferredBoard, type Way } from '../transfer.ts';
import { type HiddenBoard, hiddenAt, requireRoomForBoards, type Slice, showBoard } from './create.ts';
import { joinClosedBoard } from './members.ts';

/*
 * A board goes to another workspace by being written there and deleted here. While it is written nobody sees it there;
 * the last change shows it there and hides it here. One that is too large for one change is carried in slices, and held
 * meanwhile (`changes/hold.ts`): whoever wants to change it waits. What it leaves behind, or what was written there by a
 * move that never ended, is hidden, and removed by the job that empties the trash, or by the next move to there.
 */

export interface Move {
  boardPublicId: string;
  targetWorkspacePublicId: string;
}

/** What a move is answered with, however it went. */
export const moved = { success: true };

/** The board, held. Whoever moves it home can read all of it there: so it is moved only by who can read all of it here. */
export async function boardToMove(grant: Grant, { boardPublicId }: Move): Promise<Located<'board'>> {
  const board = await grant('board', boardPublicId, 'board:delete');
  for (const permission of ['board:edit', 'list:view', 'card:view', 'comment:view', 'member:view'] as const) {
    requirePermission(board.permissions, permission);
  }
  if (!board.showEmails) requirePermission(board.permissions, 'member:edit');
  return board;
}

/** The workspace that it goes to, held. Throws where there is no room for a board, or where the caller may not publish it. */
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

/** Whether there is something left of the board where it is not: of an earlier move from there, or to there. */
export const isLeftOver = async (db: Reading, board: Board): Promise<boolean> =>
  (await db.first(leftOver, board)) !== undefined;

/** Carries all but the cards, to where nobody sees it yet; whoever moves a closed board remains its member. */
export async function transferHidden(
  { tx, now, actor }: Slice,
  way: Way,
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

/** Shows the board where it goes, under its slug where that is free, and tells both workspaces. */
export async function settle(
  work: Work,
  { boardId, from, to }: Way,
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
