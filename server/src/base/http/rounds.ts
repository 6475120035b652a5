/** Max requests of one address that begin in one turn of the event loop. */
const eachRound = 2;

interface Line {
  begun: number;
  readonly waiting: (() => void)[];
}

/**
 * Starts requests so that no address takes up much of an event loop turn: the server accepts one connection per turn, and
 * all other clients wait for it. Requests beyond two continue in the next turn, in order.
 */
export class Rounds {
  readonly #lines = new Map<string, Line>();

  begin(address: string, work: () => void): void {
    const line = this.#lineOf(address);
    // Queued requests come first.
    if (line.begun < eachRound && line.waiting.length === 0) {
      line.begun++;
      work();
    } else line.waiting.push(work);
  }

  #lineOf(address: string): Line {
    const known = this.#lines.get(address);
    if (known) return known;
    if (this.#lines.size === 0) setImmediate(() => this.#next());
    const line: Line = { begun: 0, waiting: [] };
    this.#lines.set(address, line);
    return line;
  }

  #next(): void {
    // Forget addresses without queued requests, so that an idle service runs no rounds.
    for (const [address, line] of this.#lines) if (line.waiting.length === 0) this.#lines.delete(address);
    if (this.#lines.size > 0) setImmediate(() => this.#next());
    for (const line of this.#lines.values()) {
      const begins = line.waiting.splice(0, eachRound);
      line.begun = begins.length;
      for (const begin of begins) begin();
    }
  }
}
