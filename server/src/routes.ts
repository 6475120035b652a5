import { activityRoutes } from './activities/routes.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Service } from './base/service.ts';
import { boardRoutes } from './boards/routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { checklistRoutes } from './checklists/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { inviteRoutes } from './invites/routes.ts';
import { labelRoutes } from './labels/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { trashRoutes } from './trash/routes.ts';
import { userRoutes } from './users/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';

/** Every route of the service, in the order of the domains. */
export function bindRoutes(service: Service): void {
  userRoutes(service);
  workspaceRoutes(service);
  roleRoutes(service);
  memberRoutes(service);
  inviteRoutes(service);
  boardRoutes(service);
  listRoutes(service);
  labelRoutes(service);
  cardRoutes(service);
  templateRoutes(service);
  trashRoutes(service);
  checklistRoutes(service);
  commentRoutes(service);
  attachmentRoutes(service);
  activityRoutes(service);
  webhookRoutes(service);
  integrationRoutes(service);
  importRoutes(service);
  auditRoutes(service);
  searchRoutes(service);
  healthRoutes(service);
  docsRoutes(service);
}
