import type { Migration } from './migration.ts';

/*
 * What applications need to be allowed by OAuth 2.1. A grant is an API key, which ends with it; its row has what the key alone does not
 * say. Codes and refresh tokens are stored as hashes, as keys are.
 */
export const oauth: Migration = {
  name: '0087-oauth',
  shared: `
create table oauth_clients (
  id $key not null,
  name text not null,
  redirect_uris text not null,
  created_at $integer not null,
  used_at $integer,
  primary key (id)
);
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;
create table oauth_grants (
  key_id $integer not null references api_keys (id) on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  scope text not null,
  challenge text not null,
  code_hash $key not null unique,
  code_expires_at $integer not null,
  code_used_at $integer,
  works_until $integer not null,
  ends_at $integer,
  primary key (key_id)
);
create index oauth_grants_ended on oauth_grants (works_until);
create table oauth_refresh_tokens (
  token_hash $key not null,
  key_id $integer not null references oauth_grants (key_id) on delete cascade,
  used_at $integer,
  primary key (token_hash)
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (key_id);
create index oauth_refresh_tokens_used on oauth_refresh_tokens (used_at) where used_at is not null;
`,
};
