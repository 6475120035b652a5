import { locate } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import type { Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { Unavailable } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { boards } from '../../data/boards/tables.ts';
import { removeCardsOf } from '../../data/cards/rows.ts';
import {
  boardToMove,
  isLeftOver,
  type Move,
  moved,
  roomThere,
  settle,
  transferHidden,
} from '../actions/moving.ts';
import { moveInSlices } from './move-in-slices.ts';
import { isLarge, small, transferCards } from './transfer-cards.ts';

type Dependencies = Pick<Service, 'db' | 'storage' | 'jobs' | 'prepare' | 'longWork'>;

/** Moves a board with all its contents to another workspace. */
export async function moveBoard(
  dependencies: Dependencies,
  caller: Caller,
  boardPublicId: string,
  targetWorkspacePublicId: string,
) {
  const move: Move = { boardPublicId, targetWorkspacePublicId };
  for (;;) {
    try {
      return await moveAsItIs(dependencies, caller, move);
    } catch (error) {
      // The loop terminates: a board that keeps growing soon becomes too large for one change.
      if (!(error instanceof Grown)) throw error;
    }
  }
}

async function moveAsItIs(dependencies: Dependencies, caller: Caller, move: Move) {
  const { db, longWork } = dependencies;
  const { workspaceId, id } = await locate(db, caller.actor, 'board', move.boardPublicId, 'board:delete');
  const there = { workspaceId: move.targetWorkspacePublicId, id };
  const inSlices =
    workspaceId !== there.workspaceId &&
    ((await isLarge(db, { workspaceId, boardId: id })) || (await isLeftOver(db, there)));
  const reply = inSlices && (await longWork(() => moveInSlices(dependencies, caller, move)));
  return reply || caller.change((work) => moveAtOnce(work, move));
}

async function moveAtOnce(work: Work, move: Move) {
  const { tx, grant, quiet } = work;
  const board = await boardToMove(grant, move);
  const { workspaceId: from, id: boardId } = board;
  if (from === move.targetWorkspacePublicId) {
    quiet();
    return moved;
  }
  const here = { workspaceId: from, boardId };
  await holdContent(tx, here);
  const { workspaceId: to, memberId } = await roomThere(work, grant, move, board);
  if (await isLeftOver(tx, { workspaceId: to, id: boardId })) {
    throw new Unavailable('a board comes to where it is still being removed');
  }
  const way = { from, to, boardId };
  const hidden = await transferHidden(work, way, board, memberId);
  await transferCards((slice) => slice(work), way, small);
  await settle(work, way, board, hidden);
  await tx.run(removeCardsOf, here);
  await tx.run(remove, { workspaceId: from, id: boardId });
  return moved;
}

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const cardIds = query('boards.cardIds', (db, p: OfBoard) =>
  db
    .selectFrom('cards')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

const listIds = query('boards.listIds', (db, p: OfBoard) =>
  db
    .selectFrom('lists')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

const labelIds = query('boards.labelIds', (db, p: OfBoard) =>
  db
    .selectFrom('labels')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId),
);

/** A card was added to the board while the locks of its lists were awaited. */
class Grown extends Error {}

/** Locks everything that is copied and then deleted. Throws `Grown`. */
async function holdContent(tx: Writing, board: OfBoard): Promise<void> {
  const cards = new Set(idsOf(await tx.all(cardIds, board)));
  await tx.lock('cards', board.workspaceId, [...cards]);
  await tx.lock('lists', board.workspaceId, idsOf(await tx.all(listIds, board)));
  // From here on a new card waits for its list. One added before cannot be locked now: cards are locked before lists.
  if (idsOf(await tx.all(cardIds, board)).some((id) => !cards.has(id))) throw new Grown();
  await tx.lock('labels', board.workspaceId, idsOf(await tx.all(labelIds, board)));
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const remove = deleteRow('boards.remove', boards);
