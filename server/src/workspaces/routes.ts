import { workspaces } from '../../../contract/workspaces.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { createWorkspace } from './actions.ts';

export function workspaceRoutes(service: Service): void {
  bind(service, workspaces.create, ({ actor, body }) =>
    service.change(actor, (work) => createWorkspace(work, body)),
  );
}
