import { checklists } from '../../../contract/checklists.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createChecklist, deleteChecklist, updateChecklist } from './actions/checklists.ts';
import { createItem, deleteItem, updateItem } from './actions/items.ts';

export function checklistRoutes(service: Service): void {
  bind(service, checklists.create, ({ change, params, body }) =>
    change((work) => createChecklist(work, params.cardPublicId, body)),
  );

  bind(service, checklists.update, ({ change, params, body }) =>
    change((work) => updateChecklist(work, params.checklistPublicId, body)),
  );

  bind(service, checklists.delete, ({ change, params }) =>
    change((work) => deleteChecklist(work, params.checklistPublicId)),
  );

  bind(service, checklists.createItem, ({ change, params, body }) =>
    change((work) => createItem(work, params.checklistPublicId, body)),
  );

  bind(service, checklists.updateItem, ({ change, params, body }) =>
    change((work) => updateItem(work, params.checklistItemPublicId, body)),
  );

  bind(service, checklists.deleteItem, ({ change, params }) =>
    change((work) => deleteItem(work, params.checklistItemPublicId)),
  );
}
