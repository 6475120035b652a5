import { fields } from '../../../contract/fields.ts';
import { holds } from '../../../contract/permissions.ts';
import { locate } from '../base/access/locate.ts';
import { bind, Json } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { fieldsJsonOf, workspaceFieldsOf } from '../data/fields/definitions.ts';
import { createField, deleteField, updateField, useField } from './actions/fields.ts';
import { createWorkspaceField, shareField } from './actions/workspace-fields.ts';
import { deleteWorkspaceField } from './flows/delete-workspace-field.ts';
import { updateWorkspaceField } from './flows/update-workspace-field.ts';
import { boardCounts } from './queries.ts';

export function fieldRoutes(service: Service): void {
  const { db } = service;

  bind(service, fields.list, async ({ actor, params }) => {
    const { workspaceId, id } = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    return new Json(await fieldsJsonOf(db, { workspaceId, boardId: id }));
  });

  bind(service, fields.create, ({ change, params, body }) =>
    change((work) => createField(work, params.boardPublicId, body)),
  );

  bind(service, fields.update, ({ change, params, body }) =>
    change((work) => updateField(work, params.fieldPublicId, body)),
  );

  bind(service, fields.delete, ({ change, params }) =>
    change((work) => deleteField(work, params.fieldPublicId)),
  );

  bind(service, fields.listOfWorkspace, async ({ actor, params }) => {
    const id = params.workspacePublicId;
    const { workspaceId, permissions } = await locate(db, actor, 'workspace', id, 'board:view');
    const all = await workspaceFieldsOf(db, { workspaceId });
    // Nobody else learns of boards that they may not see.
    if (!holds(permissions, 'workspace:manage')) return all;
    const counts = new Map(
      (await db.all(boardCounts, { workspaceId })).map((each) => [each.id, each.boards]),
    );
    return all.map((field) => ({ ...field, boardCount: counts.get(field.publicId) ?? 0 }));
  });

  bind(service, fields.createInWorkspace, ({ change, params, body }) =>
    change((work) => createWorkspaceField(work, params.workspacePublicId, body)),
  );

  bind(service, fields.updateInWorkspace, ({ actor, change, lastChange, params, body }) =>
    updateWorkspaceField(
      { actor, change, lastChange },
      params.workspacePublicId,
      params.workspaceFieldPublicId,
      body,
    ),
  );

  bind(service, fields.deleteFromWorkspace, ({ actor, change, lastChange, params }) =>
    deleteWorkspaceField(
      { actor, change, lastChange },
      params.workspacePublicId,
      params.workspaceFieldPublicId,
    ),
  );

  bind(service, fields.share, ({ change, params }) =>
    change((work) => shareField(work, params.fieldPublicId)),
  );

  bind(service, fields.use, ({ change, params }) =>
    change((work) => useField(work, params.boardPublicId, params.workspaceFieldPublicId)),
  );
}
