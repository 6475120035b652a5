import type { Migration } from './migration.ts';

/**
 * Which request has claimed a key that is not answered yet, where it is more than one change. Claims of services that are no
 * more end here: a request that was interrupted may be sent again.
 */
export const leasedKeys: Migration = {
  name: '0035-leased-keys',
  shared: `
alter table idempotency_keys add column claimed_by $key;
update idempotency_keys set expires_at = 0 where reply_sealed is null;
`,
};
