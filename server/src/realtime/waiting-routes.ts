import { live } from '../../../contract/live.ts';
import { validCredentials } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { Busy, Unauthorized } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { Gathering } from './gathering.ts';
import type { Hub } from './hub.ts';
import { filterFrom, Reader } from './reader.ts';

/** Binds what waits for changes of a board. */
export function waitingRoutes(service: Service, hubOf: (workspaceId: string) => Hub): void {
  const { db, clock, stopping } = service;
  const sources = { db, turns: turnsOn(db.engine) };

  bind(service, live.changes, async ({ actor, params, query, request, reply }) => {
    const seen = () => locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const { workspaceId, id: boardId } = await seen();
    const filter = await filterFrom(sources, actor, { workspaceId, boardId, text: query.filter });
    const { after, wait = 0 } = query;
    const { socket } = request.raw;
    const isAwaited = !stopping.aborted && !socket.readableEnded && !reply.raw.closed;
    const gathering = new Gathering({
      milliseconds: isAwaited ? wait * 1000 : 0,
      isFiltered: filter !== null,
    });
    // A client that closes its half of the connection has left, as one of a stream has.
    const leave = () => gathering.leave();
    socket.once('end', leave);
    reply.raw.once('close', leave).once('close', () => socket.off('end', leave));
    hubOf(workspaceId).join(new Reader(actor, gathering, { boardId, filter, after: after ?? 0 }), after);
    const { isEnded, position = after, ...gathered } = await gathering.done;
    if (isEnded) {
      const stands = await validCredentials(db, [actor.credential], clock.now());
      if (!stands(actor.credential)) throw new Unauthorized();
      await seen();
    }
    // It ended before it began: the service stops.
    if (position === undefined) throw new Busy();
    return { ...gathered, position };
  });
}
