import { trash } from '../../../contract/trash.ts';
import { locateBoardsOf } from '../base/access/locate.ts';
import { trashTime } from '../base/access/trash.ts';
import { isoMillis, minute, second } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, pageOf } from '../base/http/cursor.ts';
import type { Service } from '../base/service.ts';
import { emptyTrash } from './jobs.ts';
import { newestInTrash } from './queries.ts';

export function trashRoutes(service: Service): void {
  const { db, clock, jobs } = service;

  bind(service, trash.list, async ({ actor, params, query }) => {
    const after = cursorFrom(query.cursor);
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'board:view');
    const { limit = 20 } = query;
    const found = await db.all(newestInTrash, {
      workspaceId: workspace.id,
      boardId: query.boardPublicId ?? '',
      ...after,
      since: clock.now() - trashTime,
      ...workspace.principal,
      limit: limit + 1,
    });
    const { shown, ...page } = pageOf(found, limit);
    return {
      items: shown.map(({ type, id, title, at, deletedBy }) => ({
        type,
        publicId: id,
        title,
        deletedAt: isoMillis(at),
        deletedBy,
      })),
      ...page,
    };
  });

  jobs.every('trash', (10 * minute) / second, () => emptyTrash(service));
}
