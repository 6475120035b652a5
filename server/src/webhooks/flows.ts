import type { Actor } from '../base/access/actor.ts';
import type { Principal } from '../base/access/board-permissions.ts';
import { locate } from '../base/access/locate.ts';
import type { Caller } from '../base/changes/change.ts';
import { forgetDeliveriesOf } from '../base/changes/forget-deliveries.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import type { Reads } from '../base/db/database.ts';
import { NotFound } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { CheckTarget } from '../base/outgoing/target.ts';
import type { Service } from '../base/service.ts';
import { boardIdsIn } from './actions/boards.ts';
import {
  type CreateWebhook,
  createWebhook,
  deleteWebhook,
  type UpdateWebhook,
  updateWebhook,
  type WebhookAddress,
} from './actions/webhooks.ts';
import { boardsNamed, type StoredWebhook, webhookById } from './queries.ts';
import { resultOf, sendMessage } from './send.ts';

/** The id of a workspace whose webhooks the actor may manage. Throws like `locate`. */
export async function managed(db: Reads, actor: Actor, workspacePublicId: string): Promise<string> {
  return (await locate(db, actor, 'workspace', workspacePublicId, 'workspace:manage')).workspaceId;
}

/** A webhook that the actor may manage, with the actor's principal in its workspace. Throws like `locate`. */
export async function managedWebhook(
  db: Reads,
  actor: Actor,
  { workspacePublicId, webhookPublicId: id }: WebhookAddress,
): Promise<{ workspaceId: string; principal: Principal; webhook: StoredWebhook }> {
  const standing = await locate(db, actor, 'workspace', workspacePublicId, 'workspace:manage');
  const { workspaceId, principal } = standing;
  const webhook = await db.first(webhookById, { workspaceId, id });
  if (!webhook) throw new NotFound();
  return { workspaceId, principal, webhook };
}

/** Creates a webhook after checking its address. The permission is checked before the address is looked up. */
export async function addWebhook(
  db: Reads,
  checkTarget: CheckTarget,
  { actor, change }: Caller,
  workspacePublicId: string,
  given: CreateWebhook,
): Promise<ShownWebhook & { secret: string }> {
  await managed(db, actor, workspacePublicId);
  await checkTarget(actor, given.url);
  return change(async (work) => {
    const { webhook, secret } = await createWebhook(work, workspacePublicId, given);
    return { ...shown(webhook), secret };
  });
}

/** Changes the given properties of a webhook. */
export async function alterWebhook(
  db: Reads,
  checkTarget: CheckTarget,
  { actor, change }: Caller,
  address: WebhookAddress,
  given: UpdateWebhook,
): Promise<ShownWebhook> {
  await managedWebhook(db, actor, address);
  await checkTarget(actor, given.url);
  return change(async (work) => shown(await updateWebhook(work, address, given)));
}

/** Deletes a webhook, after deleting its deliveries in batches. */
export async function removeWebhook(
  { db, maintain }: Pick<Service, 'db' | 'maintain'>,
  { actor, change }: Caller,
  address: WebhookAddress,
): Promise<{ success: boolean }> {
  const { workspaceId, webhook } = await managedWebhook(db, actor, address);
  await forgetDeliveriesOf(maintain, { workspaceId, webhookId: webhook.id });
  return change((work) => deleteWebhook(work, address));
}

/** Sends a webhook a test message; returns the outcome. */
export async function testWebhook(service: Service, actor: Actor, address: WebhookAddress) {
  const { workspaceId, webhook } = await managedWebhook(service.db, actor, address);
  const now = service.clock.now();
  const data = {
    workspacePublicId: workspaceId,
    webhook: { publicId: webhook.id, name: webhook.name },
    user: { id: actor.userId, name: actor.name },
  };
  const body = JSON.stringify({ type: 'webhook.test', timestamp: isoMillis(now), data });
  return resultOf(await sendMessage(service, webhook, { id: newId(now), body }));
}

/** A webhook as the API returns it, without its secrets. */
export const shown = ({ id, name, url, events, active, createdAt, updatedAt }: StoredWebhook) => ({
  publicId: id,
  name,
  url,
  events: JSON.parse(events) as string[],
  active: active === 1,
  createdAt: isoMillis(createdAt),
  updatedAt: isoMillisOrNull(updatedAt),
});

/** The boards to which a webhook is limited, as far as the reader sees them; null if it is not. */
export async function shownBoards(
  db: Reads,
  reader: Principal & { workspaceId: string },
  { onlyBoards }: StoredWebhook,
): Promise<string[] | null> {
  if (onlyBoards === null) return null;
  const ids = boardIdsIn(onlyBoards);
  const found = await db.all(boardsNamed, { ...reader, ids });
  const seen = new Set(found.flatMap(({ id, isSeen }) => (isSeen === 1 ? [id] : [])));
  return ids.filter((id) => seen.has(id));
}

export type ShownWebhook = ReturnType<typeof shown>;
