import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import type { Caller } from '../../base/changes/change.ts';
import { Conflict, fromBody, Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import {
  type Connection,
  connectionFor,
  eachFromProvider,
  fromProvider,
  type ProviderStatuses,
  providersOf,
} from '../../integrations/flows.ts';
import { startImport } from '../actions/start.ts';
import { boardOfProject } from '../codehost-project.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { Warnings } from '../warnings.ts';
import { importBoards } from './import-now.ts';
import type { Reader } from './run-import.ts';

/** A request for a board of each project. */
export interface Projects {
  workspacePublicId: string;
  projectIds: readonly string[];
}

/** How projects are read: the statuses of failures, and the seconds in all that may be spent waiting for GitHub. */
interface Manner {
  statuses: ProviderStatuses;
  patience: number;
}

/*
 * Projects are read page by page (`integrations/codehost`) and written as they arrive, while the caller waits; one change
 * shows all projects of a request, or none. With `async=true` each project is an import of its own, which a job runs; if
 * GitHub's rate limit takes too long, the import is postponed.
 */

/** While the caller waits; E18 lists the statuses. */
const now: Manner = { statuses: { refused: 400, down: 500, unfit: 400 }, patience: 5 };

/** In the background. After this time the import is postponed, so that others can run. */
const later: Manner = { statuses: { refused: 400, down: 503, unfit: 400 }, patience: 20 };

/** Imports projects while the caller waits. */
export async function importProjects(
  service: Service,
  caller: Caller,
  { workspacePublicId, projectIds }: Projects,
): Promise<{ projectsImported: number }> {
  const connection = await connected(service, caller.actor, workspacePublicId);
  const boards: ImportedBoard[] = [];
  // Unreadable projects are found before anything is written.
  for (const id of new Set(projectIds)) {
    const board = await boardOf(service, connection, id, { ...now, signal: service.stopping });
    if (!board) throw new Invalid('provider-project-unknown', { field: 'body/projectIds', id });
    boards.push(board);
  }
  const reply = (made: readonly unknown[]) => ({ projectsImported: made.length });
  return importBoards(service, caller, { workspacePublicId, reply }, 'codehost', boards);
}

/** Queues an import of each project. */
export async function importProjectsLater(
  service: Service,
  { actor, change }: Caller,
  { workspacePublicId, projectIds }: Projects,
): Promise<{ projectsImported: number; importPublicIds: string[] }> {
  await connected(service, actor, workspacePublicId);
  const started = await change(async (work) => {
    const ids: string[] = [];
    for (const projectId of new Set(projectIds)) {
      ids.push(await startImport(work, { workspacePublicId, source: 'codehost', options: { projectId } }));
    }
    return { projectsImported: 0, importPublicIds: ids };
  }).catch((error: unknown) => {
    // E18 lists no conflict.
    throw error instanceof Conflict ? new Invalid(...error.issues) : error;
  });
  service.jobs.soon('imports');
  return started;
}

/** Reads a project from the start at each attempt. */
export const codehostReader =
  (service: Service): Reader =>
  async ({ actor, options, signal }) => {
    const connection = await connectionFor(service, actor, 'codehost');
    if (!connection) throw new Invalid('not-connected', { provider: 'codehost' });
    const id = String(options.projectId);
    const board = await boardOf(service, connection, id, { ...later, signal });
    if (!board) throw new Invalid('provider-project-gone', { id });
    return board;
  };

/** The connection of a caller who may create boards; checked before any request to GitHub, the permission again by every change. */
async function connected(service: Service, actor: Actor, workspacePublicId: string): Promise<Connection> {
  await fromBody(
    'workspacePublicId',
    locate(service.db, actor, 'workspace', workspacePublicId, 'board:create'),
  );
  const connection = await connectionFor(service, actor, 'codehost');
  if (!connection) throw new Invalid('not-connected', { provider: 'codehost' });
  return connection;
}

async function boardOf(
  service: Service,
  connection: Connection,
  id: string,
  { statuses, patience, signal }: Manner & { signal: AbortSignal },
): Promise<ImportedBoard | undefined> {
  const warnings = new Warnings();
  const { codehost } = providersOf(service);
  const reading = {
    patience,
    signal,
    leftOut: (kind: string, count?: number, example?: string) => warnings.add(kind, count, example),
  };
  const project = await fromProvider(statuses, codehost.project(connection.token, id, reading));
  if (!project) return undefined;
  const items = eachFromProvider(statuses, project.items);
  return boardOfProject({ ...project, items }, connection, warnings);
}
