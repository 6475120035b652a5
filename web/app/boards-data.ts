import { ApiError } from '../../contract/client.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { alone } from '../sync/description.ts';
import { forgetBoard, keptBoards } from '../sync/storage.ts';
import { server } from './session.ts';

export type Summary = ReplyOf<typeof routes.boards.names>['boards'][number];

export interface Workspace {
  id: string;
  name: string;
  boards: readonly Summary[];
}

/** A workspace of the user, with their permissions there. */
export interface OwnWorkspace extends Workspace {
  mayCreate: boolean;
}

/** Max number of requests at once: over HTTP/1.1 a browser opens six connections to a server, and an event stream takes one. */
const atOnce = 4;

/** Applies `work` to each item, a few at a time. */
async function each<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    results.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return results;
}

/** Sorts “Sprint 9” before “Sprint 10”. */
const names = new Intl.Collator(undefined, { numeric: true });

type Which = { type: 'regular' | 'template'; archived?: boolean };

/** A workspace has two pages of them at the most. */
async function namesOf(
  workspacePublicId: string,
  which: Which,
  options: { signal?: AbortSignal },
): Promise<Summary[]> {
  const boards: Summary[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...which, limit: 500, ...(cursor && { cursor }) };
    const input = { params: { workspacePublicId }, query };
    const { reply } = await server.ask(routes.boards.names, input, options);
    boards.push(...reply.boards);
    cursor = reply.nextCursor;
  }
  return boards;
}

/** Boards of all workspaces, or of one. */
export async function readBoards(
  which: Which,
  only: string | undefined,
  signal?: AbortSignal,
): Promise<Workspace[]> {
  const options = signal ? { signal } : {};
  const { reply } = await server.ask(routes.workspaces.list, {}, options);
  const wanted = reply.filter(({ workspace }) => only === undefined || workspace.publicId === only);
  return each(wanted, async ({ workspace: { publicId, name } }) => {
    const boards = await namesOf(publicId, which, options);
    return { id: publicId, name, boards: boards.toSorted((a, b) => names.compare(a.name, b.name)) };
  });
}

/** The boards that are in use, and the workspaces in which the user may create more. */
export async function readWorkspaces(only: string | undefined, signal: AbortSignal): Promise<OwnWorkspace[]> {
  const seen = await readBoards({ type: 'regular' }, only, signal);
  if (only === undefined) void forgetOutOfSight(seen);
  return each(seen, async (workspace) => {
    const params = { workspacePublicId: workspace.id };
    const { reply } = await server.ask(routes.members.myPermissions, { params }, { signal });
    return { ...workspace, mayCreate: reply.permissions.includes('board:create') };
  });
}

/** Deletes the stored copies of boards that are gone or no longer visible. */
async function forgetOutOfSight(seen: readonly Workspace[]): Promise<void> {
  const ids = new Set(seen.flatMap(({ boards }) => boards.map(({ publicId }) => publicId)));
  for (const boardPublicId of await keptBoards()) {
    if (ids.has(boardPublicId)) continue;
    // No list has the id of a board, so the reply contains no cards.
    const input = { params: { boardPublicId }, query: { lists: [boardPublicId], ...alone } };
    await server.ask(routes.boards.get, input).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404))
        return forgetBoard(boardPublicId);
      return undefined;
    });
  }
}
