import type { FastifyReply } from 'fastify';
import { ConcurrencyLimit } from '../access/concurrency.ts';
import { Admission, type Room } from './admission.ts';

/**
 * Capacity for memory-intensive work, of which an account can only take a part at a time. Work that waits for its own
 * account waits as long as needed; if too much of it waits, it is answered 429. Work that waits too long for other
 * accounts is answered 503.
 */
export class SharedRoom {
  readonly #room: Admission;
  readonly #accounts: ConcurrencyLimit;

  constructor(room: Room, ofAccount: { atOnce: number; mayWait: number }) {
    this.#room = new Admission(room);
    this.#accounts = new ConcurrencyLimit(ofAccount);
  }

  /** Resolves once there is room for `share`, which is released with the reply. Throws `TooManyRequests` and `Busy`. */
  async forReply(userId: string, reply: FastifyReply, share = 1): Promise<void> {
    const turn = this.#accounts.take(userId);
    atEnd(reply, turn.end);
    await turn.begins;
    atEnd(reply, await this.#room.enter(share));
  }

  /** Runs `work` once there is room, and holds the room until it ends, even if the caller has disconnected. */
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

/** Calls `end` once the reply has been sent or the caller has disconnected, possibly already before this call. */
export function atEnd({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed) end();
  else raw.once('close', end);
}
