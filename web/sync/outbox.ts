import { type ReadonlySignal, signal } from '@preact/signals-core';
import { ApiError } from '../../contract/client.ts';
import { carryOut } from './carry-out.ts';
import { type Entry, entryOf, heldUntil, isHere, type Keeper, type OutboxListener } from './entry.ts';
import { jitter } from './jitter.ts';
import { type Late, Lateness } from './late.ts';
import { type Mutation, makes } from './mutation.ts';
import { mayPass, type Server } from './server.ts';
import { Siblings } from './siblings.ts';

/*
 * The user's changes that are not known to be done. They are stored, sent in order, and retried until the server has
 * answered. Two changes that involve the same thing are sent one after the other; all others do not wait for each
 * other.
 *
 * A change stays on top of the server's state until the event stream has passed its position, so that nothing flickers.
 * Other tabs that have the board open show these changes too, and one of them sends each: see `siblings.ts`.
 * Sending continues after the user has left the board, and with the next page after the browser was closed. A refused
 * change is taken back together with those that depend on it.
 */

/** Milliseconds before the next attempt, by the number of failures so far. */
const pauses = [500, 1000, 2000, 5000, 10_000, 30_000];

export class Outbox {
  readonly #server: Server;
  readonly #listener: OutboxListener;
  readonly #keeper: Keeper;
  #entries: Entry[] = [];
  #seen = 0;
  #failures = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Fires when the next withdrawable change becomes due. */
  #wake: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  readonly #waiting = signal(0);
  readonly #left = signal(0);
  readonly #offline = signal(false);
  readonly #lateness = new Lateness();
  readonly #siblings: Siblings | undefined;

  /** Tabs with the same `channel` are those of a user that have the same board open. */
  constructor(server: Server, keeper: Keeper, listener: OutboxListener, channel?: string) {
    this.#server = server;
    this.#keeper = keeper;
    this.#listener = listener;
    if (!channel) return;
    this.#siblings = new Siblings(channel, {
      sending: () => this.#entries.filter(isHere).map(({ mutation }) => mutation),
      show: (mutations) => this.#showOthers(mutations),
      over: (id, position) => this.#over(id, position),
      adopt: (ids) => this.#adopt(ids),
    });
  }

  /** The number of changes that are due and that the server has not answered. */
  get waiting(): ReadonlySignal<number> {
    return this.#waiting;
  }

  /** The same, plus those that can still be withdrawn. */
  get left(): ReadonlySignal<number> {
    return this.#left;
  }

  /** Whether the last request did not reach the server. */
  get offline(): ReadonlySignal<boolean> {
    return this.#offline;
  }

  /** The changes of all tabs that wait, once one has waited for so long that the user should know. */
  get late(): ReadonlySignal<Late> {
    return this.#lateness.late;
  }

  /** Whether a change that cannot be sent now would be lost with this page, because it could not be stored. */
  get unkept(): ReadonlySignal<boolean> {
    return this.#lateness.unkept;
  }

  /** Continues with the changes stored by an earlier page. */
  async open(): Promise<void> {
    const kept = await this.#keeper.load();
    const known = new Set(this.#entries.map(({ mutation }) => mutation.id));
    const fresh = kept.filter(({ id }) => !known.has(id));
    this.#entries.unshift(...fresh.map((each) => ({ ...entryOf(each, 'elsewhere'), isKept: true })));
    this.#changed();
    const ids = fresh.map(({ id }) => id);
    if (this.#siblings) await this.#siblings.claim(ids);
    else this.#adopt(ids);
  }

  /** Shows a change at once and sends it. */
  add(mutation: Mutation): void {
    const entry = entryOf(mutation, 'waiting');
    this.#entries.push(entry);
    void this.#keep(entry);
    this.#siblings?.has([mutation]);
    this.#changed();
    this.#send();
  }

  /** Withdraws a change that has not been sent; returns false if it is too late. */
  withdraw(id: string): boolean {
    const entry = this.#entries.find(({ mutation }) => mutation.id === id);
    if (entry?.state !== 'waiting') return false;
    this.#drop(id);
    this.#remove((each) => each === entry);
    this.#send();
    return true;
  }

  /**
   * The page is closing: nothing can be withdrawn any longer. Changes that do not arrive are sent when the board is
   * opened again.
   */
  leave(): void {
    for (const entry of this.#entries) entry.isDue = true;
    this.#send(true);
    this.#siblings?.leave();
  }

  /** The stream has reached a position: changes done by then are part of the server's state. */
  reached(position: number): void {
    this.#seen = Math.max(this.#seen, position);
    this.#remove(({ state, position: at }) => state === 'done' && at !== undefined && at <= this.#seen);
  }

  /** Retries now: the connection is back, or the user has signed in. */
  retry(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#send();
  }

  stop(): void {
    this.#stopped = true;
    this.#lateness.stop();
    for (const timer of [this.#pause, this.#wake]) clearTimeout(timer);
    this.#siblings?.leave();
    this.#siblings?.close();
  }

  #send(keepalive = false): void {
    if (this.#pause !== undefined || this.#stopped) return;
    const busy = new Set<string>();
    const held: number[] = [];
    for (const entry of this.#entries) {
      if (entry.state === 'done') continue;
      const until = heldUntil(entry);
      // A change that can be withdrawn holds up no other.
      if (until > Date.now()) {
        held.push(until);
        continue;
      }
      const isFree = ![...entry.entities].some((each) => busy.has(each));
      for (const each of entry.entities) busy.add(each);
      if (isFree && entry.state === 'waiting') void this.#sendOne(entry, keepalive);
    }
    clearTimeout(this.#wake);
    if (held.length === 0) return;
    this.#wake = setTimeout(
      () => {
        this.#changed();
        this.#send();
      },
      Math.min(...held) - Date.now() + 1,
    );
  }

  async #sendOne(entry: Entry, keepalive: boolean): Promise<void> {
    const { mutation } = entry;
    entry.state = 'sent';
    try {
      if (mutation.notBefore && entry.isOfOther && !(await this.#keeper.isKept(mutation.id))) {
        this.#remove((each) => each === entry);
        this.#send();
        return;
      }
      const { position, reply } = await carryOut(this.#server, this.#keeper, entry, keepalive);
      const wasLost = this.#offline.peek();
      this.#failures = 0;
      this.#offline.value = false;
      entry.state = 'done';
      if (position !== undefined) this.#listener.settled(mutation, position, reply);
      this.#drop(mutation.id, position);
      if (position === undefined || position <= this.#seen) this.#remove((each) => each === entry);
      else entry.position = position;
      this.#changed();
      // The connection is back: other failed requests need not wait for their retry.
      if (wasLost) this.retry();
      else this.#send();
    } catch (error) {
      // Unless another tab has sent it meanwhile.
      if (entry.state === 'sent') entry.state = 'waiting';
      if (this.#stopped || isDone(entry)) return;
      if (error instanceof ApiError && error.status === 401) this.#listener.signedOut();
      else if (mayPass(error)) this.#later(error);
      else this.#refuse(entry, error as ApiError);
    }
  }

  /** Drops a refused change, and those that involve things it would have created. */
  #refuse(entry: Entry, error: ApiError): void {
    const lost = new Set(makes(entry.mutation));
    const gone = new Set([entry]);
    for (const each of this.#entries.slice(this.#entries.indexOf(entry) + 1)) {
      if (each.state !== 'waiting' || ![...each.entities].some((thing) => lost.has(thing))) continue;
      gone.add(each);
      for (const made of makes(each.mutation)) lost.add(made);
    }
    for (const each of gone) this.#drop(each.mutation.id);
    this.#remove((each) => gone.has(each));
    const withIt = [...gone].flatMap((each) => (each === entry ? [] : [each.mutation]));
    this.#listener.refused(entry.mutation, error, withIt);
    this.#send();
  }

  #later(error: unknown): void {
    const isAnswer = error instanceof ApiError;
    // The connection is back: failures of the connection do not count towards the server's.
    if (isAnswer && this.#offline.peek()) this.#failures = 0;
    this.#offline.value = !isAnswer;
    this.#look();
    const retryAfter = isAnswer ? Number(error.headers.get('retry-after')) * 1000 : 0;
    const pause = pauses[Math.min(this.#failures++, pauses.length - 1)] ?? 0;
    this.#pause ??= setTimeout(() => this.retry(), Math.max(retryAfter || 0, pause * (0.5 + jitter() / 2)));
  }

  async #keep(entry: Entry): Promise<void> {
    entry.isKept = await this.#keeper.keep(entry.mutation);
    this.#look();
  }

  /** A change is not to be sent any longer, by any tab. */
  #drop(id: string, position?: number): void {
    void this.#keeper.drop(id);
    this.#siblings?.over(id, position);
  }

  /** Shows changes that other tabs send. */
  #showOthers(mutations: readonly Mutation[]): void {
    for (const mutation of mutations) {
      const known = this.#entries.find((each) => each.mutation.id === mutation.id);
      if (!known) this.#entries.push(entryOf(mutation, 'elsewhere'));
      else if (known.state === 'waiting') known.state = 'elsewhere';
    }
    this.#changed();
  }

  /** Another tab has finished a change; with a position, it was carried out. */
  #over(id: string, position: number | undefined): void {
    const entry = this.#entries.find(({ mutation }) => mutation.id === id);
    if (!entry) return;
    entry.state = 'done';
    if (position !== undefined) this.#listener.settled(entry.mutation, position, undefined);
    if (position === undefined || position <= this.#seen) this.#remove((each) => each === entry);
    else {
      entry.position = position;
      this.#changed();
    }
    this.#send();
  }

  /** Sends these changes from now on: the tab that they were made in is gone. */
  #adopt(ids: readonly string[]): Mutation[] {
    const all = new Set(ids);
    const adopted = this.#entries.filter(
      ({ state, mutation }) => state === 'elsewhere' && all.has(mutation.id),
    );
    for (const entry of adopted) {
      entry.state = 'waiting';
      if (!entry.isKept) void this.#keep(entry);
    }
    if (adopted.length > 0) this.#changed();
    this.#send();
    return adopted.map(({ mutation }) => mutation);
  }

  #remove(isGone: (entry: Entry) => boolean): void {
    const left = this.#entries.filter((entry) => !isGone(entry));
    if (left.length === this.#entries.length) return;
    this.#entries = left;
    this.#changed();
  }

  #changed(): void {
    const left = this.#entries.filter(isHere);
    this.#left.value = left.length;
    this.#waiting.value = left.filter((each) => heldUntil(each) <= Date.now()).length;
    this.#look();
    this.#listener.pending(this.#entries.map(({ mutation }) => mutation));
  }

  #look(): void {
    if (!this.#stopped) this.#lateness.look(this.#entries, this.#offline.peek());
  }
}

const isDone = ({ state }: Entry): boolean => state === 'done';
