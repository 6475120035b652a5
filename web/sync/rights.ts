import type { LiveEvent, Subscription } from '../../contract/subscribe.ts';

/* What the user may do, from the snapshot and the stream. */

/** Permissions in the workspace, and on one board and everything on it. */
export interface Rights {
  readonly inWorkspace: readonly string[];
  readonly onBoard: readonly string[];
}

export const noRights: Rights = { inWorkspace: [], onBoard: [] };

/** What a `position` event says. */
export type Position = Parameters<NonNullable<Subscription['onPosition']>>[0];

/** Permissions always come in the same order. */
const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/** The rights after an event. */
export function rightsAfter(
  rights: Rights,
  { permissions, boardPublicId }: LiveEvent,
  boardId: string,
): Rights {
  if (!permissions) return rights;
  if (boardPublicId !== null) return boardPublicId === boardId ? { ...rights, onBoard: permissions } : rights;
  // On a board where they differ from those in the workspace, an event of its own says so.
  const onBoard = isSame(rights.onBoard, rights.inWorkspace) ? permissions : rights.onBoard;
  return { inWorkspace: permissions, onBoard };
}

/** The rights at the beginning of a stream that was resumed. */
export function rightsAt(
  rights: Rights,
  { workspacePermissions, boardPermissions = [] }: Position,
  boardId: string,
): Rights {
  if (!workspacePermissions) return rights;
  const own = boardPermissions.find(({ boardPublicIds }) => boardPublicIds.includes(boardId));
  return { inWorkspace: workspacePermissions, onBoard: own?.permissions ?? workspacePermissions };
}

/** The rights on all boards of a workspace, kept for tabs that join a stream later. */
export class AllRights {
  #inWorkspace: readonly string[] | undefined;
  /** Only where they differ from those in the workspace. */
  readonly #onBoards = new Map<string, readonly string[]>();

  reached({ workspacePermissions, boardPermissions = [] }: Position): void {
    if (!workspacePermissions) return;
    this.#inWorkspace = workspacePermissions;
    this.#onBoards.clear();
    for (const { permissions, boardPublicIds } of boardPermissions)
      for (const id of boardPublicIds) this.#onBoards.set(id, permissions);
  }

  hear({ permissions, boardPublicId, board, gone }: LiveEvent): void {
    if (board && gone) this.#onBoards.delete(board.publicId);
    if (!permissions) return;
    if (boardPublicId !== null) this.#onBoards.set(boardPublicId, permissions);
    else this.#inWorkspace = permissions;
    for (const [id, held] of this.#onBoards)
      if (isSame(held, this.#inWorkspace ?? [])) this.#onBoards.delete(id);
  }

  /** As the server states them after a resumption; nothing if they are not known. */
  on(boardId: string): Pick<Position, 'workspacePermissions' | 'boardPermissions'> {
    if (!this.#inWorkspace) return {};
    const held = this.#onBoards.get(boardId);
    return {
      workspacePermissions: [...this.#inWorkspace],
      boardPermissions: held ? [{ permissions: [...held], boardPublicIds: [boardId] }] : [],
    };
  }
}
