import type { Migration } from './migration.ts';

/*
 * Members that are programs. The account of a bot stays marked when the bot is removed, since what it did stays; its row here goes.
 */

export const bots: Migration = {
  name: '0086-bots',
  shared: `
alter table users add column bot_since $integer;
create table bots (
  workspace_id $key not null,
  member_id $key not null,
  user_id $key not null references users (id),
  owner_id $key not null,
  created_at $integer not null,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade,
  foreign key (workspace_id, owner_id) references members (workspace_id, id) on delete cascade
);
create index bots_user on bots (user_id);
create index bots_owner on bots (workspace_id, owner_id);
`,
};
