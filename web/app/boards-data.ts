import { ApiError } from '../../contract/client.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { forgetBoard, keptBoards } from '../sync/storage.ts';
import { server } from './session.ts';

export type Summary = ReplyOf<typeof routes.boards.names>['boards'][number];

export interface Workspace {
  id: string;
  name: string;
  boards: readonly Summary[];
}

/** One that someone may use, and what they may do there. */
export interface OwnWorkspace extends Workspace {
  mayCreate: boolean;
}

/** Requests under way at once: a browser has six lines to a service, and a stream takes one of them. */
const atOnce = 4;

/** What `work` gives for each, a few of them at a time. */
async function each<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    results.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return results;
}

/** “Sprint 9” comes before “Sprint 10”. */
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

/** The boards that one works on, and where one may make more. */
export async function readWorkspaces(only: string | undefined, signal: AbortSignal): Promise<OwnWorkspace[]> {
  const seen = await readBoards({ type: 'regular' }, only, signal);
  if (only === undefined) void forgetOutOfSight(seen);
  return each(seen, async (workspace) => {
    const params = { workspacePublicId: workspace.id };
    const { reply } = await server.ask(routes.members.myPermissions, { params }, { signal });
    return { ...workspace, mayCreate: reply.permissions.includes('board:create') };
  });
}

/** Boards that were seen here may be gone or out of sight by now: nothing is kept of those. */
async function forgetOutOfSight(seen: readonly Workspace[]): Promise<void> {
  const ids = new Set(seen.flatMap(({ boards }) => boards.map(({ publicId }) => publicId)));
  for (const boardPublicId of await keptBoards()) {
    if (ids.has(boardPublicId)) continue;
    // No list has the id of a board: what comes has no cards.
    const input = { params: { boardPublicId }, query: { lists: [boardPublicId] } };
    await server.ask(routes.boards.get, input).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404))
        return forgetBoard(boardPublicId);
      return undefined;
    });
  }
}
