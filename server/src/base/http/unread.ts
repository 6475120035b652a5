/** Bytes that all connections may hold of what has arrived and is not parsed yet. Node reads up to 64 kB of each at once. */
const mostUnread = 16 * 1024 ** 2;

/** What has arrived from which address and is not parsed yet, since requests before it are still being answered. */
export class Unread {
  readonly #ofAddress = new Map<string, number>();
  readonly #most: number;
  #all = 0;

  constructor(most = mostUnread) {
    this.#most = most;
  }

  /** Counts so many bytes more, or fewer. */
  count(address: string, bytes: number): void {
    const held = (this.#ofAddress.get(address) ?? 0) + bytes;
    this.#all += bytes;
    if (held > 0) this.#ofAddress.set(address, held);
    else this.#ofAddress.delete(address);
  }

  /** Whether there is too much of it, and of this address more than its part: those who send little are never told so. */
  isTooMuchOf(address: string): boolean {
    if (this.#all <= this.#most) return false;
    return (this.#ofAddress.get(address) ?? 0) > this.#most / this.#ofAddress.size;
  }
}
