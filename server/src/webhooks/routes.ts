import { webhooks } from '../../../contract/webhooks.ts';
import type { Actor } from '../access/actor.ts';
import { locate } from '../access/locate.ts';
import { forgetDeliveries, forgetDeliveriesOf } from '../changes/forget-deliveries.ts';
import { isoMillis, isoMillisOrNull } from '../clock.ts';
import { NotFound } from '../errors.ts';
import { bind } from '../http/bind.ts';
import { cursorFrom, pageOf } from '../http/cursor.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import {
  createWebhook,
  deleteWebhook,
  redeliver,
  rotateSecret,
  updateWebhook,
  type WebhookAddress,
} from './actions.ts';
import { managerOf, newestDeliveries, type StoredWebhook, webhookById, webhooksOf } from './queries.ts';
import { sendMessage } from './send.ts';
import { targetCheck } from './target.ts';

export function webhookRoutes(service: Service): void {
  const { db, secrets, clock } = service;
  const checkTarget = targetCheck(service.outgoing);

  const managed = (actor: Actor, workspacePublicId: string) =>
    locate(db, actor, 'workspace', workspacePublicId, 'workspace:manage');

  const managedWebhook = async (actor: Actor, address: WebhookAddress) => {
    const { workspaceId } = await managed(actor, address.workspacePublicId);
    const webhook = await db.first(webhookById, { workspaceId, id: address.webhookPublicId });
    if (!webhook) throw new NotFound();
    return { workspaceId, webhook };
  };

  bind(service, webhooks.list, async ({ actor, params }) => {
    const { workspaceId } = await managed(actor, params.workspacePublicId);
    return (await db.all(webhooksOf, { workspaceId })).map(shown);
  });

  bind(service, webhooks.create, async ({ actor, change, params, body }) => {
    await managed(actor, params.workspacePublicId);
    await checkTarget(actor, body.url);
    return change(async (work) => {
      const made = await createWebhook(work, secrets, params.workspacePublicId, body);
      return { ...shown(made.webhook), secret: made.secret };
    });
  });

  bind(service, webhooks.get, async ({ actor, params }) => {
    const { workspaceId, webhook } = await managedWebhook(actor, params);
    const { createdBy: userId } = webhook;
    const orphaned = userId !== null && !(await db.first(managerOf, { workspaceId, userId }));
    return { ...shown(webhook), orphaned };
  });

  bind(service, webhooks.update, async ({ actor, change, params, body }) => {
    await managedWebhook(actor, params);
    await checkTarget(actor, body.url);
    return shown(await change((work) => updateWebhook(work, secrets, params, body)));
  });

  bind(service, webhooks.delete, async ({ actor, change, params }) => {
    const { workspaceId, webhook } = await managedWebhook(actor, params);
    await forgetDeliveriesOf(service.maintain, { workspaceId, webhookId: webhook.id });
    return change((work) => deleteWebhook(work, params));
  });

  bind(service, webhooks.rotateSecret, ({ change, params }) =>
    change((work) => rotateSecret(work, secrets, params)),
  );

  bind(service, webhooks.test, async ({ actor, params }) => {
    const { workspaceId, webhook } = await managedWebhook(actor, params);
    const now = clock.now();
    const data = {
      workspacePublicId: workspaceId,
      webhook: { publicId: webhook.id, name: webhook.name },
      user: { id: actor.userId, name: actor.name },
    };
    const body = JSON.stringify({ type: 'webhook.test', timestamp: isoMillis(now), data });
    return sendMessage(service, webhook, { id: newId(now), body });
  });

  bind(service, webhooks.deliveries, async ({ actor, params, query }) => {
    const after = cursorFrom(query.cursor);
    const { workspaceId, webhook } = await managedWebhook(actor, params);
    const { limit = 20, state = null } = query;
    const page = { workspaceId, webhookId: webhook.id, state, ...after, limit: limit + 1 };
    const { shown: rows, hasMore, nextCursor } = pageOf(await db.all(newestDeliveries, page), limit);
    const deliveries = rows.map(({ at, nextAttemptAt, ...rest }) => ({
      ...rest,
      createdAt: isoMillis(at),
      nextAttemptAt: isoMillisOrNull(nextAttemptAt),
    }));
    return { deliveries, hasMore, nextCursor };
  });

  service.jobs.every('webhook-deliveries', 600, () => forgetDeliveries(service));

  bind(service, webhooks.redeliver, ({ change, params }) => change((work) => redeliver(work, params)));
}

/** A webhook as it is sent out: without its secrets. */
const shown = ({ id, name, url, events, active, createdAt, updatedAt }: StoredWebhook) => ({
  publicId: id,
  name,
  url,
  events: JSON.parse(events) as string[],
  active: active === 1,
  createdAt: isoMillis(createdAt),
  updatedAt: isoMillisOrNull(updatedAt),
});
