import { lists } from '../../../contract/lists.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { createList } from './actions.ts';

export function listRoutes(service: Service): void {
  bind(service, lists.create, ({ actor, body }) => service.change(actor, (work) => createList(work, body)));
}
