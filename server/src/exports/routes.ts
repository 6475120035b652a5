import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExportFormat, exports } from '../../../contract/exports.ts';
import { includesAll } from '../../../contract/permissions.ts';
import { type Actor, type KeyName, keyOf } from '../base/access/actor.ts';
import { opensBoard } from '../base/access/board-permissions.ts';
import { exportAddress, isSigned } from '../base/access/file-address.ts';
import { locate, locateBoardsOf } from '../base/access/locate.ts';
import { originOf } from '../base/access/origin.ts';
import { closedTo } from '../base/access/policies.ts';

import { hour, isoMillis, isoMillisOrNull, second } from '../base/clock.ts';
import { Forbidden, NotFound } from '../base/errors.ts';
import type { Room } from '../base/http/admission.ts';
import { bind } from '../base/http/bind.ts';
import { SharedRoom } from '../base/http/shared-room.ts';
import { createTurns } from '../base/http/turns.ts';
import { runnerOf } from '../base/jobs/claimed-work.ts';
import { retryAt, shownIssues } from '../base/jobs/claims.ts';
import type { Service } from '../base/service.ts';
import { noteEvent } from '../users/actions/security-log.ts';
import { startExport } from './actions/start.ts';
import { requireReadable, type Sources } from './board.ts';
import { contentOf, contentTypeOf, nameOfFile, type Wanted } from './content.ts';
import { exportWork } from './flows/run-export.ts';
import { removeExport, removeOldExports } from './jobs.ts';
import { requireMayExport } from './may-export.ts';
import { exportOfUser, exportsOfUser, hideExport, type StoredExport } from './stored.ts';
import { wantedBy } from './wanted.ts';

/** An export that is streamed takes some 40 MB. Beyond these limits clients must retry; background exports run in turn. */
const roomForExports: Room = { size: 2, mayWait: 64, patience: 4_000 };

/** Limits per account, so that one slow reader cannot occupy all slots. */
const exportsOfOne = { atOnce: 1, mayWait: 8 };

export function exportRoutes(service: Service): void {
  const sources = { db: service.db, turns: createTurns(1) };
  streamedRoutes(service, sources);
  backgroundRoutes(service);
  contentRoute(service);

  const { jobs } = service;
  const runNext = runnerOf(service, exportWork(service, sources));
  jobs.every('exports', 5, async () => {
    while (await runNext());
  });
  jobs.every('old-exports', hour / second, () => removeOldExports(service));
}

/** Exports that are sent as the reply, while they are made. */
function streamedRoutes(service: Service, sources: Sources): void {
  const { db, clock } = service;
  const room = new SharedRoom(roomForExports, exportsOfOne);

  const send = async (
    { userId }: Actor,
    wanted: Wanted & { slug: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    await room.forReply(userId, reply);
    describe(reply, wanted.format, nameOfFile(wanted.slug, wanted.format, clock.now()));
    return request.method === 'HEAD' ? Readable.from([]) : contentOf(service, sources, wanted);
  };

  bind(service, exports.board, async ({ actor, params, query, request, reply }) => {
    const { format = 'native', filter: given = '' } = query;
    const filter = given === '' ? null : given;
    const { boardPublicId: boardId } = params;
    const wanted = await wantedBy(db, actor, { workspaceId: '', boardId, format, filter });
    if (filter !== null) {
      const at = { now: clock.now(), timeZone: actor.timeZone };
      await requireReadable(sources, actor, boardId, { filter, at, field: 'query/filter' });
    }
    return send(actor, wanted, request, reply);
  });

  bind(service, exports.workspace, async ({ actor, params, query, request, reply }) => {
    const { format = 'native' } = query;
    const of = { workspaceId: params.workspacePublicId, boardId: null, format, filter: null };
    const wanted = await wantedBy(db, actor, of);
    if (request.method !== 'HEAD') {
      const detail = nameOfFile(wanted.slug, format, clock.now());
      const event = {
        userId: actor.userId,
        type: 'export.started',
        origin: originOf(request),
        detail,
      } as const;
      await service.changeAccounts((work) => noteEvent(work, event));
    }
    return send(actor, wanted, request, reply);
  });
}

/** Exports that are made in the background, and kept. */
function backgroundRoutes(service: Service): void {
  const { db, jobs } = service;

  bind(service, exports.startBoard, async ({ change, params, body, request }) => {
    const origin = originOf(request);
    const started = await change(async (work) =>
      shapeOf(service, await startExport(work, params, body, origin)),
    );
    jobs.soon('exports');
    return started;
  });

  bind(service, exports.startWorkspace, async ({ change, params, body, request }) => {
    const origin = originOf(request);
    const started = await change(async (work) =>
      shapeOf(service, await startExport(work, params, body, origin)),
    );
    jobs.soon('exports');
    return started;
  });

  bind(service, exports.list, async ({ actor, request }) => {
    const all = await db.all(exportsOfUser, { userId: actor.userId });
    const closed = new Set((await closedTo(db, actor)).map(({ id }) => id));
    return all
      .filter((each) => isOpenTo(actor, each) && !closed.has(each.workspaceId))
      .map((each) => ({ ...shapeOf(service, each), ...shownIssues(each, request.headers.prefer) }));
  });

  bind(service, exports.get, async ({ actor, params, request }) => {
    const found = await exportOf(service, actor, params.exportPublicId);
    if (!found) throw new NotFound();
    return { ...shapeOf(service, found), ...shownIssues(found, request.headers.prefer) };
  });

  bind(service, exports.delete, async ({ actor, change, params, request }) => {
    const found = await exportOf(service, actor, params.exportPublicId);
    // Also if the export is gone: a retry with the same idempotency key gets the same answer.
    const done = await change(async ({ tx, ownAccount }) => {
      ownAccount();
      if (!found) throw new NotFound();
      await tx.run(hideExport, found);
      return { success: true };
    });
    // If the file cannot be removed now, the job removes it later.
    if (found) await removeExport(service, found).catch((err: unknown) => request.log.warn({ err }));
    return done;
  });
}

/** The file of an export, at a signed address. */
function contentRoute(service: Service): void {
  const { db, storage } = service;

  bind(service, exports.content, async ({ params, query, request, reply }) => {
    const { exportPublicId: id } = params;
    if (!isSigned(service, { use: 'export', id, user: query.user }, query)) {
      throw new Forbidden('address-expired');
    }
    const found = await db.first(exportOfUser, { id, userId: query.user });
    const { storageKey = null, size = null } = found?.state === 'completed' ? found : {};
    if (!found || storageKey === null || size === null) throw new NotFound();
    await requireSight(service, found);
    if (!(await storage.stat(storageKey))) throw new NotFound();
    describe(reply, found.format, found.filename);
    reply.headers({ 'content-length': size, 'cache-control': 'private, no-store' });
    return request.method === 'HEAD' ? Readable.from([]) : storage.open(storageKey);
  });
}

/** A file name is made of a slug, which has no characters that need escaping. */
const describe = (reply: FastifyReply, format: ExportFormat, filename: string): void =>
  void reply.headers({
    'content-type': contentTypeOf(format),
    'content-disposition': `attachment; filename="${filename}"`,
  });

/** An export that the actor asked for, with no more permissions than this credential has. */
async function exportOf(
  { db }: Pick<Service, 'db'>,
  actor: Actor,
  id: string,
): Promise<StoredExport | undefined> {
  const found = await db.first(exportOfUser, { id, userId: actor.userId });
  if (!found || !isOpenTo(actor, found)) return undefined;
  return (await closedTo(db, actor)).some((each) => each.id === found.workspaceId) ? undefined : found;
}

const isOpenTo = (actor: Actor, { workspaceId, mask, ...found }: StoredExport): boolean =>
  (actor.workspaceId === null || actor.workspaceId === workspaceId) &&
  includesAll(actor.mask, mask) &&
  (found.boardId === null ? hasAllBoardsFor(actor, found) : opensBoard(actor.openBoards, found.boardId));

/** A key that opens only some boards is shown the exports of the workspace that it started: others have more boards. */
const hasAllBoardsFor = (actor: Actor, { apiKey }: Pick<StoredExport, 'apiKey'>): boolean =>
  actor.openBoards === null || (apiKey !== null && (JSON.parse(apiKey) as KeyName).id === keyOf(actor)?.id);

/** Throws if the user who asked for an export may no longer see its board or workspace. */
async function requireSight({ db }: Pick<Service, 'db'>, of: StoredExport): Promise<void> {
  const reader = { userId: of.userId, mask: of.mask, workspaceId: of.workspaceId, openBoards: null };
  requireMayExport(
    of.boardId === null
      ? await locateBoardsOf(db, reader, of.workspaceId, 'board:view')
      : await locate(db, reader, 'board', of.boardId, 'board:view'),
  );
}

function shapeOf(service: Service, stored: StoredExport) {
  const { id, workspaceId, boardId, format, filter, state, done, total, size, error, createdAt, endedAt } =
    stored;
  return {
    exportPublicId: id,
    workspacePublicId: workspaceId,
    boardPublicId: boardId,
    format,
    filter,
    state,
    done,
    total: Math.max(done, total),
    size,
    url: state === 'completed' ? exportAddress(service, id, stored.userId) : null,
    error,
    retryAt: retryAt(stored),
    createdAt: isoMillis(createdAt),
    endedAt: isoMillisOrNull(endedAt),
  };
}
