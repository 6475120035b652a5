import { trash } from '../../../contract/trash.ts';
import { locateBoardsOf } from '../access/locate.ts';
import { trashTime } from '../access/trash.ts';
import { isoMillis, minute, second } from '../clock.ts';
import { bind } from '../http/bind.ts';
import { cursorFrom, pageOf } from '../http/cursor.ts';
import type { Service } from '../service.ts';
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
