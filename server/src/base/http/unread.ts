/** Max unparsed bytes held by all connections. Node reads up to 64 kB of each at once. */
const maxUnread = 16 * 1024 ** 2;

/** Counts the unparsed bytes of each address, which wait because earlier requests are still being answered. */
export class Unread {
  readonly #ofAddress = new Map<string, number>();
  readonly #most: number;
  #all = 0;
  #less = () => {};

  constructor(most = maxUnread) {
    this.#most = most;
  }

  /** Sets what is called whenever an address holds less than before. */
  onLess(called: () => void): void {
    this.#less = called;
  }

  /** Adds to the count of an address; `bytes` may be negative. */
  count(address: string, bytes: number): void {
    const held = (this.#ofAddress.get(address) ?? 0) + bytes;
    this.#all += bytes;
    if (held > 0) this.#ofAddress.set(address, held);
    else this.#ofAddress.delete(address);
    if (bytes < 0) this.#less();
  }

  /** Whether the total exceeds the limit and this address exceeds its share; addresses that send little are never affected. */
  isTooMuchOf(address: string): boolean {
    return this.#exceeds(address, this.#most);
  }

  /** The same at half the limit: beyond it nothing more is let in, so that what is already there need not be closed. */
  isMuchOf(address: string): boolean {
    return this.#exceeds(address, this.#most / 2);
  }

  #exceeds(address: string, most: number): boolean {
    if (this.#all <= most) return false;
    return (this.#ofAddress.get(address) ?? 0) > most / this.#ofAddress.size;
  }
}
