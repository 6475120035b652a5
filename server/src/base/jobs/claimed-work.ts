import type { Actor } from '../access/actor.ts';
import { actorAskedFor } from '../access/asked-for.ts';
import type { Work } from '../changes/change.ts';
import { hour, minute, second } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { Failure, Invalid } from '../errors.ts';
import { ProcessCrash } from '../processes/answers.ts';
import type { Service } from '../service.ts';
import type { Attempt, ClaimableRow, Claims } from './claims.ts';

/** How long an attempt has the work without saying that it still goes on, and how often it says so. */
const lease = minute;
const heartbeat = 10 * second;

/** How often work is begun anew where that may help, and how long after a failure; microseconds. */
const mostAttempts = 10;
const laterBy = { least: 30 * second, most: hour };

/**
 * How often a process may die at it, its own or that of a reader: what it works on may be the reason. An attempt that ends by
 * itself says so, also where the service stops; one that is found running has died.
 */
export const mostDeaths = 2;

/** Somebody else has the work, or nobody is to have it any more. */
class Lost extends Error {}

/** Work that rows of a table ask for. `R` is such a row, `P` what an attempt writes there of its own as it goes on. */
export interface ClaimedWork<R extends ClaimableRow & P, P> {
  claims: Claims<R, P>;
  /** What an attempt begins with. */
  begin: (row: R) => P;
  /** Does all of it, as whoever asked for it, and ends it as completed. */
  carryOut: (claim: Claim<R, P>, actor: Actor) => Promise<void>;
  /** Removes what an attempt left that did not come to its end: this one, or one of a node that is no more. May run again. */
  undo: (left: R) => Promise<void>;
  /** Why it failed, where a failure with this status does not say. */
  refusal: (status: number) => string;
}

/**
 * Gives what goes on with the work that is due first, and says whether there was any. It may be called several times at once; of
 * one account no more than `mostOfAccount` goes on at a time, so that nobody keeps all others waiting.
 */
export function runnerOf<R extends ClaimableRow & P, P>(
  service: Service,
  work: ClaimedWork<R, P>,
  mostOfAccount = Number.POSITIVE_INFINITY,
): () => Promise<boolean> {
  const { db, clock, jobs, stopping } = service;
  const held = new Set<Claim<R, P>>();
  const accounts = new Map<string, number>();
  const ofAccount = (userId: string) => accounts.get(userId) ?? 0;
  // Beside the work, which may wait for long without writing.
  jobs.every(`claims-of-${work.claims.table}`, heartbeat / second, async () => {
    await Promise.all([...held].map((claim) => claim.beat()));
  });
  return async () => {
    const busy = [...accounts.keys()].filter((userId) => ofAccount(userId) >= mostOfAccount);
    const due = stopping.aborted
      ? undefined
      : await db.first(work.claims.nextDue, { now: clock.now(), busy });
    if (!due) return false;
    const { userId } = due;
    // Another call may have been faster.
    if (ofAccount(userId) >= mostOfAccount) return true;
    accounts.set(userId, ofAccount(userId) + 1);
    const claim = new Claim(service, work, due);
    try {
      if (!(await claim.take())) return true;
      held.add(claim);
      await claim.toEnd();
    } finally {
      held.delete(claim);
      accounts.set(userId, ofAccount(userId) - 1);
      if (ofAccount(userId) === 0) accounts.delete(userId);
    }
    return true;
  };
}

/** One attempt. */
export class Claim<R extends ClaimableRow & P, P> {
  /** The row as it was when the work was taken up. */
  readonly row: R;
  /** What was done so far; written with each renewal and with the end. */
  progress: P;
  /** Aborted as soon as it is known that the work is lost, or the service stops. */
  readonly signal: AbortSignal;
  readonly #service: Service;
  readonly #work: ClaimedWork<R, P>;
  readonly #attempt: Attempt;
  /** Before this attempt. */
  readonly #deaths: number;
  readonly #lost = new AbortController();

  constructor(service: Service, work: ClaimedWork<R, P>, row: R) {
    const { workspaceId, id, attempts, deaths, state } = row;
    this.row = row;
    this.progress = work.begin(row);
    this.signal = AbortSignal.any([service.stopping, this.#lost.signal]);
    this.#service = service;
    this.#work = work;
    this.#attempt = { workspaceId, id, attempts: attempts + 1 };
    this.#deaths = deaths + (state === 'running' ? 1 : 0);
  }

  /** The row as whoever comes after this attempt finds it. */
  get left(): R {
    return { ...this.row, ...this.progress, attempts: this.#attempt.attempts };
  }

  /** Begins it, unless somebody was faster. */
  take(): Promise<boolean> {
    return this.#service.prepare(async ({ tx, now }) => {
      const claim = { ...this.#attempt, deaths: this.#deaths, now, dueAt: now + lease };
      const [taken] = await tx.run(this.#work.claims.claim, claim);
      return taken !== undefined;
    });
  }

  async toEnd(): Promise<void> {
    const { http, db, clock } = this.#service;
    const { undo, carryOut } = this.#work;
    try {
      await undo(this.row);
      // From here on the row tells of this attempt, so that the next one knows what to remove.
      await this.renew();
      if (this.row.attempts >= mostAttempts) throw new Invalid(this.row.error ?? brokeOff);
      if (this.#deaths >= mostDeaths) throw new Invalid(died);
      await carryOut(this, await actorAskedFor(db, this.row, clock.now()));
    } catch (error) {
      // Where nothing can be written, somebody takes it up when the lease is over.
      await this.#giveUp(error).catch((err: unknown) => http.log.error({ err }, 'work cannot be given up'));
    }
  }

  /** Says that the work goes on, so that nobody else takes it up. */
  renew(): Promise<void> {
    return this.write(async () => {});
  }

  /** The same beside the work, which is told by `signal` where it is lost. */
  async beat(): Promise<void> {
    if (this.signal.aborted) return;
    await this.renew().catch((error: unknown) => {
      if (!this.signal.aborted) throw error;
    });
  }

  /** Writes as long as the work is had: what is written after that would be written beside somebody else. */
  write<T>(write: (work: Pick<Work, 'tx' | 'now'>) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const { claims } = this.#work;
    return this.#service.prepare(async (work) => {
      work.tx.locksNext(claims.table, this.#attempt.id);
      const dueAt = work.now + lease;
      this.#require(await work.tx.run(claims.renew, { ...this.#attempt, ...this.progress, dueAt }));
      return write(work);
    });
  }

  /** Ends it for good, together with what else is written there. */
  async end(tx: Writing, now: number, state: string, error: string | null = null): Promise<void> {
    const { claims } = this.#work;
    this.#require(await tx.run(claims.end, { ...this.#attempt, ...this.progress, state, error, now }));
  }

  #require([found]: readonly unknown[]): void {
    if (found === undefined) this.#lost.abort(new Lost());
    this.#lost.signal.throwIfAborted();
  }

  /** Waits for what may take long, and not any more once the work is lost. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    try {
      return await Promise.race([promise, ended]);
    } finally {
      // What is left there would be kept for as long as the signal.
      signal.removeEventListener('abort', end);
    }
  }

  /** The same of all that comes one after the other. */
  async *each<T>(source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
    const from = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    try {
      for (;;) {
        const next = await this.until(Promise.resolve(from.next()));
        if (next.done) return;
        yield next.value;
      }
    } finally {
      const ended = Promise.resolve(from.return?.());
      // It ends when what it waits for has come.
      if (this.signal.aborted) ended.catch(() => {});
      else await ended;
    }
  }

  async #giveUp(error: unknown): Promise<void> {
    const { http, stopping } = this.#service;
    const { claims, undo, refusal } = this.#work;
    const { id, attempts } = this.#attempt;
    await undo(this.left).catch((err: unknown) =>
      http.log.warn({ err, [claims.table]: id }, 'what was done cannot be removed yet'),
    );
    if (this.#lost.signal.aborted) return;
    const failure = error instanceof Failure ? error : undefined;
    if (failure && failure.status < 500) {
      await this.#endFailed(failure.issues.join('; ') || refusal(failure.status));
      return;
    }
    if (stopping.aborted) {
      await this.#putOff(this.#service.clock.now(), null);
      return;
    }
    const isCrash = error instanceof ProcessCrash;
    const deaths = this.#deaths + (isCrash ? 1 : 0);
    const said = (isCrash ? error.message : failure?.issues.join('; ')) || brokeOff;
    if (attempts >= mostAttempts || deaths >= mostDeaths) {
      await this.#endFailed(said);
      return;
    }
    http.log.warn({ err: error, [claims.table]: id }, 'work is tried again later');
    const asked = Math.min((failure?.retryAfter ?? 0) * second, laterBy.most);
    await this.#putOff(this.#service.clock.now() + Math.max(asked, laterBy.least), said, deaths);
  }

  async #putOff(dueAt: number, error: string | null, deaths = this.#deaths): Promise<void> {
    const { prepare } = this.#service;
    await prepare(({ tx }) => tx.run(this.#work.claims.putOff, { ...this.#attempt, deaths, dueAt, error }));
  }

  #endFailed(reason: string): Promise<void> {
    return this.#service.prepare(({ tx, now }) => this.end(tx, now, 'failed', reason));
  }
}

const brokeOff = 'It was interrupted; the log of the service says why';

const died = `The service ended ${mostDeaths} times while it was at this, which may be the reason; it is not tried again`;
