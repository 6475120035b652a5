import { auditOn } from '../base/changes/audit.ts';
import type { Queue } from '../base/changes/deliveries.ts';
import { giveUpAll } from '../base/changes/delivery-queue.ts';
import { tell } from '../base/changes/telling.ts';
import { languageFor, mailOf, quoted } from '../base/mail/compose.ts';
import type { Service } from '../base/service.ts';
import { disable } from '../data/webhooks/rows.ts';
import { adminsOf } from '../members/actions/notify-admins.ts';
import { heldWebhook } from './queries.ts';
import type { Reason } from './turn.ts';

/** The maker of a webhook and so many admins are notified. */
const mostTold = 100;

/** Disables a webhook or a channel that cannot be delivered to, notifies its maker and the admins of the workspace, and mails the admins. */
export async function disableWebhook(
  { maintain, clock, outbox, publicUrl }: Pick<Service, 'maintain' | 'clock' | 'outbox' | 'publicUrl'>,
  { workspaceId, webhookId }: Queue,
  reason: Reason,
): Promise<void> {
  const mails = await maintain(async (tx) => {
    const now = clock.now();
    // Every change of a webhook takes this lock, so they run one after the other.
    await tx.lock('workspaces', workspaceId, [workspaceId]);
    const [webhook] = await tx.run(disable, { workspaceId, webhookId, now });
    if (!webhook) return [];
    const { name, createdBy, boardId } = webhook;
    const audit = auditOn(tx, null, now, () => {});
    const detail = [
      { field: 'active', from: 'true', to: 'false' },
      { field: 'reason', from: null, to: reason },
    ];
    await audit({ type: 'webhook.disabled', workspaceId, subject: { id: webhookId, name }, detail });
    const admins = await tx.all(adminsOf, { workspaceId });
    const told = [...new Set([createdBy, ...admins.map(({ userId }) => userId)])].slice(0, mostTold);
    const about = { name, publicId: webhookId };
    const place = { workspaceId, ...(boardId === null ? {} : { boardId }) };
    const news = told.map((userId) => ({ userId, kind: 'webhook-disabled' as const, ...place, about }));
    await tell(tx, news, { actorId: null, apiKey: null, now });
    const link =
      publicUrl + (boardId === null ? `/w/${workspaceId}/webhooks/${webhookId}` : `/b/${boardId}/channels`);
    const kind = boardId === null ? 'webhookDisabled' : 'chatDisabled';
    return admins.map(({ to, locale, workspace }) =>
      mailOf({ to, language: languageFor(locale) }, kind, link, {
        reason,
        name: quoted(name),
        workspace: quoted(workspace),
      }),
    );
  });
  for (const mail of mails) outbox.send(mail);
}

/** Fails the deliveries still waiting for a disabled webhook. */
export const giveUpWaiting = (
  { maintain, clock }: Pick<Service, 'maintain' | 'clock'>,
  queue: Queue,
): Promise<void> =>
  giveUpAll(maintain, { ...queue, error: 'disabled', now: clock.now() }, async (tx) => {
    const webhook = await tx.first(heldWebhook, queue);
    return webhook?.active === 0;
  });
