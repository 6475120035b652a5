import { lists } from '../../../contract/lists.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { createList, deleteList, restoreList, updateList } from './actions.ts';

export function listRoutes(service: Service): void {
  const { change } = service;

  bind(service, lists.create, ({ actor, body }) => change(actor, (work) => createList(work, body)));

  bind(service, lists.update, ({ actor, params, body }) =>
    change(actor, (work) => updateList(work, params.listPublicId, body)),
  );

  bind(service, lists.delete, ({ actor, params }) =>
    change(actor, (work) => deleteList(work, params.listPublicId)),
  );

  bind(service, lists.restore, ({ actor, params }) =>
    change(actor, (work) => restoreList(work, params.listPublicId)),
  );
}
