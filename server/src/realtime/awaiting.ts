import type { Outlet } from './event-stream.ts';

/**
 * A reply that waits for something on a card. It is a reader of a hub, and looks again whenever a message names the card; while
 * nothing happens, it costs its timer.
 */
export class Awaiting implements Outlet {
  readonly #card: string;
  readonly #timer: NodeJS.Timeout;
  readonly #onceClosed: (() => void)[] = [];
  #isNews = false;
  #isOver = false;
  #isEnded = false;
  #hasJoined = false;
  #wake: (() => void) | undefined;

  constructor(milliseconds: number, cardId: string) {
    this.#card = cardId;
    this.#timer = setTimeout(() => this.leave(), milliseconds);
  }

  /** Resolves once there may be something new, or it is over. Nothing that happens after it has joined is missed. */
  async news(): Promise<void> {
    if (!this.#isNews && !this.#isOver) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    this.#isNews = false;
  }

  send(bytes: Buffer): void {
    // The first position says from when on it is sent everything.
    const joins = !this.#hasJoined && bytes.includes('event: position');
    this.#hasJoined ||= joins;
    if (joins || bytes.includes(this.#card) || rights.some((event) => bytes.includes(event))) this.#tell();
  }

  #tell(): void {
    this.#isNews = true;
    this.#wake?.();
  }

  /** Whether it was ended for the reader, rather than by time or by who waits. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  end(): void {
    this.#isEnded ||= !this.#isOver;
    this.leave();
  }

  /** Nobody waits for it any more. */
  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const tell of this.#onceClosed) tell();
    this.#tell();
  }

  cut(): void {
    this.leave();
  }

  rest(): void {}

  /** Nothing is buffered. */
  onceDrained(): void {}

  onceClosed(tell: () => void): void {
    this.#onceClosed.push(tell);
  }

  readonly waiting = 0;
  readonly isFull = false;

  get isOver(): boolean {
    return this.#isOver;
  }
}

/** What may take the card out of sight without naming it, or say that something was not sent. */
const rights = ['"type":"board.gone"', '"type":"rights.updated"', 'event: reset'];
