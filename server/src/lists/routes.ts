import { lists } from '../../../contract/lists.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createList, deleteList, restoreList, updateList } from './actions/lists.ts';

export function listRoutes(service: Service): void {
  bind(service, lists.create, ({ change, body }) => change((work) => createList(work, body)));

  bind(service, lists.update, ({ change, params, body }) =>
    change((work) => updateList(work, params.listPublicId, body)),
  );

  bind(service, lists.delete, ({ change, params }) =>
    change((work) => deleteList(work, params.listPublicId)),
  );

  bind(service, lists.restore, ({ change, params }) =>
    change((work) => restoreList(work, params.listPublicId)),
  );
}
