import { locate } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { fromBody } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { askedFor } from '../../base/jobs/claims.ts';
import { paced } from '../../base/jobs/paced.ts';
import type { Service } from '../../base/service.ts';
import { type RunSlice, requireRoomForBoards } from '../../boards/actions/create.ts';
import type { ImportSource } from '../../data/imports/tables.ts';
import { abandon, grantInto, type Hidden, isLists } from '../destination.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { insertImport } from '../queries.ts';
import { showWritten } from './show-written.ts';
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
      made = await showAll(work, workspacePublicId, source, written);
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

async function showAll(
  work: Work,
  workspacePublicId: string,
  source: ImportSource,
  written: readonly WrittenBoard[],
): Promise<MadeBoard[]> {
  const { tx, actor, now } = work;
  for (const each of written) await grantInto(work, each);
  const { workspaceId, memberId } = await fromBody(
    'workspacePublicId',
    work.grant('workspace', workspacePublicId, 'board:create'),
  );
  const made: MadeBoard[] = [];
  for (const each of written) {
    await showWritten(work, each, memberId);
    const { id: boardId, name } = each.board;
    const id = newId(now);
    await tx.run(insertImport, {
      ...askedFor(actor, now, null),
      workspaceId,
      id,
      source,
      state: 'completed',
      options: '{}',
      storageKey: null,
      done: each.counts.cards,
      total: each.counts.cards,
      report: JSON.stringify(each.warnings.report()),
      boardId,
      boardName: name,
      attempts: 1,
      endedAt: now,
    });
    made.push({ importPublicId: id, publicId: boardId, name, warnings: each.warnings.lines() });
  }
  await recordImport(work, workspaceId, source, made, boardOfLists(written));
  return made;
}

/** The only event of an import. If it added lists to a board, only those who see the board receive it. */
export const recordImport = (
  { record }: Pick<Work, 'record'>,
  workspaceId: string,
  source: ImportSource,
  made: readonly Omit<MadeBoard, 'importPublicId'>[],
  boardId?: string,
): Promise<void> => {
  const boards = made.map(({ publicId, name, warnings }) => ({ publicId, name, warnings }));
  const of = boardId === undefined ? { workspaceId } : { workspaceId, boardId };
  return record.event({ type: 'import.completed', ...of, data: { source, boards } });
};

/** The existing board that got the lists, if any. */
export const boardOfLists = (written: readonly WrittenBoard[]): string | undefined =>
  written.map(({ board }) => board).find(isLists)?.id;
