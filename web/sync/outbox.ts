import { type ReadonlySignal, signal } from '@preact/signals-core';
import { ApiError } from '../../contract/client.ts';
import type { Operation } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { type Mutation, makes, thingsOf } from './mutation.ts';
import type { Server } from './server.ts';

/*
 * What was changed here and is not known to be done: kept, sent in order, and sent again until the server has answered.
 * Two changes that are about the same thing go one after the other; all others do not wait for each other.
 */

interface Entry {
  readonly mutation: Mutation;
  readonly things: ReadonlySet<string>;
  state: 'waiting' | 'sent' | 'done';
  /** Where the change is in the log, once it is done. */
  position?: number;
}

/** Keeps what is not sent yet beyond the end of the page. */
export interface Keeper {
  load(): Promise<readonly Mutation[]>;
  keep(mutation: Mutation): Promise<void>;
  drop(id: string): Promise<void>;
}

export interface Told {
  /** What is shown has changed: these are still to be shown over what the server tells. */
  pending(mutations: readonly Mutation[]): void;
  /** The server refused one, and with it those that depend on it: none of them is shown any more. */
  refused(mutation: Mutation, error: ApiError, withIt: readonly Mutation[]): void;
  /** The server has done one; its place in the log. */
  settled(mutation: Mutation, position: number): void;
  /** Nothing is sent before someone has signed in. */
  signedOut(): void;
}

/** Milliseconds before the next try, by how many have failed. */
const pauses = [500, 1000, 2000, 5000, 10_000, 30_000];

export class Outbox {
  readonly #server: Server;
  readonly #told: Told;
  readonly #keeper: Keeper;
  #entries: Entry[] = [];
  #seen = 0;
  #failures = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  readonly #waiting = signal(0);
  readonly #offline = signal(false);

  constructor(server: Server, keeper: Keeper, told: Told) {
    this.#server = server;
    this.#keeper = keeper;
    this.#told = told;
  }

  /** Changes that the server has not answered. */
  get waiting(): ReadonlySignal<number> {
    return this.#waiting;
  }

  /** Whether the last try did not reach the server. */
  get offline(): ReadonlySignal<boolean> {
    return this.#offline;
  }

  /** Goes on with what was kept when the page ended. */
  async open(): Promise<void> {
    const kept = await this.#keeper.load();
    const known = new Set(this.#entries.map(({ mutation }) => mutation.id));
    this.#entries.unshift(...kept.filter(({ id }) => !known.has(id)).map(entryOf));
    this.#changed();
    this.#send();
  }

  /** Shows a change at once, and sends it. */
  add(mutation: Mutation): void {
    this.#entries.push(entryOf(mutation));
    void this.#keeper.keep(mutation);
    this.#changed();
    this.#send();
  }

  /** What is followed has been told up to a position: what is done by then is part of it. */
  reached(position: number): void {
    this.#seen = Math.max(this.#seen, position);
    this.#remove(({ state, position: at }) => state === 'done' && at !== undefined && at <= this.#seen);
  }

  /** Tries again now: the line is back, or someone has signed in. */
  retry(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#send();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#pause);
  }

  #send(): void {
    if (this.#pause !== undefined || this.#stopped) return;
    const busy = new Set<string>();
    for (const entry of this.#entries) {
      if (entry.state === 'done') continue;
      const isFree = !entry.things.values().some((each) => busy.has(each));
      for (const each of entry.things) busy.add(each);
      if (isFree && entry.state === 'waiting') void this.#sendOne(entry);
    }
  }

  async #sendOne(entry: Entry): Promise<void> {
    const { mutation } = entry;
    entry.state = 'sent';
    try {
      const operation = operationOf(mutation);
      const { position } = await this.#server.ask(operation, mutation.input, { key: mutation.id });
      this.#failures = 0;
      this.#offline.value = false;
      entry.state = 'done';
      if (position !== undefined) this.#told.settled(mutation, position);
      void this.#keeper.drop(mutation.id);
      if (position === undefined || position <= this.#seen) this.#remove((each) => each === entry);
      else entry.position = position;
      this.#changed();
      this.#send();
    } catch (error) {
      entry.state = 'waiting';
      if (this.#stopped) return;
      if (error instanceof ApiError && error.status === 401) this.#told.signedOut();
      else if (error instanceof ApiError && error.status < 500 && error.status !== 429)
        this.#refuse(entry, error);
      else this.#later(error);
    }
  }

  /** Takes back what was refused, and what is about things that it would have made. */
  #refuse(entry: Entry, error: ApiError): void {
    const lost = new Set(makes(entry.mutation));
    const gone = new Set([entry]);
    for (const each of this.#entries.slice(this.#entries.indexOf(entry) + 1)) {
      if (each.state !== 'waiting' || !each.things.values().some((thing) => lost.has(thing))) continue;
      gone.add(each);
      for (const made of makes(each.mutation)) lost.add(made);
    }
    for (const each of gone) void this.#keeper.drop(each.mutation.id);
    this.#remove((each) => gone.has(each));
    const withIt = [...gone].flatMap((each) => (each === entry ? [] : [each.mutation]));
    this.#told.refused(entry.mutation, error, withIt);
    this.#send();
  }

  #later(error: unknown): void {
    this.#offline.value = !(error instanceof ApiError);
    const told = error instanceof ApiError ? Number(error.headers.get('retry-after')) * 1000 : 0;
    const pause = pauses[Math.min(this.#failures++, pauses.length - 1)] ?? 0;
    this.#pause ??= setTimeout(() => this.retry(), Math.max(told || 0, pause * (0.5 + jitter() / 2)));
  }

  #remove(isGone: (entry: Entry) => boolean): void {
    const left = this.#entries.filter((entry) => !isGone(entry));
    if (left.length === this.#entries.length) return;
    this.#entries = left;
    this.#changed();
  }

  #changed(): void {
    this.#waiting.value = this.#entries.filter(({ state }) => state !== 'done').length;
    this.#told.pending(this.#entries.map(({ mutation }) => mutation));
  }
}

const entryOf = (mutation: Mutation): Entry => ({ mutation, things: thingsOf(mutation), state: 'waiting' });

function operationOf({ operation: [group, name] }: Mutation): Operation {
  const found = (routes as unknown as Record<string, Record<string, Operation>>)[group]?.[name];
  if (!found) throw new Error(`there is no operation ${group}.${name}`);
  return found;
}

/** From 0 to 1. */
const jitter = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
