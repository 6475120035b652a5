import { undo } from '../../../contract/undo.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { undoSession } from './flows/undo.ts';

export function undoRoutes(service: Service): void {
  bind(service, undo.session, ({ actor, change, lastChange, params, body }) =>
    undoSession(service, { actor, change, lastChange }, params.boardPublicId, body),
  );
}
