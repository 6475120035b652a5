import { requireBytes } from '../../attachments/actions/require-bytes.ts';
import type { Work } from '../../base/changes/change.ts';
import { requireRoomForBoards, showBoard } from '../../boards/actions/create.ts';
import { showHiddenLists } from '../../boards/actions/hidden-lists.ts';
import { joinClosedBoard } from '../../boards/actions/members.ts';
import { isLists } from '../destination.ts';
import { showPeople } from '../people.ts';
import type { WrittenBoard } from './write-board.ts';

/** Shows a written board and its people in a workspace that the work holds; `memberId` is the importing member. */
export async function showWritten(
  work: Work,
  { board, people, isClosed, counts, stored }: WrittenBoard,
  memberId: string,
): Promise<void> {
  const quiet = { ...work, record: work.record.withoutWebhooks };
  const { workspaceId, id: boardId } = board;
  if (isLists(board)) {
    await showHiddenLists(quiet, board, counts.lists);
    return showPeople(quiet, workspaceId, people);
  }
  await requireRoomForBoards(work, workspaceId);
  if (isClosed) await joinClosedBoard(work, { workspaceId, boardId, memberId }, 'board:view');
  await requireBytes(work, { workspaceId, ...stored });
  await showBoard(quiet, board, counts);
  await showPeople(quiet, workspaceId, people);
}
