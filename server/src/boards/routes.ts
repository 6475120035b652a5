import { boards } from '../../../contract/boards.ts';
import { locate } from '../access/locate.ts';
import { bind, Json } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { boardSummaries } from './queries.ts';

export function boardRoutes(service: Service): void {
  const { db } = service;

  bind(service, boards.list, async ({ actor, params, query }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'board:view');
    const { type = 'regular', archived = false } = query;
    const found = await db.first(boardSummaries, { workspaceId, userId: actor.userId, type, archived });
    return new Json(found?.json ?? '[]');
  });
}
