import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { systemRoles } from '../../../../contract/permissions.ts';
import { type Difference, differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { CardFilter } from '../../base/changes/card-filter.ts';
import type { Work } from '../../base/changes/change.ts';
import { sendAgain } from '../../base/changes/delivery-queue.ts';
import { day } from '../../base/clock.ts';
import { command } from '../../base/db/query.ts';
import { deleteRow, insertRow } from '../../base/db/statements.ts';
import { Conflict, Forbidden, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { webhooks } from '../../data/webhooks/tables.ts';
import { inTransaction, readTileFilter } from '../../reading/filter/tiles.ts';
import { deliveryById, type StoredWebhook, webhookById } from '../queries.ts';
import { newSecret } from '../secret.ts';
import { boardIdsIn, onlyBoards } from './boards.ts';

/* Changes of webhooks are not events of the workspace: only the audit log records them. */

/** How long the previous secret signs in addition to a new one; microseconds. */
const overlap = day;

export type Row = StoredWebhook & { workspaceId: string };

export const insert = insertRow('webhooks.insert', webhooks);

const update = command('webhooks.update', (db, p: Row) =>
  db
    .updateTable('webhooks')
    .set({
      name: p.name,
      url: p.url,
      secret_sealed: p.secretSealed,
      previous_secret_sealed: p.previousSecretSealed,
      previous_secret_until: p.previousSecretUntil,
      events: p.events,
      filter: p.filter,
      locale: p.locale,
      only_boards: p.onlyBoards,
      // Enabling a webhook, or changing its address, resets its failures. The address of a channel is sealed.
      failing_since: sql`case when active = ${p.active} and url = ${p.url}
        and (kind is null or secret_sealed = ${p.secretSealed}) then failing_since end`,
      active: p.active,
      updated_at: p.updatedAt,
    })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

export const remove = deleteRow('webhooks.delete', webhooks);

const requireRoom = cap('webhooks', ['workspace_id'], caps.webhooksOfWorkspace, {
  only: sql`board_id is null`,
});

export interface WebhookAddress {
  workspacePublicId: string;
  webhookPublicId: string;
}

/** The webhook at a path. The row of its workspace is locked, so no other change of the webhook interleaves. */
async function grantWebhook({ tx, grant }: Work, address: WebhookAddress): Promise<Row> {
  const { workspaceId } = await grant('workspace', address.workspacePublicId, 'workspace:manage');
  const webhook = await tx.first(webhookById, { workspaceId, id: address.webhookPublicId });
  if (!webhook) throw new NotFound();
  return { ...webhook, workspaceId };
}

/**
 * A webhook receives events of the closed boards that its creator can see, and its filter is read as its creator reads it. So
 * nobody else may change its address, its secret or its filter, except an admin, who can see everything.
 */
async function requireMaker(
  { grant, actor }: Work,
  webhook: Row,
  { url, secret, filter }: UpdateWebhook,
): Promise<void> {
  const isSameFilter = filter === undefined || (filter ?? '') === (textOf(webhook.filter) ?? '');
  const isSame = (url === undefined || url === webhook.url) && secret === undefined && isSameFilter;
  if (isSame || webhook.createdBy === actor.userId) return;
  const { principal } = await grant('workspace', webhook.workspaceId, 'workspace:manage');
  if (principal.memberLevel === systemRoles.admin.level) return;
  throw new Forbidden('webhook-not-yours');
}

export interface CreateWebhook {
  name: string;
  url: string;
  events: readonly string[];
  boardPublicIds?: readonly string[] | null;
  /** In the filter language; empty for none. */
  filter?: string | null;
  secret?: string;
  active?: boolean;
}

/** What is stored of a webhook that has sent nothing and was never changed. */
export const unused = {
  previousSecretSealed: null,
  previousSecretUntil: null,
  updatedAt: null,
  lastSucceededAt: null,
  failures: 0,
  failingSince: null,
} as const;

/** The text of a filter as it is stored; undefined for none. */
export const textOf = (filter: string | null): string | undefined =>
  filter === null ? undefined : (JSON.parse(filter) as CardFilter).text;

/**
 * A filter as it is stored; null if it lets everything through. Boards have fields of their own, so it may name any. One that
 * stays as it was is not read again.
 */
async function storedFilter(
  { tx }: Work,
  text: string | null,
  before: string | null,
): Promise<string | null> {
  if (text === null || text === '') return null;
  if (text === textOf(before)) return before;
  const { tree } = await readTileFilter(inTransaction(tx), text, undefined, 'body/filter');
  return tree && JSON.stringify({ text } satisfies CardFilter);
}

export const eventsText = (events: readonly string[]): string => JSON.stringify([...new Set(events)]);

/** Creates a webhook; returns it with its secret. The caller has checked its address. */
export async function createWebhook(
  work: Work,
  workspacePublicId: string,
  {
    name,
    url,
    events,
    boardPublicIds = null,
    filter = null,
    secret = newSecret(),
    active = true,
  }: CreateWebhook,
): Promise<{ webhook: StoredWebhook; secret: string }> {
  const { tx, actor, now, grant, audit, secrets } = work;
  const { workspaceId } = await grant('workspace', workspacePublicId, 'workspace:manage');
  await requireRoom(tx, { workspace_id: workspaceId });
  const id = newId(now);
  const webhook: StoredWebhook = {
    id,
    kind: null,
    boardId: null,
    filter: await storedFilter(work, filter, null),
    onlyBoards: await onlyBoards(work, workspaceId, boardPublicIds),
    name,
    url,
    secretSealed: secrets.seal(secret, id),
    events: eventsText(events),
    locale: null,
    active: active ? 1 : 0,
    createdBy: actor.userId,
    createdAt: now,
    ...unused,
  };
  await tx.run(insert, { ...webhook, workspaceId });
  const detail = differences({}, audited(webhook));
  await audit({ type: 'webhook.created', workspaceId, subject: webhook, detail });
  return { webhook, secret };
}

/** Stores a webhook or a channel as it is now. Returns whether anything about it has changed. */
export async function storeUpdate(work: Work, before: Row, changed: Row): Promise<boolean> {
  if (isDeepStrictEqual(changed, before)) {
    work.quiet();
    return false;
  }
  changed.updatedAt = work.now;
  await work.tx.run(update, changed);
  return true;
}

export type UpdateWebhook = Partial<CreateWebhook>;

/** Changes the given properties. The caller has checked the address. */
export async function updateWebhook(
  work: Work,
  address: WebhookAddress,
  given: UpdateWebhook,
): Promise<StoredWebhook> {
  const webhook = await grantWebhook(work, address);
  await requireMaker(work, webhook, given);
  const { workspaceId } = webhook;
  const { name = webhook.name, url = webhook.url, active = webhook.active === 1, events, secret } = given;
  const { boardPublicIds: boards, filter } = given;
  const changed: Row = {
    ...webhook,
    ...(secret === undefined ? {} : rotated(work, webhook, secret)),
    name,
    url,
    events: events ? eventsText(events) : webhook.events,
    onlyBoards:
      boards === undefined
        ? webhook.onlyBoards
        : await onlyBoards(work, workspaceId, boards, webhook.onlyBoards),
    filter: filter === undefined ? webhook.filter : await storedFilter(work, filter, webhook.filter),
    active: active ? 1 : 0,
  };
  if (!(await storeUpdate(work, webhook, changed))) return webhook;
  const detail = differencesOf(webhook, changed);
  await work.audit({ type: 'webhook.updated', workspaceId, subject: changed, detail });
  return changed;
}

/** Replaces the secret of a webhook; the previous one keeps signing for a while as well. */
export async function rotateSecret(work: Work, address: WebhookAddress): Promise<{ secret: string }> {
  const secret = newSecret();
  await updateWebhook(work, address, { secret });
  return { secret };
}

/** What the audit log records of a webhook. Only the origin of the address: the rest may contain credentials. */
const audited = ({ name, url, events, onlyBoards, active }: StoredWebhook) => ({
  name,
  url: new URL(url).origin,
  events: JSON.parse(events) as string[],
  ...(onlyBoards === null ? {} : { boards: boardIdsIn(onlyBoards).length }),
  active: active === 1,
});

/** Fields whose values must not be shown are listed without them. */
function differencesOf(before: Row, after: Row): Difference[] {
  const shown = differences(audited(before), audited(after));
  const hidden = [
    ...(after.url !== before.url ? ['url'] : []),
    ...(after.secretSealed !== before.secretSealed ? ['secret'] : []),
    ...(after.onlyBoards !== before.onlyBoards ? ['boards'] : []),
    ...(after.filter !== before.filter ? ['filter'] : []),
  ].filter((field) => !shown.some((each) => each.field === field));
  return [...shown, ...hidden.map((field) => ({ field, from: null, to: null }))];
}

/** Empty if `secret` is already the current one. */
function rotated({ now, secrets }: Work, { id, secretSealed }: Row, secret: string): Partial<Row> {
  if (secrets.open(secretSealed, id) === secret) return {};
  return {
    secretSealed: secrets.seal(secret, id),
    previousSecretSealed: secretSealed,
    previousSecretUntil: now + overlap,
  };
}

export async function deleteWebhook(work: Work, address: WebhookAddress): Promise<{ success: boolean }> {
  const webhook = await grantWebhook(work, address);
  const { workspaceId, id } = webhook;
  await work.tx.run(remove, { workspaceId, id });
  const detail = differences(audited(webhook), {});
  await work.audit({ type: 'webhook.deleted', workspaceId, subject: webhook, detail });
  return { success: true };
}

/** Queues a delivery again, whatever its outcome was. */
export async function redeliver(
  work: Work,
  address: WebhookAddress & { deliveryId: string },
): Promise<{ success: boolean }> {
  const webhook = await grantWebhook(work, address);
  return queueAgain(work, webhook, address.deliveryId, 'webhook-inactive');
}

/** Queues a delivery to a webhook or a channel again. The caller has been granted it. */
export async function queueAgain(
  work: Work,
  webhook: Row,
  id: string,
  inactive: 'webhook-inactive' | 'channel-inactive',
): Promise<{ success: boolean }> {
  const { workspaceId, id: webhookId } = webhook;
  const { tx, now, audit } = work;
  const { principal } = await work.grant('workspace', workspaceId, 'workspace:manage');
  const found = await tx.first(deliveryById, { ...principal, workspaceId, webhookId, id });
  if (!found) throw new NotFound();
  if (webhook.active === 0) throw new Conflict(inactive);
  await tx.run(sendAgain, { workspaceId, webhookId, id: found.id, now });
  const detail = differences({}, { delivery: found.id });
  await audit({ type: 'webhook.redelivered', workspaceId, subject: webhook, detail });
  return { success: true };
}
