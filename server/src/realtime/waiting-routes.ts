import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { live } from '../../../contract/live.ts';
import { type Question, questions } from '../../../contract/questions.ts';
import { type Actor, validCredentials } from '../base/access/actor.ts';
import { requirePermission } from '../base/access/authority.ts';
import { locate } from '../base/access/locate.ts';
import { Busy, NotFound, Unauthorized } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { question } from '../data/comments/questions.ts';
import { Awaiting } from './awaiting.ts';
import { Gathering } from './gathering.ts';
import type { Hub } from './hub.ts';
import { filterFrom, Reader } from './reader.ts';

/** Binds what waits for changes of a board, and for answers. */
export function waitingRoutes(service: Service, hubOf: (workspaceId: string) => Hub): void {
  const { db, clock, stopping } = service;
  const sources = { db, turns: turnsOn(db.engine) };

  /** The actor as they are judged by now. */
  const stillValid = async (actor: Actor): Promise<Actor> => {
    const standing = await validCredentials(db, [actor], clock.now());
    const facts = standing(actor);
    if (!facts) throw new Unauthorized();
    return { ...actor, facts };
  };

  bind(service, live.changes, async ({ actor, params, query, request, reply }) => {
    const seen = (by: Actor) => locate(db, by, 'board', params.boardPublicId, 'board:view');
    const { workspaceId, id: boardId } = await seen(actor);
    const filter = await filterFrom(sources, actor, { workspaceId, boardId, text: query.filter });
    const { after, wait = 0 } = query;
    const isAwaited = !stopping.aborted && isListening({ request, reply });
    const gathering = new Gathering({
      milliseconds: isAwaited ? wait * 1000 : 0,
      isFiltered: filter !== null,
    });
    onceLeft({ request, reply }, () => gathering.leave());
    hubOf(workspaceId).join(
      new Reader(actor, gathering, { workspaceId, boardId, filter, after: after ?? 0 }),
      after,
    );
    const { isEnded, position = after, ...gathered } = await gathering.done;
    if (isEnded) await seen(await stillValid(actor));
    // It ended before it began: the service stops.
    if (position === undefined) throw new Busy();
    return { ...gathered, position };
  });

  bind(service, questions.get, async ({ actor, params, query, request, reply }) => {
    const { questionPublicId: id } = params;
    const read = async (by: Actor) => {
      const card = await locate(db, by, 'comment', id, 'card:view');
      requirePermission(card.permissions, 'comment:view');
      const { workspaceId, id: cardId } = card;
      const found = await db.first(question, { workspaceId, cardId, id });
      if (!found) throw new NotFound();
      return { workspaceId, cardId, shown: JSON.parse(found.json) as Static<typeof Question> };
    };
    const { workspaceId, cardId, shown: first } = await read(actor);
    const { wait = 0 } = query;
    if (wait === 0 || first.state !== 'open' || stopping.aborted || !isListening({ request, reply }))
      return first;
    const awaiting = new Awaiting(wait * 1000, cardId);
    onceLeft({ request, reply }, () => awaiting.leave());
    hubOf(workspaceId).join(
      new Reader(actor, awaiting, { workspaceId, boardId: null, filter: null, after: 0 }),
      undefined,
    );
    try {
      for (;;) {
        await awaiting.news();
        const { shown } = await read(actor);
        // Last: it may have been ended while the question was read.
        if (awaiting.isEnded) await read(await stillValid(actor));
        if (shown.state !== 'open' || awaiting.isOver) return shown;
      }
    } finally {
      awaiting.leave();
    }
  });
}

type Exchange = { request: Pick<FastifyRequest, 'raw'>; reply: Pick<FastifyReply, 'raw'> };

const isListening = ({ request, reply }: Exchange): boolean =>
  !request.raw.socket.readableEnded && !reply.raw.closed;

/** A client that closes its half of the connection has left, as one of a stream has. */
function onceLeft({ request, reply }: Exchange, leave: () => void): void {
  const { socket } = request.raw;
  socket.once('end', leave);
  reply.raw.once('close', leave).once('close', () => socket.off('end', leave));
}
