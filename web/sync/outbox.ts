import { type ReadonlySignal, signal } from '@preact/signals-core';
import { ApiError } from '../../contract/client.ts';
import type { Operation } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { overNow } from './description.ts';
import { entitiesOf, type Mutation, makes } from './mutation.ts';
import type { Server } from './server.ts';

/*
 * The user's changes that are not known to be done. They are stored, sent in order, and retried until the server has
 * answered. Two changes that involve the same thing are sent one after the other; all others do not wait for each
 * other.
 *
 * A change stays on top of the server's state until the event stream has passed its position, so that nothing flickers.
 * Sending continues after the user has left the board, and with the next page after the browser was closed. A refused
 * change is taken back together with those that depend on it.
 */

interface Entry {
  mutation: Mutation;
  readonly entities: ReadonlySet<string>;
  state: 'waiting' | 'sent' | 'done';
  /** Whether it was loaded from storage, so that another page may have withdrawn it. */
  readonly isOfOther: boolean;
  /** Whether it can no longer be withdrawn, although its time has not come. */
  isDue: boolean;
  /** The position of the change in the log, once it is done. */
  position?: number;
}

/** Stores unsent changes beyond the lifetime of the page. */
export interface Keeper {
  load(): Promise<readonly Mutation[]>;
  /** Stores a change, replacing its earlier version. */
  keep(mutation: Mutation): Promise<void>;
  isKept(id: string): Promise<boolean>;
  drop(id: string): Promise<void>;
}

export interface OutboxListener {
  /** The changes that are shown on top of the server's state have changed; these remain. */
  pending(mutations: readonly Mutation[]): void;
  /** The server refused a change. Those that depend on it are dropped with it, and none of them is shown any longer. */
  refused(mutation: Mutation, error: ApiError, withIt: readonly Mutation[]): void;
  /** The server has carried out a change, at this position in the log and with this reply. */
  settled(mutation: Mutation, position: number, reply: unknown): void;
  /** The session has ended: nothing is sent until the user signs in. */
  signedOut(): void;
}

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

  constructor(server: Server, keeper: Keeper, listener: OutboxListener) {
    this.#server = server;
    this.#keeper = keeper;
    this.#listener = listener;
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

  /** Continues with the changes stored by an earlier page. */
  async open(): Promise<void> {
    const kept = await this.#keeper.load();
    const known = new Set(this.#entries.map(({ mutation }) => mutation.id));
    this.#entries.unshift(...kept.filter(({ id }) => !known.has(id)).map((each) => entryOf(each, true)));
    this.#changed();
    this.#send();
  }

  /** Shows a change at once and sends it. */
  add(mutation: Mutation): void {
    this.#entries.push(entryOf(mutation, false));
    void this.#keeper.keep(mutation);
    this.#changed();
    this.#send();
  }

  /** Withdraws a change that has not been sent; returns false if it is too late. */
  withdraw(id: string): boolean {
    const entry = this.#entries.find(({ mutation }) => mutation.id === id);
    if (entry?.state !== 'waiting') return false;
    void this.#keeper.drop(id);
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
    clearTimeout(this.#pause);
    clearTimeout(this.#wake);
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
      const isFree = !entry.entities.values().some((each) => busy.has(each));
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
      const { position, reply } = await this.#carryOut(entry, keepalive);
      const wasLost = this.#offline.peek();
      this.#failures = 0;
      this.#offline.value = false;
      entry.state = 'done';
      if (position !== undefined) this.#listener.settled(mutation, position, reply);
      void this.#keeper.drop(mutation.id);
      if (position === undefined || position <= this.#seen) this.#remove((each) => each === entry);
      else entry.position = position;
      this.#changed();
      // The connection is back: other failed requests need not wait for their retry.
      if (wasLost) this.retry();
      else this.#send();
    } catch (error) {
      entry.state = 'waiting';
      if (this.#stopped) return;
      if (error instanceof ApiError && error.status === 401) this.#listener.signedOut();
      else if (error instanceof ApiError && error.status < 500 && error.status !== 429)
        this.#refuse(entry, error);
      else this.#later(error);
    }
  }

  /** Sends a change; returns its position in the log if it changed anything. */
  async #carryOut(
    entry: Entry,
    keepalive: boolean,
  ): Promise<{ position?: number | undefined; reply?: unknown }> {
    const { input, id: key, over, part } = entry.mutation;
    const operation = operationOf(entry.mutation);
    const options = { key, keepalive, ...(over ? { ifMatch: over.etag } : {}) };
    try {
      return await this.#server.ask(operation, input, options);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      // Somebody else has deleted it first.
      if (status === 404 && part && operation.method === 'DELETE') return {};
      if (status !== 412) throw error;
      const now = await overNow(this.#server, entry.mutation);
      if (now === undefined) throw error;
      if (now.isThere) return now;
      entry.mutation = now.mutation;
      await this.#keeper.keep(now.mutation);
      return this.#carryOut(entry, keepalive);
    }
  }

  /** Drops a refused change, and those that involve things it would have created. */
  #refuse(entry: Entry, error: ApiError): void {
    const lost = new Set(makes(entry.mutation));
    const gone = new Set([entry]);
    for (const each of this.#entries.slice(this.#entries.indexOf(entry) + 1)) {
      if (each.state !== 'waiting' || !each.entities.values().some((thing) => lost.has(thing))) continue;
      gone.add(each);
      for (const made of makes(each.mutation)) lost.add(made);
    }
    for (const each of gone) void this.#keeper.drop(each.mutation.id);
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
    const retryAfter = isAnswer ? Number(error.headers.get('retry-after')) * 1000 : 0;
    const pause = pauses[Math.min(this.#failures++, pauses.length - 1)] ?? 0;
    this.#pause ??= setTimeout(() => this.retry(), Math.max(retryAfter || 0, pause * (0.5 + jitter() / 2)));
  }

  #remove(isGone: (entry: Entry) => boolean): void {
    const left = this.#entries.filter((entry) => !isGone(entry));
    if (left.length === this.#entries.length) return;
    this.#entries = left;
    this.#changed();
  }

  #changed(): void {
    const left = this.#entries.filter(({ state }) => state !== 'done');
    this.#left.value = left.length;
    this.#waiting.value = left.filter((each) => heldUntil(each) <= Date.now()).length;
    this.#listener.pending(this.#entries.map(({ mutation }) => mutation));
  }
}

const entryOf = (mutation: Mutation, isOfOther: boolean): Entry => ({
  mutation,
  entities: entitiesOf(mutation),
  state: 'waiting',
  isOfOther,
  isDue: false,
});

const heldUntil = ({ mutation, isDue }: Entry): number => (isDue ? 0 : (mutation.notBefore ?? 0));

function operationOf({ operation: [group, name] }: Mutation): Operation {
  const found = (routes as unknown as Record<string, Record<string, Operation>>)[group]?.[name];
  if (!found) throw new Error(`there is no operation ${group}.${name}`);
  return found;
}

/** A random number from 0 to 1. */
const jitter = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
