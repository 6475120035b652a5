import type { Work } from '../../base/changes/change.ts';
import { requireRoomForBoards, showBoard } from '../../boards/actions/create.ts';
import { showHiddenLists } from '../../boards/actions/hidden-lists.ts';
import { joinClosedBoard } from '../../boards/actions/members.ts';
import { showBoardsAround } from '../../boards/actions/related.ts';
import type { ImportSource } from '../../data/imports/tables.ts';
import { requireBytes } from '../../workspaces/actions/storage.ts';
import { grantInto, isLists } from '../destination.ts';
import { showPeople } from '../people.ts';
import type { WrittenBoard } from './write-board.ts';

/** An import of several boards, or of one. */
interface Written {
  source: ImportSource;
  written: readonly WrittenBoard[];
  /** Grants the workspace, with the importing member; the boards that get lists are locked before it. */
  grant: () => Promise<{ workspaceId: string; memberId: string }>;
  /** Stores that the import of a board is complete. */
  end: (each: WrittenBoard) => Promise<unknown>;
}

/**
 * The last change of every import: it shows what was written and records the only event. If lists were added to a board, only
 * those who see that board receive it.
 */
export async function showAllWritten(work: Work, { source, written, grant, end }: Written): Promise<void> {
  for (const each of written) await grantInto(work, each);
  const { workspaceId, memberId } = await grant();
  for (const each of written) {
    await end(each);
    await showWritten(work, each, memberId);
  }
  const boardId = written.map(({ board }) => board).find(isLists)?.id;
  const boards = written.map(({ board: { id, name }, warnings }) => ({
    publicId: id,
    name,
    warnings: warnings.lines(),
  }));
  const of = boardId === undefined ? { workspaceId } : { workspaceId, boardId };
  await work.record.event({ type: 'import.completed', ...of, data: { source, boards } });
}

/** Shows a written board and its people in a workspace that the work holds; `memberId` is the importing member. */
async function showWritten(
  work: Work,
  { board, people, isClosed, counts, stored }: WrittenBoard,
  memberId: string,
): Promise<void> {
  const quiet = { ...work, record: work.record.withoutWebhooks };
  const { workspaceId, id: boardId } = board;
  if (isLists(board)) {
    await showHiddenLists(quiet, board, counts.lists);
    await showBoardsAround(quiet, { workspaceId, boardId });
    return showPeople(quiet, workspaceId, people);
  }
  await requireRoomForBoards(work, workspaceId);
  if (isClosed) await joinClosedBoard(work, { workspaceId, boardId, memberId }, 'board:view');
  await requireBytes(work, { workspaceId, ...stored });
  await showBoard(quiet, board, counts);
  await showBoardsAround(quiet, { workspaceId, boardId });
  await showPeople(quiet, workspaceId, people);
}
