import { filters } from '../../../contract/filter-check.ts';
import { holds } from '../../../contract/permissions.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { checkFilter } from '../reading/filter/check.ts';
import { Names, scopeOf } from '../reading/filter/names.ts';

export function filterRoutes(service: Service): void {
  const { db } = service;
  const sources = { db, turns: turnsOn(db.engine) };
  bind(service, filters.check, async ({ actor, query }) => {
    const { filter, boardPublicId } = query;
    if (boardPublicId === undefined) return checkFilter(filter, undefined);
    const board = await locate(db, actor, 'board', boardPublicId, 'board:view');
    const scope = scopeOf(board, [board.id], actor);
    const seen = holds(board.permissions, 'list:view') ? scope : { ...scope, lists: [] };
    return checkFilter(filter, new Names(sources, seen));
  });
}
