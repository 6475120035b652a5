import { checklists } from '../../../contract/checklists.ts';
import { locate } from '../base/access/locate.ts';
import { viewerOf } from '../base/changes/activity.ts';
import { dayOrTimeOrNull } from '../base/days.ts';
import { itemFields, versionOf } from '../base/edits.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { completionOf } from '../data/checklists/fragments.ts';
import { createChecklist, deleteChecklist, updateChecklist } from './actions/checklists.ts';
import { createItem, deleteItem, editItem, updateItem } from './actions/items.ts';

export function checklistRoutes(service: Service): void {
  bind(service, checklists.getItem, async ({ actor, params }) => {
    const item = await locate(service.db, actor, 'checklistItem', params.checklistItemPublicId, 'card:view');
    const fields = { title: item.itemTitle, completed: item.itemCompleted === 1 };
    return {
      publicId: item.itemId,
      ...fields,
      due: dayOrTimeOrNull(item.itemDueAt),
      memberPublicId: viewerOf(item).showMembers ? item.itemMemberId : null,
      ...completionOf({
        acceptance: item.itemAcceptance,
        completedAt: item.itemCompletedAt,
        completedBy: item.itemCompletedBy,
        evidence: item.itemEvidence,
      }),
      version: versionOf(itemFields(fields)),
      cardPublicId: item.id,
    };
  });

  bind(service, checklists.get, async ({ actor, params }) => {
    const found = await locate(service.db, actor, 'checklist', params.checklistPublicId, 'card:view');
    return { publicId: found.checklistId, name: found.checklistName, cardPublicId: found.id };
  });

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

  bind(service, checklists.editItem, ({ change, params, body }) =>
    change((work) => editItem(work, params.checklistItemPublicId, body)),
  );

  bind(service, checklists.deleteItem, ({ change, params }) =>
    change((work) => deleteItem(work, params.checklistItemPublicId)),
  );
}
