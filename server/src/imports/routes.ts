import { Readable } from 'node:stream';
import { imports } from '../../../contract/imports.ts';
import { locate } from '../base/access/locate.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { runnerOf } from '../base/jobs/claimed-work.ts';
import { retryAt } from '../base/jobs/claims.ts';
import type { Service } from '../base/service.ts';
import { providersOf } from '../integrations/flows.ts';
import { cancelImport } from './actions/cancel.ts';
import { boardtoolReader } from './boardtool-rest.ts';
import { importFromBoardtool } from './flows/import-boardtool.ts';
import { fileReaders, importLater, importText } from './flows/import-file.ts';
import { codehostReader, importProjects, importProjectsLater } from './flows/import-projects.ts';
import { importWork } from './flows/run-import.ts';
import { forgetImports, runImports } from './jobs.ts';
import { type ImportRow, importById, importsOf } from './queries.ts';
import { type Loss, linesOf } from './warnings.ts';

export function importRoutes(service: Service): void {
  const { db, jobs } = service;
  const { boardtool } = providersOf(service);
  const readers = {
    ...fileReaders,
    codehost: codehostReader(service),
    boardtool: boardtoolReader(service, boardtool),
  };

  bind(service, imports.file, ({ query, body, ...caller }) => {
    if (!query.async) return importText(service, caller, body);
    return importLater(service, caller, body, Readable.from([Buffer.from(body.content)]));
  });

  bind(service, imports.upload, ({ query, body, ...caller }) => {
    // The connection stays open when this ends early: the sender is to be told why.
    return importLater(service, caller, query, body.iterator({ destroyOnReturn: false }));
  });

  bind(service, imports.list, async ({ actor, params }) => {
    const { workspaceId, principal } = await locate(
      db,
      actor,
      'workspace',
      params.workspacePublicId,
      'board:create',
    );
    return (await db.all(importsOf, { workspaceId, ...principal })).map(shown);
  });

  bind(service, imports.get, async ({ actor, params }) => {
    const { workspaceId, id } = await locate(db, actor, 'import', params.importPublicId, 'board:create');
    const found = await db.first(importById, { workspaceId, id });
    if (!found) throw new NotFound();
    return shown(found);
  });

  bind(service, imports.cancel, async ({ change, params }) => {
    const done = await change((work) => cancelImport(work, params.importPublicId));
    jobs.soon('trash');
    return done;
  });

  bind(service, imports.codehostProjects, ({ query, body, ...caller }) =>
    query.async ? importProjectsLater(service, caller, body) : importProjects(service, caller, body),
  );

  bind(service, imports.boardtoolBoards, ({ body, ...caller }) =>
    importFromBoardtool(service, boardtool, caller, body),
  );

  const runNext = runnerOf(service, importWork(service, readers));
  jobs.every('imports', 2, () => runImports(service, runNext));
  jobs.every('ended-imports', 3600, () => forgetImports(service));
}

/** An import as callers see it: its board is there once it is completed. */
function shown(row: ImportRow) {
  const { workspaceId, id, source, state, done, total, boardId, boardName, error, userId } = row;
  const report = JSON.parse(row.report) as Loss[];
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
    retryAt: retryAt(row),
    userId,
    createdAt: isoMillis(row.createdAt),
    endedAt: isoMillisOrNull(row.endedAt),
  };
}
