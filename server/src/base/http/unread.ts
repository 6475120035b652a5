/** Max unparsed bytes held by all connections. Node reads up to 64 kB of each at once. */
const maxUnread = 16 * 1024 ** 2;

/** Counts the unparsed bytes of each address, which wait because earlier requests are still being answered. */
export class Unread {
  readonly #ofAddress = new Map<string, number>();
  readonly #most: number;
  #all = 0;

  constructor(most = maxUnread) {
    this.#most = most;
  }

  /** Adds to the count of an address; `bytes` may be negative. */
  count(address: string, bytes: number): void {
    const held = (this.#ofAddress.get(address) ?? 0) + bytes;
    this.#all += bytes;
    if (held > 0) this.#ofAddress.set(address, held);
    else this.#ofAddress.delete(address);
  }

  /** Whether the total exceeds the limit and this address exceeds its share; addresses that send little are never affected. */
  isTooMuchOf(address: string): boolean {
    if (this.#all <= this.#most) return false;
    return (this.#ofAddress.get(address) ?? 0) > this.#most / this.#ofAddress.size;
  }
}
