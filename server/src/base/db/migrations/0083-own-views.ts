import type { Migration } from './migration.ts';

/** Views of a person over all boards that they see. */
export const ownViews: Migration = {
  name: '0083-own-views',
  shared: `
create table user_views (
  user_id $key not null references users (id) on delete cascade,
  id $key not null,
  name text not null,
  kind text not null,
  settings text not null,
  place $integer not null,
  created_at $integer not null,
  primary key (user_id, id)
);
`,
};
