import type { Static } from 'typebox';
import { changesAtOnce, type LiveEvent } from '../../../contract/live.ts';
import type { Outlet } from './event-stream.ts';

/*
 * A reply that waits for what a stream would be sent. It is a reader of a hub like a stream, so a node follows the log, reads what
 * has changed and checks rights once for all who wait; while nothing happens, one that waits costs its timer.
 */

type Change = Static<typeof LiveEvent>;

interface Gathered {
  changes: Change[];
  /** Everything up to here is in it; undefined if it ended before its position was known. */
  position: number | undefined;
  hasMore: boolean;
  /** Whether the reader must read everything again, since it cannot be told what has changed. */
  reset: boolean;
}

/** Bytes from which on a reply takes no more. */
const plenty = 256 * 1024;

export class Gathering implements Outlet {
  /** The reply. `isEnded` if it was ended for the reader, rather than by what it waited for. */
  readonly done: Promise<Gathered & { isEnded: boolean }>;
  readonly #resolve: (gathered: Gathered & { isEnded: boolean }) => void;
  readonly #isFiltered: boolean;
  readonly #timer: NodeJS.Timeout;
  readonly #onceClosed: (() => void)[] = [];
  #changes: Change[] = [];
  /** Changes whose position has not come yet. */
  #coming: Change[] = [];
  #position: number | undefined;
  #reset = false;
  #bytes = 0;
  /** Whether it has something for which the reader waits. */
  #hasNews = false;
  #isOverdue = false;
  /** Whether it has been sent all that there is. */
  #isAll = false;
  #isOver = false;

  constructor({ milliseconds, isFiltered }: { milliseconds: number; isFiltered: boolean }) {
    const { promise, resolve } = Promise.withResolvers<Gathered & { isEnded: boolean }>();
    this.done = promise;
    this.#resolve = resolve;
    this.#isFiltered = isFiltered;
    this.#isOverdue = milliseconds === 0;
    this.#timer = setTimeout(() => {
      this.#isOverdue = true;
      this.rest(this.#isAll);
    }, milliseconds);
  }

  send(bytes: Buffer): void {
    if (this.#isOver) return;
    // The rest is for the next request.
    if (this.isFull) return this.#finish(true);
    this.#bytes += bytes.length;
    for (const block of bytes.toString().split('\n\n')) this.#take(block);
  }

  /** Takes one event of a stream: a change, or a position after those that belong to it. */
  #take(block: string): void {
    const [, name] = /^event: (\w+)$/m.exec(block) ?? [];
    const [, data] = /^data: (.*)$/m.exec(block) ?? [];
    if (data === undefined) return;
    if (name === undefined) this.#coming.push(JSON.parse(data));
    if (name !== 'position' && name !== 'reset') return;
    this.#position = Number(JSON.parse(data).position);
    if (name === 'reset') {
      this.#reset = true;
      this.#changes = [];
      this.#hasNews = true;
    } else if (!this.#reset) {
      this.#changes.push(...this.#coming);
      this.#hasNews ||= this.#coming.some(
        (change) => isNews(change) && !(this.#isFiltered && isOtherCard(change)),
      );
    }
    this.#coming = [];
  }

  rest(isAll: boolean): void {
    if (this.#isOver) return;
    this.#isAll = isAll;
    if (this.#hasNews || this.isFull || (isAll && this.#isOverdue)) this.#finish(!isAll);
  }

  end(): void {
    this.#finish(false, true);
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#finish(false);
  }

  cut(): void {
    this.#finish(true);
  }

  #finish(hasMore: boolean, isEnded = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const tell of this.#onceClosed) tell();
    const reset = this.#reset;
    this.#resolve({ changes: this.#changes, position: this.#position, hasMore, reset, isEnded });
  }

  /** It never drains: it is over once it is full. */
  onceDrained(): void {}

  onceClosed(tell: () => void): void {
    this.#onceClosed.push(tell);
  }

  get waiting(): number {
    return this.#isOver ? 0 : this.#bytes;
  }

  get isFull(): boolean {
    return this.#changes.length >= changesAtOnce || this.#bytes >= plenty;
  }

  get isOver(): boolean {
    return this.#isOver;
  }
}

/** Agents renew their claims all the time. */
const isNews = ({ type }: Change): boolean => type !== 'card.updated.claim.renewed';

/** Whether a change only says of a card that it does not pass a filter. */
const isOtherCard = ({ card, gone }: Change): boolean => card !== undefined && gone === true;
