import { webhooks } from '../../../contract/webhooks.ts';
import { forgetDeliveries } from '../base/changes/forget-deliveries.ts';
import { isoMillisOrNull } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { targetCheck } from '../base/outgoing/target.ts';
import type { Service } from '../base/service.ts';
import { redeliver, rotateSecret, textOf } from './actions/webhooks.ts';
import { channelRoutes } from './channels/routes.ts';
import { deliveriesOf } from './deliveries.ts';
import {
  addWebhook,
  alterWebhook,
  managed,
  managedWebhook,
  removeWebhook,
  shown,
  shownBoards,
  testWebhook,
} from './flows.ts';
import { managerOf, webhooksOf } from './queries.ts';

export function webhookRoutes(service: Service): void {
  const { db } = service;
  const checkTarget = targetCheck(service.outgoing, 'body/url');

  bind(service, webhooks.list, async ({ actor, params, query }) => {
    const workspaceId = await managed(db, actor, params.workspacePublicId);
    const found = await db.all(webhooksOf, { workspaceId });
    if (!query.include?.includes('failures')) return found.map(shown);
    return found.map((webhook) => ({
      ...shown(webhook),
      failures: { count: webhook.failures, since: isoMillisOrNull(webhook.failingSince) },
    }));
  });

  bind(service, webhooks.create, ({ params, body, ...caller }) =>
    addWebhook(db, checkTarget, caller, params.workspacePublicId, body),
  );

  bind(service, webhooks.get, async ({ actor, params }) => {
    const { workspaceId, principal, webhook } = await managedWebhook(db, actor, params);
    const { createdBy: userId } = webhook;
    const orphaned = userId !== null && !(await db.first(managerOf, { workspaceId, userId }));
    const { lastSucceededAt, failures: consecutiveFailures } = webhook;
    return {
      ...shown(webhook),
      boardPublicIds: await shownBoards(db, { ...principal, workspaceId }, webhook),
      filter: textOf(webhook.filter) ?? null,
      orphaned,
      lastSucceededAt: isoMillisOrNull(lastSucceededAt),
      consecutiveFailures,
    };
  });

  bind(service, webhooks.update, ({ params, body, ...caller }) =>
    alterWebhook(db, checkTarget, caller, params, body),
  );

  bind(service, webhooks.delete, ({ params, ...caller }) => removeWebhook(service, caller, params));

  bind(service, webhooks.rotateSecret, ({ change, params }) => change((work) => rotateSecret(work, params)));

  bind(service, webhooks.test, ({ actor, params }) => testWebhook(service, actor, params));

  bind(service, webhooks.deliveries, async ({ actor, params, query }) => {
    const { workspaceId, principal, webhook } = await managedWebhook(db, actor, params);
    return deliveriesOf(db, { ...principal, workspaceId, webhookId: webhook.id }, query);
  });

  bind(service, webhooks.redeliver, async ({ change, params }) => {
    const done = await change((work) => redeliver(work, params));
    const { workspacePublicId: workspaceId, webhookPublicId: webhookId } = params;
    service.sender.wake([{ workspaceId, webhookId, isFailing: true }]);
    return done;
  });

  channelRoutes(service);

  service.jobs.every('webhooks', 1, () => service.sender.look());

  service.jobs.every('webhook-deliveries', 600, () => forgetDeliveries(service));
}
