import { ownViews } from '../../../contract/own-views.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createOwnView, deleteOwnView, updateOwnView } from './actions/own-views.ts';
import { ownViewsOf, viewOf } from './queries.ts';

export function ownViewRoutes(service: Service): void {
  const { db } = service;

  bind(service, ownViews.list, async ({ actor }) =>
    (await db.all(ownViewsOf, { userId: actor.userId })).map(viewOf),
  );

  bind(service, ownViews.create, ({ change, body }) => change((work) => createOwnView(work, body)));

  bind(service, ownViews.update, ({ change, params, body }) =>
    change((work) => updateOwnView(work, params.ownViewPublicId, body)),
  );

  bind(service, ownViews.delete, ({ change, params }) =>
    change((work) => deleteOwnView(work, params.ownViewPublicId)),
  );
}
