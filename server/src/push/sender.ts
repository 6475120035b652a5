import { duePushes, type Pusher, takePush } from '../base/changes/pushing.ts';
import { atMost } from '../base/jobs/at-most.ts';
import { addPushes, due, wakeUser } from './queries.ts';
import { type Dependencies, takeTurn } from './turn.ts';

/*
 * Pushes notifications to browsers. A notification that is due is noted for each browser of its user, in one transaction. Then
 * each subscription has its own turns, so that a push service that does not answer delays no other; a subscription is
 * claimed by one node at a time.
 */

/** Notifications noted by one transaction. */
const slice = 100;

/** Subscriptions that one look begins with at most. */
const mostDue = 500;

/**
 * Max turns at the same time on a node, and the least time that each of their pushes takes, in milliseconds: so a node sends at most
 * 160 a second, which takes a third of a core.
 */
const rate = { atOnce: 16, least: 100 };

interface Options {
  /** Whether it takes its time. */
  timers: boolean;
}

export class PushSender implements Pusher {
  readonly #dependencies: Dependencies;
  readonly #working = new Map<string, Promise<void>>();
  readonly #room = atMost(rate.atOnce);
  readonly #stopping = new AbortController();

  constructor(dependencies: Omit<Dependencies, 'signal' | 'least'>, { timers }: Options) {
    const { signal } = this.#stopping;
    this.#dependencies = { ...dependencies, signal, least: timers ? rate.least : 0 };
  }

  async look(): Promise<void> {
    while (!this.#stopping.signal.aborted && (await this.#note()));
    const { db, clock } = this.#dependencies;
    for (const { id } of await db.all(due, { now: clock.now(), limit: mostDue })) this.#begin(id);
  }

  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working.values());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  /** Notes for whom the next notifications are. Returns whether more may be due. */
  async #note(): Promise<boolean> {
    const { db, maintain, clock } = this.#dependencies;
    const found = await db.all(duePushes, { now: clock.now(), limit: slice });
    if (found.length === 0) return false;
    await maintain(async (tx) => {
      const now = clock.now();
      const users = new Set<string>();
      for (const { workspaceId, id, userId, toldAt, pushAt } of found) {
        const [taken] = await tx.run(takePush, { workspaceId, id, pushAt });
        if (!taken) continue;
        await tx.run(addPushes, { notificationId: id, userId, toldAt, now });
        users.add(userId);
      }
      for (const userId of [...users].sort()) await tx.run(wakeUser, { userId, now });
    });
    return found.length === slice;
  }

  #begin(id: string): void {
    if (this.#working.has(id) || this.#stopping.signal.aborted) return;
    const { log } = this.#dependencies.http;
    const work = this.#room(() => this.#workOn(id))
      .catch((err: unknown) => log.error({ err }, 'notifications could not be pushed'))
      .finally(() => this.#working.delete(id));
    this.#working.set(id, work);
  }

  async #workOn(id: string): Promise<void> {
    let isMore = true;
    while (isMore && !this.#stopping.signal.aborted) isMore = await takeTurn(this.#dependencies, id);
  }
}
