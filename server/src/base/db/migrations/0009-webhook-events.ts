import type { Migration } from './migration.ts';

/* The payload of an event is stored once for all webhooks. Existing deliveries keep their bodies, each as an event of its own. */
export const webhookEvents: Migration = {
  name: '0009-webhook-events',
  shared: `
create table webhook_events (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  body text not null,
  created_at $integer not null,
  primary key (workspace_id, id)
);
create index webhook_events_age on webhook_events (created_at);

insert into webhook_events (workspace_id, id, body, created_at)
  select workspace_id, id, payload, created_at from webhook_deliveries;

alter table webhook_deliveries rename to webhook_deliveries_before;
create table webhook_deliveries (
  workspace_id $key not null,
  id $key not null,
  webhook_id $key not null,
  event_id $key not null,
  event text not null,
  state text not null,
  attempts $integer not null,
  status_code $integer,
  error text,
  duration_ms $integer,
  created_at $integer not null,
  next_attempt_at $integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade,
  foreign key (workspace_id, event_id) references webhook_events (workspace_id, id) on delete cascade
);
insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event, state, attempts, status_code, error,
    duration_ms, created_at, next_attempt_at)
  select workspace_id, id, webhook_id, id, event, state, attempts, status_code, error, duration_ms, created_at,
    next_attempt_at
  from webhook_deliveries_before;
drop table webhook_deliveries_before;
create index webhook_deliveries_id on webhook_deliveries (id);
create index webhook_deliveries_webhook on webhook_deliveries (workspace_id, webhook_id, created_at, id);
create index webhook_deliveries_event on webhook_deliveries (workspace_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;

alter table webhooks add column created_by $key;
update webhooks set created_by = (
  select max(e.user_id) from audit_entries e
  where e.workspace_id = webhooks.workspace_id and e.subject_id = webhooks.id and e.type = 'webhook.created'
);

alter table invites add column code_sealed text;

create index attachments_bytes on attachments (workspace_id, size);
create index uploads_bytes on uploads (workspace_id, size);
`,
};
