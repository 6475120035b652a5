import { grantOn } from '../../base/access/grant.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { holdBoard, releaseBoard, renewHold } from '../../base/changes/hold.ts';
import type { Maintain } from '../../base/db/database.ts';
import type { Service } from '../../base/service.ts';
import { setDeleted } from '../../data/boards/rows.ts';
import { requireBytes } from '../../workspaces/actions/storage.ts';
import { abandonedAt, type HiddenBoard, hiddenAt, type RunSlice, type Slice } from '../actions/create.ts';
import {
  type Board,
  boardToMove,
  isLeftOver,
  type Move,
  roomThere,
  settle,
  transferHidden,
} from '../actions/moving.ts';
import { showBoardsAround } from '../actions/related.ts';
import { removeBoard } from '../jobs.ts';
import type { Transfer } from '../transfer.ts';
import { bytesOf, isLarge, loadsOf, transferCards } from './transfer-cards.ts';

/*
 * Moves a board to another workspace. A row never changes its workspace, so rows are copied there, a few hundred per slice.
 * The copy is a hidden board: it looks as if it had been in the trash for too long. Meanwhile the board is held
 * (`changes/hold.ts`): changes of it wait, and run again wherever the board is then. The last change shows the copy, hides
 * the original and records the move. The job that empties the trash removes the hidden rows (`../jobs.ts`), and each file
 * with the last row that refers to it; the next move to that workspace does as well.
 */

type Dependencies = Pick<Service, 'db' | 'storage' | 'jobs' | 'prepare' | 'longWork' | 'config'>;

const moved = { success: true };

/** Moves a board with all its contents to another workspace. Large boards move one at a time. */
export async function moveBoard(
  needs: Dependencies,
  caller: Caller,
  boardPublicId: string,
  targetWorkspacePublicId: string,
): Promise<{ success: boolean }> {
  const { db, longWork } = needs;
  const move = { boardPublicId, targetWorkspacePublicId };
  const { workspaceId, id } = await locate(db, caller.actor, 'board', boardPublicId, 'board:delete');
  const moves = () => moveInSlices(needs, caller, move);
  return (await isLarge(db, { workspaceId, boardId: id })) ? longWork(moves) : moves();
}

/** A move whose slices are all run by the holder of the board. */
interface BegunMove {
  way: Transfer;
  /** Unchanged while the board is held. */
  settings: Pick<Located<'board'>, 'name' | 'access'>;
  /** The mover's member id in the target workspace. */
  moverThere: string;
  board: Board;
  /** Identifies the hold. */
  until: number;
  hidden?: HiddenBoard;
}

/** What the files of the board take up, in the workspace to which it moves. */
type Files = Parameters<typeof requireBytes>[1];

/** A move of which only the last change is missing. */
interface CopiedMove extends BegunMove {
  hidden: HiddenBoard;
  files: Files;
}

/** If the last change is refused, nobody has seen the copy. */
async function moveInSlices(needs: Dependencies, { actor, change }: Caller, move: Move) {
  const { prepare, jobs, config } = needs;
  const begun = await prepare((work) => begin({ ...work, actor }, move));
  if (!begun) return change((work) => stay(work, move));
  const run: RunSlice = async (slice) => {
    const [value, until] = await prepare(async (work) => {
      const done = await slice({ ...work, actor });
      return [done, await renewHold(work.tx, work.now, begun.board, begun.until)] as const;
    });
    begun.until = until;
    return value;
  };
  try {
    await clearTarget(needs, run, begun);
    const cards = await loadsOf(run, begun.way);
    const files: Files = {
      workspaceId: begun.way.to,
      bytes: bytesOf(cards),
      byDefault: config.storageQuota,
    };
    await run((slice) => requireBytes(slice, files));
    begun.hidden = await run((slice) => transferHidden(slice, begun.way, begun.settings, begun.moverThere));
    await transferCards(run, begun.way, cards);
    const { hidden } = begun;
    return await change((work) => finish(work, move, { ...begun, hidden, files }));
  } catch (error) {
    // If the database is unreachable, the hold expires instead, and the copied rows are removed later.
    await prepare((work) => giveUp({ ...work, actor }, begun)).catch(() => {});
    throw error;
  } finally {
    jobs.soon('trash');
  }
}

/** Holds the board, in a transaction; undefined if it is in the workspace already. */
async function begin(work: Slice, move: Move): Promise<BegunMove | undefined> {
  const { tx, now, actor } = work;
  const grant = grantOn(tx, actor, () => {});
  const { workspaceId: from, id, name, access, visibility } = await boardToMove(grant, move);
  if (from === move.targetWorkspacePublicId) return undefined;
  const board = { workspaceId: from, id };
  const { workspaceId: to, memberId } = await roomThere(work, grant, move, { visibility });
  const until = await holdBoard(tx, now, board);
  return {
    way: { boardId: id, from, to },
    settings: { name, access },
    moverThere: memberId,
    board,
    until,
  };
}

/** The only change of a move to where the board is. */
async function stay({ grant, quiet }: Work, move: Move) {
  await boardToMove(grant, move);
  quiet();
  return moved;
}

/** Removes what an earlier move has left in the target workspace. */
async function clearTarget({ db, storage }: Dependencies, run: RunSlice, { way }: BegunMove): Promise<void> {
  const before = await run(async ({ tx, now }) =>
    (await isLeftOver(tx, { workspaceId: way.to, id: way.boardId })) ? hiddenAt(now) + 1 : undefined,
  );
  if (before === undefined) return;
  const maintain: Maintain = (work) => run(({ tx }) => work(tx));
  await removeBoard({ db, maintain, storage }, { workspaceId: way.to, boardId: way.boardId, before });
}

/** The last change: it shows the board in the target workspace. All permissions are checked again. */
async function finish(work: Work, move: Move, { hidden, files, ...begun }: CopiedMove) {
  const { tx, actor, now, grant, record } = work;
  const board = await boardToMove(grant, move);
  await roomThere(work, grant, move, board);
  // Others may have stored files there since the move began.
  await requireBytes(work, files);
  await renewHold(tx, now, begun.board, begun.until);
  await settle(work, begun.way, board, hidden);
  await showBoardsAround(work, { workspaceId: begun.way.from, boardId: begun.way.boardId });
  record.leaves(begun.way.from, begun.way.boardId);
  await tx.run(setDeleted, { ...begun.board, deletedAt: abandonedAt(now), deletedBy: actor.userId });
  return moved;
}

/** Releases the board, and marks its hidden copy for removal. */
async function giveUp({ tx, now, actor }: Slice, begun: BegunMove): Promise<void> {
  const { board, until, hidden } = begun;
  if (hidden) await tx.lock('boards', hidden.workspaceId, [hidden.id]);
  const isOurs = await releaseBoard(tx, board, until);
  if (!isOurs || !hidden) return;
  const { workspaceId, id } = hidden;
  await tx.run(setDeleted, { workspaceId, id, deletedAt: abandonedAt(now), deletedBy: actor.userId });
}
