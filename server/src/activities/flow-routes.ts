import { flow, flowDays } from '../../../contract/flow.ts';
import { holds } from '../../../contract/permissions.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { readFilter } from '../reading/filter/filter.ts';
import { scopeOf } from '../reading/filter/names.ts';
import { readFlow } from './flow.ts';

export function flowRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = { db, turns: turnsOn(db.engine) };

  bind(service, flow.read, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    const { workspaceId, id: boardId, permissions } = board;
    const at = { now: clock.now(), timeZone: actor.timeZone };
    const filter = await readFilter(sources, query.filter, scopeOf(board, [boardId], actor), at);
    const { days = flowDays.usual, startListPublicId: startListId } = query;
    const isShown = holds(permissions, 'list:view');
    return readFlow(sources, { workspaceId, boardId, isShown, ...at, days, startListId, filter });
  });
}
