import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { may, mayInWorkspace, type Needs } from '../board/may.ts';
import type { OpenBoard } from '../board/open.ts';

/** What a board's menu shows in addition to the data of its page. */
export interface BoardInfo {
  workspace: string;
  favourite: boolean;
  /** The workspace members who can see the board, with the email addresses that the user may see. */
  people: ReplyOf<typeof routes.boards.get>['workspace']['members'];
  members: ReplyOf<typeof routes.boardMembers.list>['members'];
  roles: readonly { publicId: string; name: string }[];
  /** Whether the user may do something on the board, or in its workspace, now. */
  may: (needs: Needs) => boolean;
  mayInWorkspace: (needs: Needs) => boolean;
}

export interface PanelPart {
  board: OpenBoard;
  info: Resource<BoardInfo>;
}

/** The panel itself, which leads to its parts. */
export interface PanelRoot extends PanelPart {
  /** The parts of the panel, with what a link to each needs. */
  rows: readonly { text: string; link: { href: string; onClick: (event: MouseEvent) => void } }[];
}

export const useBoardInfo = (board: OpenBoard): Resource<BoardInfo> =>
  useResource(`board ${board.id}`, (signal) => readInfo(board, signal));

async function readInfo(open: OpenBoard, signal: AbortSignal): Promise<BoardInfo> {
  const params = { boardPublicId: open.id };
  const [{ reply: board }, { reply: ofBoard }] = await Promise.all([
    // No list has the id of a board, so the reply contains no cards.
    server.ask(routes.boards.get, { params, query: { lists: [open.id] } }, { signal }),
    server.ask(routes.boardMembers.list, { params }, { signal }),
  ]);
  const workspacePublicId = board.workspace.publicId;
  // Users who may not see members may not see roles either.
  const roles = await server.ask(routes.roles.list, { params: { workspacePublicId } }, { signal }).then(
    ({ reply }) => reply.roles,
    () => [],
  );
  return {
    workspace: workspacePublicId,
    favourite: board.favorite,
    people: board.workspace.members,
    members: ofBoard.members,
    roles,
    may: (needs) => may(open, needs),
    mayInWorkspace: (needs) => mayInWorkspace(open, needs),
  };
}
