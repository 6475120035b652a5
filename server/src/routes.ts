import { activityRoutes } from './activities/routes.ts';
import { boardRoutes } from './boards/routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { listRoutes } from './lists/routes.ts';
import type { Service } from './service.ts';
import { templateRoutes } from './templates/routes.ts';
import { userRoutes } from './users/routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';

/** Every route of the service, in the order of the domains. */
export function bindRoutes(service: Service): void {
  userRoutes(service);
  workspaceRoutes(service);
  boardRoutes(service);
  listRoutes(service);
  cardRoutes(service);
  templateRoutes(service);
  activityRoutes(service);
  docsRoutes(service);
}
