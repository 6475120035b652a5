/** Max requests that begin in one turn of the event loop, and how many of them may come from one address. */
const eachTurn = 4;
const ofAddress = 2;

interface Request {
  /** Returns false if there is nothing to begin any more. */
  readonly begin: () => unknown;
  readonly cost: number;
}

interface Queue {
  /** The turn in which this address last began a request, and how many it began in it. */
  turn: number;
  begun: number;
  /** The cost of what it has begun so far, counted on from what others had used when it came. */
  used: number;
  readonly waiting: Request[];
}

/**
 * Starts requests so that they do not take up much of an event loop turn: all clients wait for its end. Requests beyond the
 * limits continue in the next turns: those of an address in order, and first those of the address that has used least, so
 * that a client with large bodies delays its own requests rather than those of others.
 */
export class Rounds {
  readonly #queues = new Map<string, Queue>();
  #turn = 0;
  #begun = 0;
  /** What the address whose request began last had used before it. */
  #level = 0;

  /** `cost` is relative to that of a request without a body. */
  begin(address: string, begin: () => unknown, cost = 1): void {
    const queue = this.#queueOf(address);
    // Queued requests come first.
    if (queue.waiting.length > 0 || !this.#mayBegin(queue)) queue.waiting.push({ begin, cost });
    else this.#run(queue, { begin, cost });
  }

  #queueOf(address: string): Queue {
    const known = this.#queues.get(address);
    if (known) return known;
    if (this.#queues.size === 0) setImmediate(() => this.#next());
    const queue: Queue = { turn: this.#turn, begun: 0, used: this.#level, waiting: [] };
    this.#queues.set(address, queue);
    return queue;
  }

  #mayBegin(queue: Queue): boolean {
    return this.#begun < eachTurn && (queue.turn !== this.#turn || queue.begun < ofAddress);
  }

  #run(queue: Queue, { begin, cost }: Request): void {
    if (begin() === false) return;
    if (queue.turn !== this.#turn) queue.begun = 0;
    queue.turn = this.#turn;
    queue.begun++;
    this.#begun++;
    this.#level = Math.max(this.#level, queue.used);
    queue.used += cost;
  }

  #next(): void {
    this.#turn++;
    this.#begun = 0;
    // An idle service runs no rounds.
    for (const [address, { waiting }] of this.#queues) if (waiting.length === 0) this.#queues.delete(address);
    for (;;) {
      const queue = this.#leastUsed();
      const request = queue?.waiting.shift();
      if (!(queue && request)) break;
      this.#run(queue, request);
    }
    if (this.#queues.size > 0) setImmediate(() => this.#next());
  }

  /** The queue whose turn it is; undefined if nothing more may begin in this turn. */
  #leastUsed(): Queue | undefined {
    let least: Queue | undefined;
    for (const queue of this.#queues.values()) {
      if (queue.waiting.length === 0 || !this.#mayBegin(queue)) continue;
      if (!least || queue.used < least.used) least = queue;
    }
    return least;
  }
}
