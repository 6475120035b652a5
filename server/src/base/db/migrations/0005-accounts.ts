import type { Migration } from './migration.ts';

/*
 * Accounts can be disabled and deleted, and have a log of events; several links mailed to one address are valid at the
 * same time; and the invitations sent per day are counted.
 */
export const accounts: Migration = {
  name: '0005-accounts',
  shared: `
alter table users add column disabled_at $integer;
alter table users add column deleted_at $integer;

create table mailed_tokens (
  token_hash $key primary key,
  email $key not null,
  purpose $key not null,
  user_id $key references users (id) on delete cascade,
  created_at $integer not null,
  expires_at $integer not null
);
insert into mailed_tokens (token_hash, email, purpose, created_at, expires_at)
select token_hash, email, purpose, created_at, expires_at from mail_tokens;
drop table mail_tokens;
alter table mailed_tokens rename to mail_tokens;
create index mail_tokens_newest on mail_tokens (email, purpose, created_at);
create index mail_tokens_user on mail_tokens (user_id);
create index mail_tokens_expiry on mail_tokens (expires_at);

create table security_events (
  user_id $key not null references users (id) on delete cascade,
  id $key not null,
  type $key not null,
  network $key,
  user_agent text,
  detail text,
  created_at $integer not null,
  primary key (user_id, id)
);
create index security_events_newest on security_events (user_id, created_at, id);
create index security_events_type on security_events (user_id, type, created_at);
create index security_events_age on security_events (created_at);

create table sent_invitations (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  user_id $key not null references users (id) on delete cascade,
  email $key not null,
  sent_at $integer not null,
  primary key (workspace_id, id)
);
create index sent_invitations_workspace on sent_invitations (workspace_id, sent_at);
create index sent_invitations_user on sent_invitations (user_id, sent_at);
create index sent_invitations_email on sent_invitations (email, sent_at);
create index sent_invitations_age on sent_invitations (sent_at);
`,
};
