import { randomBytes } from 'node:crypto';
import { actorAskedFor } from '../../base/access/asked-for.ts';
import { minute, second } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import type { Sources } from '../board.ts';
import { contentOf } from '../content.ts';
import { claimExport, endExport, nextDue, putOffExport, renewExport, type StoredExport } from '../stored.ts';
import { wantedBy } from '../wanted.ts';

/*
 * Exports that are written beside the requests. A node claims one for a minute, and puts that off while it writes; who finds
 * the claim gone stops. Each attempt has a file of its own, which is stored whole or not at all, and counts only if the
 * claim still holds then: so an export is begun anew wherever a node is, and is whole or not there.
 */

const lease = minute;
const renewal = 10 * second;

/** How often it is begun anew, and how long after a failure; microseconds. */
const mostAttempts = 10;
const laterBy = 30 * second;

/** Somebody else has the export, or it was deleted. */
class Lost extends Error {}

/** The service stops. */
class Stopping extends Error {}

/** Writes the export that is due first; says whether there was one. */
export async function runNext(service: Service, sources: Sources): Promise<boolean> {
  const { db, clock, maintain, storage, stopping } = service;
  const now = clock.now();
  const due = stopping.aborted ? undefined : await db.first(nextDue, { now });
  if (!due) return false;
  const next = Math.max(now + lease, (due.dueAt ?? 0) + 1);
  const storageKey = `${due.workspaceId}/${randomBytes(16).toString('hex')}`;
  const claim = { ...keyOf(due), dueAt: due.dueAt ?? 0, next, storageKey };
  const [claimed] = await maintain((tx) => tx.run(claimExport, claim));
  if (!claimed) return true;
  // What was stored by an attempt that could not say so any more.
  if (due.storageKey !== null) await storage.delete(due.storageKey);
  await new Attempt(service, sources, { ...due, storageKey }, next).toEnd();
  return true;
}

const keyOf = ({ workspaceId, id }: StoredExport) => ({ workspaceId, id });

class Attempt {
  readonly #service: Service;
  readonly #sources: Sources;
  readonly #export: StoredExport & { storageKey: string };
  #dueAt: number;
  #done = 0;
  #size = 0;

  constructor(service: Service, sources: Sources, row: StoredExport & { storageKey: string }, dueAt: number) {
    this.#service = service;
    this.#sources = { ...sources, read: (cards) => void (this.#done += cards) };
    this.#export = row;
    this.#dueAt = dueAt;
  }

  async toEnd(): Promise<void> {
    const { http, storage } = this.#service;
    try {
      await this.#write();
    } catch (error) {
      await storage.delete(this.#export.storageKey).catch(() => {});
      // Where nothing can be written, the claim runs out.
      await this.#giveUp(error).catch((err: unknown) =>
        http.log.error({ err }, 'an export cannot be given up'),
      );
    }
  }

  async #write(): Promise<void> {
    const { db, clock, storage } = this.#service;
    const actor = await actorAskedFor(db, this.#export, clock.now());
    const wanted = await wantedBy(db, actor, this.#export);
    const content = await contentOf(this.#service, this.#sources, wanted);
    try {
      await storage.put(this.#export.storageKey, this.#held(content as AsyncIterable<Uint8Array>));
    } finally {
      content.destroy();
    }
    await this.#end('completed', null, this.#size);
  }

  /** The bytes, as long as the claim holds. */
  async *#held(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
    const { clock, maintain, stopping } = this.#service;
    for await (const chunk of content) {
      if (stopping.aborted) throw new Stopping();
      const now = clock.now();
      if (now > this.#dueAt - lease + renewal) {
        const next = Math.max(now + lease, this.#dueAt + 1);
        const claim = { ...keyOf(this.#export), dueAt: this.#dueAt, next, done: this.#done };
        const [held] = await maintain((tx) => tx.run(renewExport, claim));
        if (!held) throw new Lost();
        this.#dueAt = next;
      }
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.#size += bytes.length;
      yield bytes;
    }
  }

  async #end(state: 'completed' | 'failed', error: string | null, size: number | null): Promise<void> {
    const { clock, maintain } = this.#service;
    const claim = { ...keyOf(this.#export), dueAt: this.#dueAt };
    const how = { state, error, size, done: this.#done, now: clock.now() };
    const [ended] = await maintain((tx) => tx.run(endExport, { ...claim, ...how }));
    if (!ended) throw new Lost();
  }

  async #giveUp(error: unknown): Promise<void> {
    if (error instanceof Lost) return;
    const { clock, maintain, http } = this.#service;
    const { id, attempts } = this.#export;
    if (error instanceof Failure && error.status < 500) {
      await this.#end('failed', error.issues.join('; ') || 'You may not see it any more', null);
    } else if (!(error instanceof Stopping) && attempts + 1 >= mostAttempts) {
      await this.#end('failed', 'It could not be written', null);
    } else {
      if (!(error instanceof Stopping))
        http.log.warn({ err: error, export: id }, 'an export is tried again later');
      const next = clock.now() + (error instanceof Stopping ? 0 : laterBy);
      const claim = { ...keyOf(this.#export), dueAt: this.#dueAt, next };
      await maintain((tx) => tx.run(putOffExport, claim));
    }
  }
}
