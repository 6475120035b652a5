import type { Migration } from './migration.ts';

/*
 * Deliveries are sent per webhook, so that none waits for another's: due ones are found by webhook first. A sender claims
 * a delivery for a while, and the health of a webhook is stored with it. Deliveries stored by versions that did not send
 * any are not sent now, weeks later and all at once; they can be resent one by one.
 */
export const webhookQueue: Migration = {
  name: '0014-webhook-queue',
  shared: `
update webhook_deliveries set state = 'failed', error = 'never sent', next_attempt_at = null where state = 'pending';
alter table webhook_deliveries add column claimed_until $integer;
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at, id)
  where next_attempt_at is not null;
create index webhook_deliveries_claimed on webhook_deliveries (workspace_id, webhook_id)
  where claimed_until is not null;

alter table webhooks add column last_succeeded_at $integer;
alter table webhooks add column failures $integer not null default 0;
`,
};
