import type { Migration } from './migration.ts';

/** Second factors of accounts, their recovery codes, and when a session was last confirmed by who it belongs to. */
export const secondFactors: Migration = {
  name: '0095-second-factors',
  shared: `
create table second_factors (
  id $key not null,
  user_id $key not null references users (id),
  kind text not null,
  name text not null,
  secret_sealed text not null,
  credential_id text unique,
  counter $integer not null,
  created_at $integer not null,
  confirmed_at $integer,
  last_used_at $integer,
  primary key (id)
);
create index second_factors_user on second_factors (user_id, created_at, id);
create index second_factors_begun on second_factors (created_at) where confirmed_at is null;
create table recovery_codes (
  user_id $key not null references users (id),
  code_hash $key not null,
  created_at $integer not null,
  primary key (user_id, code_hash)
);
alter table sessions add column confirmed_at $integer;
`,
};
