import { locate } from '../../access/locate.ts';
import { removeCardsOf } from '../../cards/rows.ts';
import type { Caller, Work } from '../../changes/change.ts';
import type { Writing } from '../../db/database.ts';
import { command, query } from '../../db/query.ts';
import { Unavailable } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { carryCards, isLarge, small } from './carry-cards.ts';
import { moveInSlices } from './move-in-slices.ts';
import { boardToMove, carryHidden, isLeftOver, type Move, moved, roomThere, settle } from './moving.ts';

type Needs = Pick<Service, 'db' | 'storage' | 'jobs' | 'prepare' | 'longWork'>;

/** Moves a board with everything on it to another workspace. */
export async function moveBoard(
  needs: Needs,
  caller: Caller,
  boardPublicId: string,
  targetWorkspacePublicId: string,
) {
  const { db, longWork } = needs;
  const move: Move = { boardPublicId, targetWorkspacePublicId };
  const { workspaceId, id } = await locate(db, caller.actor, 'board', move.boardPublicId, 'board:delete');
  const there = { workspaceId: move.targetWorkspacePublicId, id };
  const inSlices =
    workspaceId !== there.workspaceId &&
    ((await isLarge(db, { workspaceId, boardId: id })) || (await isLeftOver(db, there)));
  const reply = inSlices && (await longWork(() => moveInSlices(needs, caller, move)));
  return reply || caller.change((work) => moveAtOnce(work, move));
}

async function moveAtOnce(work: Work, move: Move) {
  const { tx, grant, quiet } = work;
  const board = await boardToMove(grant, move);
  const { workspaceId: from, id: boardId, name } = board;
  if (from === move.targetWorkspacePublicId) {
    quiet();
    return moved;
  }
  const here = { workspaceId: from, boardId };
  await holdContent(tx, here);
  const to = await roomThere(work, grant, move);
  if (await isLeftOver(tx, { workspaceId: to, id: boardId })) {
    throw new Unavailable('a board comes to where it is still being removed');
  }
  const way = { from, to, boardId };
  const hidden = await carryHidden(work, way, name);
  await carryCards((slice) => slice(work), way, small);
  await settle(work, way, board, hidden);
  await tx.run(removeCardsOf, here);
  await tx.run(remove, here);
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

/**
 * Lets no one else change what is copied and then deleted. The workspace, whose counter is what making a card waits for
 * last, comes after this.
 */
async function holdContent(tx: Writing, board: OfBoard): Promise<void> {
  await tx.lock('cards', idsOf(await tx.all(cardIds, board)));
  await tx.lock('lists', idsOf(await tx.all(listIds, board)));
  // Those that were made while the lists were waited for; from here on a new one waits for its list.
  await tx.lock('cards', idsOf(await tx.all(cardIds, board)));
  await tx.lock('labels', idsOf(await tx.all(labelIds, board)));
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const remove = command('boards.remove', (db, p: OfBoard) =>
  db.deleteFrom('boards').where('workspace_id', '=', p.workspaceId).where('id', '=', p.boardId),
);
