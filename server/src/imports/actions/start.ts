import { caps } from '../../../../contract/caps.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { hour } from '../../base/clock.ts';
import { fromBody } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { askedFor } from '../../base/jobs/claims.ts';
import { oneLine } from '../../base/texts.ts';
import type { ImportSource } from '../../data/imports/tables.ts';
import { insertImport, openImports } from '../queries.ts';

export interface StartImport {
  workspacePublicId: string;
  source: ImportSource;
  /** What the board is called where it comes from, as far as that is known. */
  name?: string;
  /** Options for the reader. */
  options?: Record<string, unknown>;
  /** Where its file will be; it is begun when that has arrived. */
  storageKey?: string;
}

/** Characters. */
const longestName = 255;

/** By then a file has arrived, or never will; microseconds. */
const arrival = hour;

/** Stores a background import; returns its id. */
export async function startImport(work: Work, given: StartImport): Promise<string> {
  const { tx, actor, now, grant, quiet } = work;
  const { workspaceId } = await fromBody(
    'workspacePublicId',
    grant('workspace', given.workspacePublicId, 'board:create'),
  );
  const { count = 0 } = (await tx.first(openImports, { workspaceId })) ?? {};
  if (count >= caps.openImportsOfWorkspace)
    throw capReached(caps.openImportsOfWorkspace, 'imports at a time');
  const id = newId(now);
  const isThere = given.storageKey === undefined;
  await tx.run(insertImport, {
    ...askedFor(actor, now, isThere ? now : now + arrival),
    workspaceId,
    id,
    source: given.source,
    state: isThere ? 'waiting' : 'arriving',
    options: JSON.stringify(given.options ?? {}),
    storageKey: given.storageKey ?? null,
    total: null,
    report: '[]',
    boardId: null,
    boardName: given.name === undefined ? null : oneLine(given.name).slice(0, longestName).toWellFormed(),
  });
  // The board is announced once it exists.
  quiet();
  return id;
}
