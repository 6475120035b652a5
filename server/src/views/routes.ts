import { views } from '../../../contract/views.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createView, deleteView, updateView } from './actions/views.ts';
import { ownViewRoutes } from './own-routes.ts';
import { viewOf, viewsFor } from './queries.ts';

export function viewRoutes(service: Service): void {
  const { db } = service;
  ownViewRoutes(service);

  bind(service, views.list, async ({ actor, params }) => {
    const { workspaceId, id: boardId } = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const found = await db.all(viewsFor, { workspaceId, boardId, userId: actor.userId });
    return found.map(viewOf);
  });

  bind(service, views.create, ({ change, params, body }) =>
    change((work) => createView(work, params.boardPublicId, body)),
  );

  bind(service, views.update, ({ change, params, body }) => change((work) => updateView(work, params, body)));

  bind(service, views.delete, ({ change, params }) => change((work) => deleteView(work, params)));
}
