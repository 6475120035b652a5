import { checklists } from '../../../contract/checklists.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { createChecklist, deleteChecklist, updateChecklist } from './actions/checklists.ts';
import { createItem, deleteItem, updateItem } from './actions/items.ts';

export function checklistRoutes(service: Service): void {
  const { change } = service;

  bind(service, checklists.create, ({ actor, params, body }) =>
    change(actor, (work) => createChecklist(work, params.cardPublicId, body)),
  );

  bind(service, checklists.update, ({ actor, params, body }) =>
    change(actor, (work) => updateChecklist(work, params.checklistPublicId, body)),
  );

  bind(service, checklists.delete, ({ actor, params }) =>
    change(actor, (work) => deleteChecklist(work, params.checklistPublicId)),
  );

  bind(service, checklists.createItem, ({ actor, params, body }) =>
    change(actor, (work) => createItem(work, params.checklistPublicId, body)),
  );

  bind(service, checklists.updateItem, ({ actor, params, body }) =>
    change(actor, (work) => updateItem(work, params.checklistItemPublicId, body)),
  );

  bind(service, checklists.deleteItem, ({ actor, params }) =>
    change(actor, (work) => deleteItem(work, params.checklistItemPublicId)),
  );
}
