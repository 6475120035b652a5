import type { FastifyReply } from 'fastify';
import { ConcurrencyLimit } from '../access/concurrency.ts';
import { Admission, type Room } from './admission.ts';

/**
 * Room for what takes much memory, of which an account may have a part at a time, so that nobody has all of it. What waits
 * for others of its account waits as long as these take; too many of those are answered 429, and what waits for others 503.
 */
export class SharedRoom {
  readonly #room: Admission;
  readonly #accounts: ConcurrencyLimit;

  constructor(room: Room, ofAccount: { atOnce: number; mayWait: number }) {
    this.#room = new Admission(room);
    this.#accounts = new ConcurrencyLimit(ofAccount);
  }

  /** Resolves when there is room for `share`, which is freed with the reply. Throws `TooManyRequests` and `Busy`. */
  async forReply(userId: string, reply: FastifyReply, share = 1): Promise<void> {
    const turn = this.#accounts.take(userId);
    atEnd(reply, turn.end);
    await turn.begins;
    atEnd(reply, await this.#room.enter(share));
  }

  /** Does some work when there is room for it; it has that until it ends, even if its caller has gone away. */
  async during<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#accounts.take(userId);
    try {
      await turn.begins;
      return await this.#room.during(work);
    } finally {
      turn.end();
    }
  }
}

/** Calls `end` when the reply has been sent or its caller has gone away, which may have been before this. */
export function atEnd({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed) end();
  else raw.once('close', end);
}
