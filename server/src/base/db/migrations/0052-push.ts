import type { Migration } from './migration.ts';

/** Browsers that are notified by Web Push, and what is to be pushed to each. */
export const push: Migration = {
  name: '0052-push',
  shared: `
create table push_subscriptions (
  id $key primary key,
  user_id $key not null references users (id),
  session_id $key not null references sessions (id) on delete cascade,
  endpoint_hash text not null,
  subscription_sealed text not null,
  created_at $integer not null,
  due_at $integer,
  held_until $integer not null,
  failures $integer not null,
  failing_since $integer
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null;
create table pushes (
  subscription_id $key not null references push_subscriptions (id) on delete cascade,
  notification_id $key not null,
  told_at $integer not null,
  due_at $integer not null,
  primary key (subscription_id, notification_id)
);
create index pushes_due on pushes (subscription_id, due_at);
alter table notifications add column push_at $integer;
create index notifications_push on notifications (push_at) where push_at is not null;
`,
};
