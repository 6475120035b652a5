import { type Issue, issue } from '../../../../contract/issues.ts';
import type { Actor } from '../access/actor.ts';
import { actorAskedFor } from '../access/requester.ts';
import type { Work } from '../changes/change.ts';
import { type News, tell } from '../changes/telling.ts';
import { hour, second } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { Failure, Invalid } from '../errors.ts';
import { ProcessCrash } from '../processes/answers.ts';
import type { Service } from '../service.ts';
import { type ClaimableRow, type Claims, type Ended, issuesOf } from './claims.ts';
import { heartbeat, Lease, maxDeaths, reasonOf } from './leases.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Max attempts at work whose failure may be temporary, and the delay after a failure; microseconds. */
const maxAttempts = 10;
const laterBy = { least: 30 * second, most: hour };

/** Work described by rows of a table. `R` is such a row, `P` the progress that an attempt stores in it. */
export interface ClaimedWork<R extends ClaimableRow & P, P> {
  claims: Claims<R, P>;
  /** The progress with which an attempt begins. */
  begin: (row: R) => P;
  /** Does all of the work on behalf of the user who requested it, and ends it as completed. */
  runAttempt: (claim: Claim<R, P>, actor: Actor) => Promise<void>;
  /** Removes the remains of an unfinished attempt, this one or that of a crashed node. May run again. */
  undo: (left: R) => Promise<void>;
  /** The reason to report if a failure with this status has none. */
  refusal: (status: number) => Issue;
  /** What the user who requested it is told once it has ended. */
  news: (ended: R, outcome: 'completed' | 'failed') => Omit<News, 'userId'>;
}

/**
 * Returns a function that runs the work due first and returns whether there was any. It may be called concurrently; at most
 * `mostOfAccount` works of one account run at a time, so that no account blocks all others. An attempt that lost its lease
 * does not count: it may still wait for its file, while the next attempt must start.
 */
export function runnerOf<R extends ClaimableRow & P, P>(
  service: Service,
  work: ClaimedWork<R, P>,
  mostOfAccount = Number.POSITIVE_INFINITY,
): () => Promise<boolean> {
  const { db, clock, jobs, stopping } = service;
  const claims = new Set<Claim<R, P>>();
  const isBusy = (userId: string) =>
    [...claims].filter((claim) => claim.row.userId === userId && claim.isHeld).length >= mostOfAccount;
  const renewing = heartbeat(jobs, `claims-of-${work.claims.table}`);
  return async () => {
    const busy = [...new Set([...claims].map(({ row }) => row.userId))].filter(isBusy);
    const due = stopping.aborted
      ? undefined
      : await db.first(work.claims.nextDue, { now: clock.now(), busy });
    if (!due) return false;
    // A concurrent call may have started one meanwhile.
    if (isBusy(due.userId)) return true;
    const claim = new Claim(service, work, due);
    claims.add(claim);
    try {
      if (await claim.take()) await renewing(claim, () => claim.toEnd());
    } finally {
      claims.delete(claim);
    }
    return true;
  };
}

/** One attempt at the work. */
export class Claim<R extends ClaimableRow & P, P> extends Lease<P, P & Ended> {
  /** The row as it was when the lease was taken. */
  readonly row: R;
  readonly #service: Service;
  readonly #work: ClaimedWork<R, P>;

  constructor(service: Service, work: ClaimedWork<R, P>, row: R) {
    super(service, work.claims, row, work.begin(row));
    this.row = row;
    this.#service = service;
    this.#work = work;
  }

  /** The row as the next attempt would find it. */
  get left(): R {
    return { ...this.row, ...this.progress, attempts: this.attempt.attempts };
  }

  async toEnd(): Promise<void> {
    const { http, db, clock } = this.#service;
    const { undo, runAttempt } = this.#work;
    try {
      await undo(this.row);
      // From here on the row holds the progress of this attempt, so that the next one knows what to remove.
      await this.write(async () => {});
      if (this.row.attempts >= maxAttempts)
        throw new Invalid(...(this.row.error === null ? [interrupted] : issuesOf(this.row)));
      if (this.deaths >= maxDeaths) throw new Invalid('job-deaths', { max: maxDeaths });
      await runAttempt(this, await actorAskedFor(db, this.row, clock.now()));
    } catch (error) {
      // If nothing can be written, another attempt claims the work when the lease expires.
      await this.#giveUp(error).catch((err: unknown) => http.log.error({ err }, 'work cannot be given up'));
    }
  }

  /** Renews the lease, and writes only while it is held: later writes would conflict with those of another attempt. */
  async write<T>(write: (work: Pick<Work, 'tx' | 'now'>) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const { dueAt, written } = await this.#service.prepare(async (work) => {
      work.tx.locksNext(this.#work.claims.table, this.attempt.id);
      const dueAt = await this.renew(work.tx, work.now);
      return { dueAt, written: await write(work) };
    });
    this.endsAt = dueAt;
    return written;
  }

  /** Ends the work, in the same transaction as the caller's other writes. */
  async end(
    tx: Writing,
    now: number,
    state: 'completed' | 'failed',
    issues: readonly Issue[] = [],
  ): Promise<void> {
    await this.complete(tx, { ...this.progress, state, ...reasonOf(issues), now });
    const news = { userId: this.row.userId, ...this.#work.news(this.left, state) };
    await tell(tx, [news], { actorId: null, apiKey: null, now });
  }

  /** Waits for a promise; throws as soon as `signal` is aborted. */
  until<T>(promise: Promise<T>): Promise<T> {
    return unlessAborted(this.signal, promise);
  }

  /** The same for each value of an iterable. */
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
      // The source ends only when its pending value has arrived.
      if (this.signal.aborted) ended.catch(() => {});
      else await ended;
    }
  }

  async #giveUp(error: unknown): Promise<void> {
    const { http, stopping } = this.#service;
    const { claims, undo, refusal } = this.#work;
    const { id, attempts } = this.attempt;
    await undo(this.left).catch((err: unknown) =>
      http.log.warn({ err, [claims.table]: id }, 'what was done cannot be removed yet'),
    );
    if (this.isLost) return;
    const failure = error instanceof Failure ? error : undefined;
    if (failure && failure.status < 500) {
      await this.#endFailed(failure.issues.length > 0 ? failure.issues : [refusal(failure.status)]);
      return;
    }
    if (stopping.aborted) {
      await this.release(this.#service.clock.now());
      return;
    }
    const isCrash = error instanceof ProcessCrash;
    const crash = isCrash ? [issue('job-failed', { reason: error.message })] : [];
    const [first = interrupted, ...others] = failure?.issues ?? crash;
    const issues = [first, ...others];
    if (attempts >= maxAttempts || this.deaths + Number(isCrash) >= maxDeaths) {
      await this.#endFailed(issues);
      return;
    }
    http.log.warn({ err: error, [claims.table]: id }, 'work is tried again later');
    const asked = Math.min((failure?.retryAfter ?? 0) * second, laterBy.most);
    const dueAt = this.#service.clock.now() + Math.max(asked, laterBy.least);
    await this.release(dueAt, { died: isCrash, issues });
  }

  #endFailed(issues: readonly Issue[]): Promise<void> {
    return this.#service.prepare(({ tx, now }) => this.end(tx, now, 'failed', issues));
  }
}

const interrupted = issue('job-interrupted');
