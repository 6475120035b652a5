import { fields } from '../../../contract/fields.ts';
import { locate } from '../base/access/locate.ts';
import { bind, Json } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { fieldsJsonOf } from '../data/fields/definitions.ts';
import { createField, deleteField, updateField } from './actions/fields.ts';

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
}
