import { locate } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { fromBody } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { askedFor } from '../../base/jobs/claims.ts';
import { paced } from '../../base/jobs/paced.ts';
import type { Service } from '../../base/service.ts';
import { type RunSlice, requireRoomForBoards } from '../../boards/actions/create.ts';
import type { ImportSource } from '../../data/imports/tables.ts';
import { abandon, type Hidden } from '../destination.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { insertImport } from '../queries.ts';
import { showAllWritten } from './show-written.ts';
import { type WrittenBoard, writeBoard } from './write-board.ts';

export interface MadeBoard {
  importPublicId: string;
  publicId: string;
  name: string;
  /** What was left out or changed: a line per kind. */
  warnings: string[];
}

type Dependencies = Pick<
  Service,
  'http' | 'db' | 'clock' | 'prepare' | 'jobs' | 'publicUrl' | 'storage' | 'config'
>;

interface Destination<T> {
  workspacePublicId: string;
  /** The existing board that gets the lists; absent for new boards. */
  intoBoard?: string | undefined;
  /** What the change that shows the boards returns. */
  reply: (made: readonly MadeBoard[]) => T;
}

/**
 * Stores boards in a workspace while the caller waits, all or none, and records that the import is complete. The only change is
 * the one that shows them.
 */
export async function importBoards<T>(
  service: Dependencies,
  { actor, change }: Caller,
  { workspacePublicId, intoBoard, reply }: Destination<T>,
  source: ImportSource,
  boards: readonly ImportedBoard[],
): Promise<T> {
  const { db, clock, http, prepare, jobs } = service;
  const { workspaceId } = await fromBody(
    'workspacePublicId',
    locate(db, actor, 'workspace', workspacePublicId, 'board:create'),
  );
  if (intoBoard === undefined) {
    await requireRoomForBoards({ tx: db, now: clock.now() }, workspaceId, boards.length);
  }
  const into = intoBoard === undefined ? undefined : { boardId: intoBoard, by: newId(clock.now()) };
  const run: RunSlice = (slice) => paced(() => prepare((work) => slice({ ...work, actor })));
  const begun: Hidden[] = [];
  try {
    const written: WrittenBoard[] = [];
    for (const board of boards) {
      const progress = { begun: (hidden: Hidden) => begun.push(hidden), writing: () => {} };
      written.push(await writeBoard(run, { ...service, workspaceId, into }, board, progress));
    }
    let made: MadeBoard[] = [];
    const replied = await change(async (work) => {
      made = [];
      await showAllWritten(work, {
        source,
        written,
        grant: () =>
          fromBody('workspacePublicId', work.grant('workspace', workspacePublicId, 'board:create')),
        end: async (each) => made.push(await storeCompleted(work, workspaceId, source, each)),
      });
      return reply(made);
    });
    http.log.info({ source, boards: made }, 'imported');
    return replied;
  } catch (error) {
    // If the database is unavailable, a job removes what was written later.
    for (const board of begun) await prepare((work) => abandon(work, board)).catch(() => {});
    jobs.soon('trash');
    throw error;
  }
}

/** The row of an import for which the caller has waited. */
async function storeCompleted(
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  workspaceId: string,
  source: ImportSource,
  { board, counts, warnings }: WrittenBoard,
): Promise<MadeBoard> {
  const id = newId(now);
  await tx.run(insertImport, {
    ...askedFor(actor, now, null),
    workspaceId,
    id,
    source,
    state: 'completed',
    options: '{}',
    storageKey: null,
    done: counts.cards,
    total: counts.cards,
    report: JSON.stringify(warnings.report()),
    boardId: board.id,
    boardName: board.name,
    attempts: 1,
    endedAt: now,
  });
  return { importPublicId: id, publicId: board.id, name: board.name, warnings: warnings.lines() };
}
