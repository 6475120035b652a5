import { Readable } from 'node:stream';
import { notifications } from '../../../contract/notifications.ts';
import type { Actor } from '../base/access/actor.ts';
import { second } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { handOver } from '../base/http/hand-over.ts';
import type { Service } from '../base/service.ts';
import { countUnread, toldTo, viewingOf } from '../notifications/flows/inbox.ts';
import { usersToldSince } from '../notifications/flows/told-since.ts';
import { EventStream } from './event-stream.ts';
import { retryAfter } from './messages.ts';
import { positionIn } from './position.ts';

/* The streams of people: what each is told, over all workspaces. */

/** The open stream of somebody. */
export interface Listener {
  readonly actor: Actor;
  readonly credential: Actor['credential'];
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

/** Notifications that one message sends at most; what is older is read from the list. */
const most = 50;

const event = (name: string, data: object, id?: number): Buffer =>
  Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** Binds the stream; returns the open ones. */
export function peopleRoutes(service: Service, comeAgain: () => Buffer): () => readonly Listener[] {
  const { db, http, clock, jobs, told, stopping } = service;
  const byUser = new Map<string, Set<Listener>>();
  let heardTo = clock.now();

  const send = async (listener: Listener): Promise<void> => {
    const { actor, stream, since } = listener;
    const now = clock.now();
    // Before it reads, so that what is told meanwhile is not left out next time.
    listener.since = now;
    const news = await toldTo(service, actor, since - overlap, most);
    const before = listener.sent;
    listener.sent = new Map(news.map(({ publicId, createdAt }) => [publicId, createdAt]));
    for (const each of news.toReversed()) {
      if (before.get(each.publicId) !== each.createdAt) stream.send(event('notification', each, now));
    }
    const unread = await countUnread(db, viewingOf(actor, clock.now()));
    if (unread !== listener.unread) stream.send(event('unread', { unread }));
    listener.unread = unread;
  };
  const sending = (listener: Listener): Promise<void> =>
    send(listener).catch((err: unknown) => {
      http.log.error({ err }, 'a stream of notifications failed');
      listener.stream.end(comeAgain());
    });
  const wake = (userIds: readonly string[]): void => {
    for (const id of userIds) for (const listener of byUser.get(id) ?? []) void sending(listener);
  };
  told.listen(wake);

  // What other nodes have told, and what was put off until now.
  jobs.every('told-elsewhere', 1, async () => {
    const to = clock.now();
    const userIds = [...byUser.keys()];
    const after = heardTo - overlap / 2;
    if (userIds.length > 0) wake(await usersToldSince(db, { userIds, after, to }));
    heardTo = to;
  });

  bind(service, notifications.events, async ({ actor, request, reply }) => {
    const since = positionIn(request.headers['last-event-id']) ?? clock.now();
    reply.header('content-type', 'text/event-stream; charset=utf-8');
    // Tells buffering proxies to pass this response on as it arrives.
    reply.header('x-accel-buffering', 'no');
    if (request.method === 'HEAD' || request.raw.socket.destroyed) return Readable.from([]);
    const socket = handOver(request, reply, clock);
    const stream = new EventStream(socket);
    socket.once('end', () => stream.end());
    if (stopping.aborted) {
      stream.end(comeAgain());
      return '';
    }
    // What was there before it began is known, or was sent to the stream that it resumes.
    const known = await toldTo(service, actor, since - overlap, most, since);
    const sent = new Map(known.map(({ publicId, createdAt }) => [publicId, createdAt]));
    const listener: Listener = {
      actor,
      credential: actor.credential,
      stream,
      since,
      sent,
      unread: undefined,
    };
    const others = byUser.get(actor.userId) ?? new Set();
    byUser.set(actor.userId, others.add(listener));
    stream.onceClosed(() => {
      others.delete(listener);
      if (others.size === 0 && byUser.get(actor.userId) === others) byUser.delete(actor.userId);
    });
    stream.send(retryAfter(1000));
    await sending(listener);
    return '';
  });

  return () => [...byUser.values()].flatMap((those) => [...those]);
}
