import type { ReplyOf } from '../../contract/operation.ts';
import type { Permission } from '../../contract/permissions.ts';
import { routes } from '../../contract/routes.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { me, server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';

/** What the menu of a board shows beside what its page has. */
export interface BoardInfo {
  workspace: string;
  favourite: boolean;
  /** Members of the workspace who see the board, with their addresses as far as one may see them. */
  people: ReplyOf<typeof routes.boards.get>['workspace']['members'];
  members: ReplyOf<typeof routes.boardMembers.list>['members'];
  roles: readonly { publicId: string; name: string }[];
  /** What may be done here, by whoever asks. */
  may: (permission: Permission) => boolean;
}

export interface PanelPart {
  board: OpenBoard;
  info: Resource<BoardInfo>;
}

export const useBoardInfo = (id: string): Resource<BoardInfo> =>
  useResource(`board ${id}`, (signal) => readInfo(id, signal));

async function readInfo(boardPublicId: string, signal: AbortSignal): Promise<BoardInfo> {
  const params = { boardPublicId };
  const [{ reply: board }, { reply: ofBoard }] = await Promise.all([
    // No list has the id of a board: what comes has no cards.
    server.ask(routes.boards.get, { params, query: { lists: [boardPublicId] } }, { signal }),
    server.ask(routes.boardMembers.list, { params }, { signal }),
  ]);
  const workspacePublicId = board.workspace.publicId;
  const of = { params: { workspacePublicId } };
  const [{ reply: mine }, roles] = await Promise.all([
    server.ask(routes.members.myPermissions, of, { signal }),
    // Who sees no members sees no roles.
    server.ask(routes.roles.listPermissions, of, { signal }).then(
      ({ reply }) => reply.roles,
      () => [],
    ),
  ]);
  const role = ofBoard.members.find(({ user }) => user?.id === me.peek()?.id)?.role.publicId;
  const onBoard = roles.find(({ publicId }) => publicId === role)?.permissions ?? [];
  const isClosed = ofBoard.access === 'members' && mine.role !== 'admin';
  const permissions = new Set([...onBoard, ...(isClosed ? [] : mine.permissions)]);
  return {
    workspace: workspacePublicId,
    favourite: board.favorite,
    people: board.workspace.members,
    members: ofBoard.members,
    roles,
    may: (permission) => permissions.has(permission),
  };
}
