import { flow, flowDays } from '../../../contract/flow.ts';
import { holds } from '../../../contract/permissions.ts';
import { ConcurrencyLimit } from '../base/access/concurrency.ts';
import { locate } from '../base/access/locate.ts';
import { Invalid } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { atEnd } from '../base/http/shared-room.ts';
import { type Turns, turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { readFilter } from '../reading/filter/filter.ts';
import { scopeOf } from '../reading/filter/names.ts';
import { readFlow } from './flow.ts';

export function flowRoutes(service: Service): void {
  const { db, clock } = service;
  const turns = turnsOn(db.engine);
  // It may take as many reads as a board has cards: an account must not fill the room for heavy reads.
  const ofAccount = new ConcurrencyLimit({ atOnce: 1, mayWait: 2 });

  bind(service, flow.read, async ({ actor, params, query, reply }) => {
    const whileWanted: Turns = (step) =>
      turns(() => {
        if (reply.raw.closed) throw new Invalid('request-cut-off');
        return step();
      });
    const sources = { db, turns: whileWanted };
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    const { workspaceId, id: boardId, permissions } = board;
    const at = { now: clock.now(), timeZone: actor.timeZone };
    const filter = await readFilter(sources, query.filter, scopeOf(board, [boardId], actor), at);
    const { days = flowDays.usual, startListPublicId: startListId } = query;
    const isShown = holds(permissions, 'list:view');
    const turn = ofAccount.take(actor.userId);
    atEnd(reply, turn.end);
    await turn.begins;
    const of = { workspaceId, boardId, isShown, ...at, days, startListId, filter };
    return turn.during(() => readFlow(sources, of));
  });
}
