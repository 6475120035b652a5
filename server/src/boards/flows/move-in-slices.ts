import { grantOn } from '../../base/access/grant.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { holdBoard, releaseBoard, renewHold } from '../../base/changes/hold.ts';
import type { Maintain } from '../../base/db/database.ts';
import type { Service } from '../../base/service.ts';
import { setDeleted } from '../../data/boards/rows.ts';
import { abandonedAt, type HiddenBoard, hiddenAt, type RunSlice, type Slice } from '../actions/create.ts';
import {
  type Board,
  boardToMove,
  isLeftOver,
  type Move,
  moved,
  roomThere,
  settle,
  transferHidden,
} from '../actions/moving.ts';
import { removeBoard } from '../jobs.ts';
import type { Way } from '../transfer.ts';
import { slice, transferCards } from './transfer-cards.ts';

type Needs = Pick<Service, 'db' | 'storage' | 'jobs' | 'prepare'>;

/** A move of which all slices are done by who holds the board. */
interface BegunMove {
  way: Way;
  /** As it is as long as it is held. */
  settings: Pick<Located<'board'>, 'name' | 'access'>;
  /** The mover as a member of the workspace that it goes to. */
  moverThere: string;
  board: Board;
  /** What the hold is known by. */
  until: number;
  hidden?: HiddenBoard;
}

/**
 * Carries a board while others are answered between the slices; what the last change refuses, nobody has seen. Gives
 * nothing where there was nothing to do: the board may have come there meanwhile.
 */
export async function moveInSlices(needs: Needs, { actor, change }: Caller, move: Move) {
  const { prepare, jobs } = needs;
  const begun = await prepare((work) => begin({ ...work, actor }, move));
  if (!begun) return undefined;
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
    begun.hidden = await run((slice) => transferHidden(slice, begun.way, begun.settings, begun.moverThere));
    await transferCards(run, begun.way, slice);
    const { hidden } = begun;
    return await change((work) => finish(work, move, begun, hidden));
  } catch (error) {
    // Where the database is away it cannot be told: then the hold runs out, and what was written is removed later.
    await prepare((work) => giveUp({ ...work, actor }, begun)).catch(() => {});
    throw error;
  } finally {
    jobs.soon('trash');
  }
}

/** Holds the board, in a transaction; undefined where it is in the workspace already. */
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

/** Removes what an earlier move has left there. */
async function clearTarget({ db, storage }: Needs, run: RunSlice, { way }: BegunMove): Promise<void> {
  const before = await run(async ({ tx, now }) =>
    (await isLeftOver(tx, { workspaceId: way.to, id: way.boardId })) ? hiddenAt(now) + 1 : undefined,
  );
  if (before === undefined) return;
  const maintain: Maintain = (work) => run(({ tx }) => work(tx));
  await removeBoard({ db, maintain, storage }, { workspaceId: way.to, boardId: way.boardId, before });
}

/** The last change: from here on the board is there. All that was asked at first is asked again. */
async function finish(work: Work, move: Move, begun: BegunMove, hidden: HiddenBoard) {
  const { tx, actor, now, grant, record } = work;
  const board = await boardToMove(grant, move);
  await roomThere(work, grant, move, board);
  await renewHold(tx, now, begun.board, begun.until);
  await settle(work, begun.way, board, hidden);
  record.leaves(begun.way.from, begun.way.boardId);
  await tx.run(setDeleted, { ...begun.board, deletedAt: abandonedAt(now), deletedBy: actor.userId });
  return moved;
}

/** Lets go of the board; what was written of it is due to be removed. */
async function giveUp({ tx, now, actor }: Slice, begun: BegunMove): Promise<void> {
  const { board, until, hidden } = begun;
  if (hidden) await tx.lock('boards', hidden.workspaceId, [hidden.id]);
  const isOurs = await releaseBoard(tx, board, until);
  if (!isOurs || !hidden) return;
  const { workspaceId, id } = hidden;
  await tx.run(setDeleted, { workspaceId, id, deletedAt: abandonedAt(now), deletedBy: actor.userId });
}
