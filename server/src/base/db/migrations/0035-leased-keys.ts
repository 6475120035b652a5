import type { Migration } from './migration.ts';

/**
 * The request of several changes that has claimed an unanswered key. Existing claims of services that have ended expire
 * here: an interrupted request may be sent again.
 */
export const leasedKeys: Migration = {
  name: '0035-leased-keys',
  shared: `
alter table idempotency_keys add column claimed_by $key;
update idempotency_keys set expires_at = 0 where reply_sealed is null;
`,
};
