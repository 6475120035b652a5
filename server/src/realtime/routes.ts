import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { live } from '../../../contract/live.ts';
import { validCredentials } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { cutLongest } from './event-stream.ts';
import { Hub } from './hub.ts';
import { heartbeat, retryAfter } from './messages.ts';
import { openStream } from './open-stream.ts';
import { type Listener, peopleRoutes } from './people.ts';
import { positionIn } from './position.ts';
import { presenceRoutes } from './presence-routes.ts';
import { filterFrom, Reader } from './reader.ts';
import { waitingRoutes } from './waiting-routes.ts';

/** Seconds between heartbeats. */
const heartbeats = 15;

/** Seconds between the times at which an open stream counts as a use of its credential. */
const uses = 600;

export function realtimeRoutes(service: Service): void {
  const { db, http, changeLog, clock, stopping } = service;
  const sources = { db, turns: turnsOn(db.engine) };
  const hubs = new Map<string, Hub>();
  const failed = (err: unknown) => http.log.error({ err }, 'a workspace can no longer be followed');

  const hubOf = (workspaceId: string): Hub => {
    const known = hubs.get(workspaceId);
    if (known) return known;
    const hub = new Hub({ ...sources, clock, changeLog, failed }, workspaceId, () => {
      if (hubs.get(workspaceId) === hub) hubs.delete(workspaceId);
    });
    hubs.set(workspaceId, hub);
    return hub;
  };

  presenceRoutes(service, hubs);
  waitingRoutes(service, hubOf);
  const listeners = peopleRoutes(service, comeAgain);

  const readers = () => [...[...hubs.values()].flatMap((hub) => hub.readers()), ...listeners()];

  bind(service, live.events, async ({ actor, params, query, request, reply }) => {
    const { id: workspaceId } = await locate(
      db,
      actor,
      'workspace',
      params.workspacePublicId,
      'workspace:view',
    );
    const boardId = query.boardPublicId ?? null;
    if (boardId !== null) {
      const board = await locate(db, actor, 'board', boardId, 'board:view');
      if (board.workspaceId !== workspaceId) throw new NotFound();
    }
    const filter = await filterFrom(sources, actor, { workspaceId, boardId, text: query.filter });
    const after = positionIn(request.headers['last-event-id']) ?? query.after;
    const stream = openStream(request, reply, clock);
    if (!stream) return Readable.from([]);
    if (stopping.aborted) stream.end(comeAgain());
    else
      hubOf(workspaceId).join(
        new Reader(actor, stream, { workspaceId, boardId, filter, after: after ?? 0 }),
        after,
      );
    return '';
  });

  keepStreams(service, readers);
}

/** Ends streams whose credential is no longer valid, and all when the service stops; keeps the others open. */
function keepStreams(service: Service, readers: () => readonly (Reader | Listener)[]): void {
  const { db, jobs, clock, stopping, lastUsed } = service;

  jobs.every('event-streams', 1, async () => {
    const all = readers();
    if (all.length === 0) return;
    const standing = await validCredentials(db, all, clock.now());
    for (const holder of all) {
      const facts = standing(holder);
      if (facts) holder.facts = facts;
      else holder.stream.end();
    }
    cutLongest(all.map(({ stream }) => stream));
  });

  jobs.every('heartbeats', heartbeats, async () => {
    for (const { stream } of readers()) stream.send(heartbeat);
  });

  // The credential still has the last use from when the stream began, so this use is worth a write.
  jobs.every('used-streams', uses, async () => {
    for (const { credential } of readers()) lastUsed.touch(credential, clock.now(), false);
  });

  stopping.addEventListener('abort', () => {
    for (const { stream } of readers()) stream.end(comeAgain());
  });
}

/** A random delay: if all clients reconnected at once, they would all reach the same node. */
const comeAgain = (): Buffer => retryAfter(randomInt(500, 5000));
