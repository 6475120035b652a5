/** Max requests that begin in one turn of the event loop, and how many of them may come from one address. */
const eachTurn = 4;
const ofAddress = 2;

interface Queue {
  /** The turn in which this address last began a request, and how many it began in it. */
  turn: number;
  begun: number;
  readonly waiting: (() => void)[];
}

/**
 * Starts requests so that they do not take up much of an event loop turn: the server accepts one connection per turn, and
 * all other clients wait for it. Requests beyond the limits continue in the next turns: those of an address in order, and
 * the addresses by rotation.
 */
export class Rounds {
  /** The address that has waited longest comes first. */
  readonly #queues = new Map<string, Queue>();
  #turn = 0;
  #begun = 0;

  begin(address: string, work: () => void): void {
    const queue = this.#queueOf(address);
    // Queued requests come first.
    if (queue.waiting.length > 0 || !this.#mayBegin(queue)) queue.waiting.push(work);
    else this.#run(queue, work);
  }

  #queueOf(address: string): Queue {
    const known = this.#queues.get(address);
    if (known) return known;
    if (this.#queues.size === 0) setImmediate(() => this.#next());
    const queue: Queue = { turn: this.#turn, begun: 0, waiting: [] };
    this.#queues.set(address, queue);
    return queue;
  }

  #mayBegin(queue: Queue): boolean {
    return this.#begun < eachTurn && (queue.turn !== this.#turn || queue.begun < ofAddress);
  }

  #run(queue: Queue, work: () => void): void {
    if (queue.turn !== this.#turn) queue.begun = 0;
    queue.turn = this.#turn;
    queue.begun++;
    this.#begun++;
    work();
  }

  #next(): void {
    this.#turn++;
    this.#begun = 0;
    let unvisited = this.#queues.size;
    for (const [address, queue] of this.#queues) {
      if (unvisited-- === 0 || this.#begun === eachTurn) break;
      // It goes to the end of the rotation, or is forgotten, so that an idle service runs no rounds.
      this.#queues.delete(address);
      if (queue.waiting.length === 0) continue;
      this.#queues.set(address, queue);
      while (queue.waiting.length > 0 && this.#mayBegin(queue)) {
        const work = queue.waiting.shift();
        if (work) this.#run(queue, work);
      }
    }
    if (this.#queues.size > 0) setImmediate(() => this.#next());
  }
}
