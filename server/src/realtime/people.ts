import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { notifications } from '../../../contract/notifications.ts';
import type { Actor } from '../base/access/actor.ts';
import { second } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { countUnread, toldTo, viewingOf } from '../notifications/flows/inbox.ts';
import { usersTold } from '../notifications/flows/told-since.ts';
import type { EventStream } from './event-stream.ts';
import { retryAfter } from './messages.ts';
import { openStream } from './open-stream.ts';
import { positionIn } from './position.ts';

/* The streams of people: what each is told, over all workspaces. */

/** The open stream of somebody. */
export interface Listener {
  readonly actor: Actor;
  readonly credential: Actor['credential'];
  /** As the credential was judged last. */
  facts: Actor['facts'];
  readonly stream: EventStream;
  /** It has been sent everything told up to this time; microseconds. */
  since: number;
  /** Those that it was sent lately: when each was told. */
  sent: Map<string, string>;
  /** The number of unread notifications that it was sent last. */
  unread: number | undefined;
}

/**
 * A change is told at the time when it began, and seen when it ends: this much of what was looked at before is looked at again.
 * Microseconds.
 */
const overlap = 10 * second;

/** Streams for which a node reads at the same time. */
const atOnce = 4;

/** Notifications that one message sends at most; what is older is read from the list. */
const most = 50;

const event = (name: string, data: object, id?: number): Buffer =>
  Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** The open streams of a node. */
class Listeners {
  readonly #byUser = new Map<string, Set<Listener>>();
  /** Those to be sent something. */
  readonly #woken = new Set<Listener>();
  #isSending = false;
  readonly #service: Service;
  readonly #comeAgain: () => Buffer;
  #heardTo: number;
  /** How much each was told of what is looked at again. */
  #counted: ReadonlyMap<string, number> = new Map();

  constructor(service: Service, comeAgain: () => Buffer) {
    this.#service = service;
    this.#comeAgain = comeAgain;
    this.#heardTo = service.clock.now();
  }

  all(): readonly Listener[] {
    return [...this.#byUser.values()].flatMap((those) => [...those]);
  }

  /** Adds a stream that knows everything up to a time, and sends it what came since. */
  async join(actor: Actor, stream: EventStream, since: number): Promise<void> {
    const { credential, userId } = actor;
    const listener: Listener = {
      actor,
      facts: actor.facts,
      credential,
      stream,
      since,
      sent: new Map(),
      unread: undefined,
    };
    const others = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, others.add(listener));
    stream.onceClosed(() => {
      others.delete(listener);
      if (others.size === 0 && this.#byUser.get(userId) === others) this.#byUser.delete(userId);
    });
    await this.#attempt(listener, async () => {
      // What was there before is known, or was sent to the stream that this one resumes.
      const { db } = this.#service;
      const before = await viewingOf(db, actor, since);
      listener.sent = sentOf(await toldTo(db, before, since - overlap, most));
      await this.#send(listener);
    });
  }

  wake(userIds: readonly string[]): void {
    for (const id of userIds) {
      for (const listener of this.#byUser.get(id) ?? []) this.#woken.add(listener);
    }
    if (!this.#isSending) void this.#sendAll();
  }

  /** A few at a time: hundreds may be told the same. Whoever is told more before their turn is sent all of it then. */
  async #sendAll(): Promise<void> {
    this.#isSending = true;
    while (this.#woken.size > 0) await Promise.all(Array.from({ length: atOnce }, () => this.#sendNext()));
    this.#isSending = false;
  }

  async #sendNext(): Promise<void> {
    for (const listener of this.#woken) {
      this.#woken.delete(listener);
      if (!listener.stream.isOver) await this.#attempt(listener, () => this.#send(listener));
      // Statements may end within one turn of the event loop, in which nobody else is answered.
      await turn();
    }
  }

  /** Sends what other nodes have told, and what was put off until now. */
  async lookElsewhere(): Promise<void> {
    const { db, clock } = this.#service;
    const [since, to] = [this.#heardTo, clock.now()];
    const userIds = [...this.#byUser.keys()];
    const told = userIds.length > 0 ? await usersTold(db, { userIds, since, to, overlap: overlap / 2 }) : [];
    const counted = this.#counted;
    this.wake(
      told.filter(({ userId, fresh, late }) => fresh > 0 || late !== counted.get(userId)).map(userIdOf),
    );
    this.#counted = new Map(told.map(({ userId, again }) => [userId, again]));
    this.#heardTo = to;
  }

  async #send(listener: Listener): Promise<void> {
    const { db, clock } = this.#service;
    const { actor, facts, stream, since } = listener;
    const now = clock.now();
    // Before it reads, so that what is told meanwhile is not left out next time.
    listener.since = now;
    const viewing = await viewingOf(db, { ...actor, facts }, clock.now());
    const news = await toldTo(db, viewing, since - overlap, most);
    const before = listener.sent;
    listener.sent = sentOf(news);
    for (const each of news.toReversed()) {
      if (before.get(each.publicId) !== each.createdAt) stream.send(event('notification', each, now));
    }
    const unread = await countUnread(db, viewing);
    if (unread !== listener.unread) stream.send(event('unread', { unread }));
    listener.unread = unread;
  }

  async #attempt(listener: Listener, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.#service.http.log.error({ err }, 'a stream of notifications failed');
      listener.stream.end(this.#comeAgain());
    }
  }
}

const userIdOf = ({ userId }: { userId: string }): string => userId;

const sentOf = (news: readonly { publicId: string; createdAt: string }[]): Listener['sent'] =>
  new Map(news.map(({ publicId, createdAt }) => [publicId, createdAt]));

/** Binds the stream; returns the open ones. */
export function peopleRoutes(service: Service, comeAgain: () => Buffer): () => readonly Listener[] {
  const { clock, jobs, told, stopping } = service;
  const listeners = new Listeners(service, comeAgain);
  told.listen((userIds) => listeners.wake(userIds));
  jobs.every('told-elsewhere', 1, () => listeners.lookElsewhere());

  bind(service, notifications.events, async ({ actor, request, reply }) => {
    const since = positionIn(request.headers['last-event-id']) ?? clock.now();
    const stream = openStream(request, reply, clock);
    if (!stream) return Readable.from([]);
    stream.send(retryAfter(1000));
    if (stopping.aborted) stream.end(comeAgain());
    else await listeners.join(actor, stream, since);
    return '';
  });

  return () => listeners.all();
}
