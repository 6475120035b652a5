import { Readable } from 'node:stream';
import { imports } from '../../../contract/imports.ts';
import { systemRoles } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import type { Principal } from '../base/access/board-permissions.ts';
import { locate } from '../base/access/locate.ts';
import type { Caller, CallerOfSeveral } from '../base/changes/change.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { runnerOf } from '../base/jobs/claimed-work.ts';
import { retryAt, shownIssues } from '../base/jobs/claims.ts';
import type { Service } from '../base/service.ts';
import { incomingIn } from '../base/storage/open.ts';
import { providersOf } from '../integrations/flows.ts';
import { cancelImport } from './actions/cancel.ts';
import { boardtoolReader } from './boardtool-rest.ts';
import { importFromBoardtool } from './flows/import-boardtool.ts';
import { fileReaders, importLater, importText } from './flows/import-file.ts';
import { codehostReader, importProjects, importProjectsLater } from './flows/import-projects.ts';
import { readColumns } from './flows/read-columns.ts';
import { importWork } from './flows/run-import.ts';
import { forgetImports, runImports } from './jobs.ts';
import { type ImportRow, importById, importsOf } from './queries.ts';
import { type Loss, linesOf } from './warnings.ts';

/**
 * Background imports run in two jobs, one import per job. An account may use one of them, so that its long import does not delay
 * other accounts. Each import has a reader process of up to 130 MB next to a service of up to 300: more would exceed 400 MB in all.
 */
const jobsOfImports = ['imports', 'imports-2'];
const importsOfAccount = 1;

export function importRoutes(service: Service): void {
  const { db, jobs } = service;
  const { boardtool } = providersOf(service);
  const readers = {
    ...fileReaders(incomingIn(service.config.dataDir)),
    codehost: codehostReader(service),
    boardtool: boardtoolReader(service, boardtool),
  };

  bind(service, imports.file, ({ query, body, ...caller }) => {
    if (!query.async) return importText(service, inLastChange(caller), body);
    return importLater(service, caller, body, Readable.from([Buffer.from(body.content)]));
  });

  bind(service, imports.upload, ({ query, body, ...caller }) => {
    // The connection stays open if this ends early, so that the sender receives the error.
    return importLater(service, caller, query, body.iterator({ destroyOnReturn: false }));
  });

  bind(service, imports.columns, ({ actor, query, body }) =>
    readColumns(service, actor, query.workspacePublicId, body.iterator({ destroyOnReturn: false })),
  );

  bind(service, imports.list, async ({ actor, params, request }) => {
    const { workspaceId, principal } = await locate(
      db,
      actor,
      'workspace',
      params.workspacePublicId,
      'board:create',
    );
    const { userId } = actor;
    const found = await db.all(importsOf, { workspaceId, userId, ...principal });
    return found.map((row) => shown(row, mayRead(actor, principal), request.headers.prefer));
  });

  bind(service, imports.get, async ({ actor, params, request }) => {
    const located = await locate(db, actor, 'import', params.importPublicId, 'board:create');
    const found = await db.first(importById, located);
    if (!found) throw new NotFound();
    return shown(found, mayRead(actor, located.principal), request.headers.prefer);
  });

  bind(service, imports.cancel, async ({ change, params }) => {
    const done = await change((work) => cancelImport(work, params.importPublicId));
    jobs.soon('trash');
    return done;
  });

  bind(service, imports.codehostProjects, ({ query, body, ...caller }) =>
    query.async
      ? importProjectsLater(service, inLastChange(caller), body)
      : importProjects(service, inLastChange(caller), body),
  );

  bind(service, imports.boardtoolBoards, ({ body, ...caller }) =>
    importFromBoardtool(service, boardtool, inLastChange(caller), body),
  );

  const runNext = runnerOf(service, importWork(service, readers), importsOfAccount);
  for (const name of jobsOfImports) jobs.every(name, 2, () => runImports(service, runNext));
  jobs.every('ended-imports', 3600, () => forgetImports(service));
}

/** For operations with long preparation, or requests to a provider, before their only change. */
const inLastChange = ({ actor, lastChange }: CallerOfSeveral): Caller => ({ actor, change: lastChange });

/**
 * Before an import is completed, its report (names, and titles of cards) is visible only to the user who asked for it and to
 * those who see all boards: others may never see the board.
 */
const mayRead =
  ({ userId }: Actor, { memberLevel }: Principal) =>
  (row: ImportRow): boolean =>
    row.state === 'completed' || row.userId === userId || memberLevel === systemRoles.admin.level;

/** An import as a caller sees it: its board appears once it is completed. */
function shown(row: ImportRow, isOpenTo: (row: ImportRow) => boolean, prefer: string | string[] | undefined) {
  const { workspaceId, id, source, state, done, total, boardId, userId } = row;
  const isOpen = isOpenTo(row);
  const [boardName, error, errorIssues] = isOpen
    ? [row.boardName, row.error, row.errorIssues]
    : [null, null, null];
  const report = isOpen ? reportOf(row) : [];
  return {
    importPublicId: id,
    workspacePublicId: workspaceId,
    source,
    state: state === 'arriving' ? 'waiting' : state,
    done,
    total,
    boardPublicId: state === 'completed' ? boardId : null,
    boardName,
    warnings: linesOf(report),
    report,
    error,
    ...shownIssues({ error, errorIssues }, prefer),
    retryAt: retryAt(row),
    userId,
    createdAt: isoMillis(row.createdAt),
    endedAt: isoMillisOrNull(row.endedAt),
  };
}

/** Reports that earlier versions stored have no `needsAttention`. */
const reportOf = ({ report }: ImportRow): Loss[] =>
  (JSON.parse(report) as (Omit<Loss, 'needsAttention'> & Partial<Loss>)[]).map((loss) => ({
    ...loss,
    needsAttention: loss.needsAttention ?? true,
  }));
