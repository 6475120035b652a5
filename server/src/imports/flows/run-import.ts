import { addAbortSignal, type Readable } from 'node:stream';
import { type Issue, issue } from '../../../../contract/issues.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { Some } from '../../base/db/table.ts';
import { Invalid } from '../../base/errors.ts';
import type { Claim, ClaimedWork } from '../../base/jobs/claimed-work.ts';
import { paced } from '../../base/jobs/paced.ts';
import type { Service } from '../../base/service.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import type { RunSlice } from '../../boards/actions/create.ts';
import type { ImportSource, imports } from '../../data/imports/tables.ts';
import { abandon, intoOf, leftOf } from '../destination.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { type ImportRow, importClaims } from '../queries.ts';
import { showAllWritten } from './show-written.ts';
import { writeBoard } from './write-board.ts';

/** The input of a reader. */
export interface Given {
  workspaceId: string;
  actor: Actor;
  options: Record<string, unknown>;
  /** The bytes of the uploaded file or a range of it, and its size; only for imports of a file. */
  file: (range?: ByteRange) => Promise<Readable>;
  size: () => Promise<number>;
  /** Aborted when reading must stop. */
  signal: AbortSignal;
}

type Opened = ImportedBoard & { close?: () => Promise<void> };

/**
 * Reads a board from elsewhere, from the start at each attempt. It may take any time. A `Failure` below 500 ends the import; other
 * errors are retried, not before `retryAfter`. `close` is called when reading ends, even if a card is still pending.
 */
export type Reader = (given: Given) => Promise<Opened>;

export type Readers = Partial<Record<ImportSource, Reader>>;

/*
 * An import in the background. A job of any node claims it (`base/jobs/claimed-work.ts`). Each attempt writes a new hidden
 * board, or hidden lists of an existing one, in slices. Each slice checks that the attempt still holds its claim; one that
 * has lost it stops. After a crash another node starts over.
 *
 * A temporary failure is retried, up to ten attempts and not before a provider's `Retry-After`. After two deaths of the
 * service's or the reader's process, the import is given up, because it may be the cause. The last change shows the board
 * and its placeholders, and records `import.completed`. The job that empties the trash removes what failed attempts have
 * written.
 */

type Progress = Some<typeof imports, 'done' | 'total' | 'board_id' | 'board_name' | 'report' | 'known_cards'>;

type ImportClaim = Claim<ImportRow, Progress>;

/**
 * Background imports. An attempt writes a hidden board that is shown only if the attempt completes, so any node can start an
 * import over.
 */
export const importWork = (service: Service, readers: Readers): ClaimedWork<ImportRow, Progress> => ({
  claims: importClaims,
  begin: ({ total, boardName }) => ({
    done: 0,
    total,
    boardId: null,
    boardName,
    report: '[]',
    knownCards: null,
  }),
  runAttempt: (claim, actor) => runImport(service, readers[claim.row.source], claim, actor),
  undo: async (row) => {
    const left = leftOf(row);
    if (!left) return;
    await service.prepare((work) => abandon(work, left));
    service.jobs.soon('trash');
  },
  refusal: (status) => refusals[status] ?? issue('job-refused'),
  news: ({ workspaceId, id: publicId, boardId, boardName, source }, outcome) => ({
    kind: 'import-done',
    workspaceId,
    // What a failed attempt has written is removed.
    ...(outcome === 'completed' && boardId !== null ? { boardId } : {}),
    about: { publicId, outcome, name: boardName ?? source },
  }),
});

const refusals: Record<number, Issue> = {
  403: issue('import-not-allowed'),
  404: issue('import-place-gone'),
};

async function runImport(
  service: Service,
  reader: Reader | undefined,
  claim: ImportClaim,
  actor: Actor,
): Promise<void> {
  const { workspaceId, state } = claim.row;
  if (state === 'arriving') throw new Invalid('file-incomplete');
  if (!reader) throw new Invalid('import-unknown');
  const options = JSON.parse(claim.row.options) as Record<string, unknown>;
  const { signal } = claim;
  const reading = reader({ workspaceId, actor, options, signal, ...fileOf(service, claim) });
  try {
    await writeAndShow(service, claim, actor, await claim.until(reading));
  } finally {
    const closed = reading.then((board) => board.close?.());
    // After an abort, `close` runs but nothing waits for it.
    if (signal.aborted) closed.catch(() => {});
    else await closed;
  }
}

async function writeAndShow(
  service: Service,
  claim: ImportClaim,
  actor: Actor,
  board: ImportedBoard,
): Promise<void> {
  const { changeAs, http } = service;
  const { workspaceId, id, source } = claim.row;
  const say = (more: Partial<Progress>) => {
    claim.progress = { ...claim.progress, ...more };
  };
  say({ total: board.total });
  const run: RunSlice = (slice) => paced(() => claim.write((work) => slice({ ...work, actor })));
  const cards = claim.each(board.cards);
  const written = await writeBoard(
    run,
    { ...service, workspaceId, into: intoOf(claim.left) },
    { ...board, cards },
    {
      begun: (hidden) => say({ boardId: hidden.id, boardName: hidden.name }),
      writing: (done) => say({ done }),
    },
  );
  say({ report: JSON.stringify(written.warnings.report()), knownCards: written.knownCards });
  await changeAs(actor)(async (work) => {
    await work.tx.lock('imports', workspaceId, [id]);
    await showAllWritten(work, {
      source,
      written: [written],
      grant: () => work.grant('workspace', workspaceId, 'board:create'),
      end: () => claim.end(work.tx, work.now, 'completed'),
    });
  });
  http.log.info({ source, workspace: workspaceId, board: written.board.id }, 'imported');
}

/** The file of an import; pending reads fail if the claim is lost. */
function fileOf({ storage }: Service, { row, signal }: ImportClaim): Pick<Given, 'file' | 'size'> {
  const found = async () => {
    const { storageKey } = row;
    const stored = storageKey === null ? undefined : await storage.stat(storageKey);
    if (storageKey === null || !stored) throw new Invalid('file-gone');
    return { storageKey, size: stored.size };
  };
  return {
    file: async (range) => addAbortSignal(signal, await storage.open((await found()).storageKey, range)),
    size: async () => (await found()).size,
  };
}
