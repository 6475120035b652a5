import type { Readable } from 'node:stream';
import type { Actor } from '../../base/access/actor.ts';
import { actorAskedFor } from '../../base/access/asked-for.ts';
import { minute, second } from '../../base/clock.ts';
import { Failure, Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import { abandonHidden, type HiddenBoard, type RunSlice } from '../../boards/actions/create.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { claim, end, type ImportRow, nextDue, putOff, renew, type Step } from '../queries.ts';
import type { ImportSource } from '../tables.ts';
import { inTurns, tellOf } from './import-now.ts';
import { showWritten, writeBoard } from './write-board.ts';

/*
 * Imports that go on beside the requests. A node claims one for a while, and each slice that it writes puts the end of that
 * off; who finds the claim gone stops. So an import is gone on with wherever a node is, from its beginning: what was
 * written of it before is a hidden board that is never shown.
 */

/** How long a claim lasts after a slice; a file may be fetched meanwhile. Microseconds. */
const lease = minute;

/** How often it is begun anew where it was not the fault of what is imported, and how long after that; microseconds. */
const mostAttempts = 10;
const laterBy = 30 * second;

/** What a reader is given. */
export interface Given {
  workspaceId: string;
  actor: Actor;
  options: Record<string, unknown>;
  /** The bytes of the file, or of a part of it, and how many there are, where the import is of one. */
  file: (range?: ByteRange) => Promise<Readable>;
  size: () => Promise<number>;
}

/** Reads boards of elsewhere, anew at each attempt. `close` is called when nothing more is read. */
export type Reader = (given: Given) => Promise<ImportedBoard & { close?: () => Promise<void> }>;

export type Readers = Partial<Record<ImportSource, Reader>>;

/** Somebody else has the import, or nobody is to have it any more. */
class Lost extends Error {}

/** The service stops. */
class Stopping extends Error {}

/** Goes on with the import that is due first; says whether there was one. */
export async function runNext(service: Service, readers: Readers): Promise<boolean> {
  const now = service.clock.now();
  const due = await service.db.first(nextDue, { now });
  if (!due || service.stopping.aborted) return false;
  const run = new Run(service, due);
  if (await run.claim()) await run.toEnd(readers[due.source]);
  return true;
}

class Run {
  readonly #service: Service;
  readonly #import: ImportRow;
  #dueAt: number;
  #step: Step;
  #board: HiddenBoard | undefined;

  constructor(service: Service, row: ImportRow) {
    this.#service = service;
    this.#import = row;
    this.#dueAt = row.dueAt ?? 0;
    this.#step = { done: 0, total: row.total, boardId: null, boardName: row.boardName };
  }

  get #key() {
    const { workspaceId, id } = this.#import;
    return { workspaceId, id };
  }

  /** Takes the import, unless somebody was faster, and gives up what was written of it before. */
  async claim(): Promise<boolean> {
    const { clock, prepare, jobs } = this.#service;
    const { workspaceId, boardId } = this.#import;
    const next = this.#nextDue(clock.now());
    const claimed = await prepare(async (work) => {
      const [row] = await work.tx.run(claim, { ...this.#key, dueAt: this.#dueAt, next });
      if (row && boardId !== null) await abandonHidden(work, { workspaceId, id: boardId });
      return row !== undefined;
    });
    if (claimed) this.#dueAt = next;
    if (boardId !== null) jobs.soon('trash');
    return claimed;
  }

  async toEnd(reader: Reader | undefined): Promise<void> {
    const { http } = this.#service;
    try {
      if (this.#import.state === 'arriving') throw new Invalid('The file did not arrive: send it again');
      if (!reader) throw new Invalid('This version does not know where the board is from');
      if (this.#import.attempts >= mostAttempts) throw new Invalid('It was begun too often');
      await this.#carryOut(reader);
    } catch (error) {
      // Where nothing can be written, the claim runs out.
      await this.#giveUp(error).catch((err: unknown) =>
        http.log.error({ err }, 'an import cannot be given up'),
      );
    }
  }

  async #carryOut(reader: Reader): Promise<void> {
    const { changeAs, http, db, clock } = this.#service;
    const { workspaceId, source } = this.#import;
    const actor = await actorAskedFor(db, this.#import, clock.now());
    const options = JSON.parse(this.#import.options) as Record<string, unknown>;
    const board = await reader({ workspaceId, actor, options, ...this.#stored() });
    try {
      this.#step = { ...this.#step, total: board.total };
      const written = await writeBoard(this.#slices(actor), { ...this.#service, workspaceId }, board, {
        begun: (hidden) => {
          this.#board = hidden;
          this.#step = { ...this.#step, boardId: hidden.id, boardName: hidden.name };
        },
        writing: (done) => {
          this.#step = { ...this.#step, done };
        },
      });
      const { id: publicId, name } = written.board;
      await changeAs(actor)(async (work) => {
        await work.tx.lock('imports', workspaceId, [this.#import.id]);
        const { memberId } = await work.grant('workspace', workspaceId, 'board:create');
        const report = JSON.stringify(written.warnings.report());
        const claimed = { ...this.#key, dueAt: this.#dueAt };
        const [ended] = await work.tx.run(end, {
          ...claimed,
          state: 'completed',
          report,
          error: null,
          now: work.now,
        });
        if (!ended) throw new Lost();
        await showWritten(work, written, memberId);
        await tellOf(work, workspaceId, source, [{ publicId, name, warnings: written.warnings.lines() }]);
      });
      http.log.info({ source, workspace: workspaceId, board: publicId }, 'imported');
    } finally {
      await board.close?.();
    }
  }

  /** Each slice holds the claim: what is written without it would be written beside somebody else. */
  #slices(actor: Actor): RunSlice {
    const { prepare, stopping } = this.#service;
    return inTurns(async (slice) => {
      if (stopping.aborted) throw new Stopping();
      const [value, next] = await prepare(async (work) => {
        const dueAt = this.#nextDue(work.now);
        work.tx.locksNext('imports', this.#import.id);
        const [held] = await work.tx.run(renew, {
          ...this.#key,
          ...this.#step,
          dueAt: this.#dueAt,
          next: dueAt,
        });
        if (!held) throw new Lost();
        return [await slice({ ...work, actor }), dueAt] as const;
      });
      this.#dueAt = next;
      return value;
    });
  }

  /** A claim is known by when it ends, so no two may be the same. */
  #nextDue = (now: number): number => Math.max(now + lease, this.#dueAt + 1);

  #stored(): Pick<Given, 'file' | 'size'> {
    const { storageKey } = this.#import;
    const { storage } = this.#service;
    const found = async () => {
      const stored = storageKey === null ? undefined : await storage.stat(storageKey);
      if (storageKey === null || !stored) throw new Invalid('The file is not there any more');
      return { storageKey, size: stored.size };
    };
    return {
      file: async (range) => storage.open((await found()).storageKey, range),
      size: async () => (await found()).size,
    };
  }

  async #giveUp(error: unknown): Promise<void> {
    const { prepare, clock, jobs, http } = this.#service;
    const board = this.#board;
    const isRefused = error instanceof Failure && error.status < 500;
    if (!isRefused && !(error instanceof Lost) && !(error instanceof Stopping)) {
      http.log.warn({ err: error, import: this.#import.id }, 'an import is tried again later');
    }
    await prepare(async (work) => {
      if (board) await abandonHidden(work, board);
      if (error instanceof Lost) return;
      const claimed = { ...this.#key, dueAt: this.#dueAt };
      if (isRefused) {
        const reason = error.issues.join('; ') || reasons[error.status] || 'It was refused';
        await work.tx.run(end, { ...claimed, state: 'failed', report: '[]', error: reason, now: work.now });
      } else {
        const next = clock.now() + (error instanceof Stopping ? 0 : laterBy);
        await work.tx.run(putOff, { ...claimed, next });
      }
    });
    if (board) jobs.soon('trash');
  }
}

const reasons: Record<number, string> = {
  403: 'Whoever asked for it may not create boards there any more',
  404: 'The workspace is not there any more',
};
