import type { Migration } from './migration.ts';

/** Whom a change is still to notify, where there are too many to store them in its transaction. */
export const notificationBatches: Migration = {
  name: '0058-notification-batches',
  shared: `
create table notification_batches (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  news text not null,
  next $integer not null,
  actor_id $key,
  api_key text,
  created_at $integer not null,
  primary key (workspace_id, id)
);
create index notification_batches_oldest on notification_batches (created_at, id);
`,
};
