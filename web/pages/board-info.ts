import type { ReplyOf } from '../../contract/operation.ts';
import type { Permission } from '../../contract/permissions.ts';
import { routes } from '../../contract/routes.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { me, server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';

/** What a board's menu shows in addition to the data of its page. */
export interface BoardInfo {
  workspace: string;
  favourite: boolean;
  /** The workspace members who can see the board, with the email addresses that the user may see. */
  people: ReplyOf<typeof routes.boards.get>['workspace']['members'];
  members: ReplyOf<typeof routes.boardMembers.list>['members'];
  roles: readonly { publicId: string; name: string }[];
  /** The user's permissions here. */
  may: (permission: Permission) => boolean;
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

export const useBoardInfo = (id: string): Resource<BoardInfo> =>
  useResource(`board ${id}`, (signal) => readInfo(id, signal));

async function readInfo(boardPublicId: string, signal: AbortSignal): Promise<BoardInfo> {
  const params = { boardPublicId };
  const [{ reply: board }, { reply: ofBoard }] = await Promise.all([
    // No list has the id of a board, so the reply contains no cards.
    server.ask(routes.boards.get, { params, query: { lists: [boardPublicId] } }, { signal }),
    server.ask(routes.boardMembers.list, { params }, { signal }),
  ]);
  const workspacePublicId = board.workspace.publicId;
  const of = { params: { workspacePublicId } };
  const [{ reply: mine }, roles] = await Promise.all([
    server.ask(routes.members.myPermissions, of, { signal }),
    // Users who may not see members may not see roles either.
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
