import type { Migration } from './migration.ts';

/*
 * The placeholders of migrations: `$key` is an id or an order key (text compared by bytes), `$integer` has 64 bits,
 * `$transaction` is the id of the writing transaction. `$counter` is an auto-increment number; SQLite requires it to be
 * the primary key, so `$primary` states the key for PostgreSQL. `../migrate.ts` translates them.
 */
export const initial: Migration = {
  name: '0001-initial',
  shared: `
create table users (
  id $key primary key,
  email $key not null unique,
  email_verified_at $integer,
  name text,
  image text,
  password_hash text,
  billing_customer_id text,
  magic_link_at $integer,
  created_at $integer not null
);

create table sessions (
  id $key primary key,
  user_id $key not null references users (id) on delete cascade,
  token_hash $key not null unique,
  user_agent text,
  created_at $integer not null,
  last_used_at $integer not null,
  expires_at $integer not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table identities (
  issuer $key not null,
  subject $key not null,
  user_id $key not null references users (id) on delete cascade,
  created_at $integer not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table used_openid_states (
  nonce $key primary key,
  expires_at $integer not null
);
create index used_openid_states_expiry on used_openid_states (expires_at);

create table mail_tokens (
  email $key not null,
  purpose $key not null,
  token_hash $key not null unique,
  created_at $integer not null,
  expires_at $integer not null,
  primary key (email, purpose)
);
create index mail_tokens_expiry on mail_tokens (expires_at);

create table integrations (
  user_id $key not null references users (id) on delete cascade,
  provider $key not null,
  token_sealed text not null,
  account text,
  connected_at $integer not null,
  primary key (user_id, provider)
);

create table idempotency_keys (
  user_id $key not null references users (id) on delete cascade,
  key $key not null,
  request text not null,
  reply_sealed text,
  expires_at $integer not null,
  primary key (user_id, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table workspaces (
  id $key primary key,
  name text not null,
  slug $key not null unique,
  description text,
  plan text not null,
  card_prefix text not null,
  show_emails_to_members $integer not null,
  week_start_day $integer not null,
  card_counter $integer not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  deleted_at $integer,
  deleted_by $key
);

create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;

create table api_keys (
  id $counter,
  user_id $key not null references users (id) on delete cascade,
  name text not null,
  prefix text not null,
  key_hash $key not null unique,
  permissions $integer,
  workspace_id $key references workspaces (id) on delete cascade,
  created_at $integer not null,
  last_used_at $integer,
  expires_at $integer,
  $primary (id)
);
create index api_keys_user on api_keys (user_id);
create index api_keys_workspace on api_keys (workspace_id);

create table roles (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  name text not null,
  description text,
  level $integer not null,
  is_system $integer not null,
  permissions $integer not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index roles_id on roles (id);

create table members (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  user_id $key references users (id),
  email $key not null,
  role_id $key not null,
  status text not null,
  granted $integer not null default 0,
  revoked $integer not null default 0,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, email),
  unique (workspace_id, user_id),
  foreign key (workspace_id, role_id) references roles (workspace_id, id)
);
create index members_id on members (id);
create index members_user on members (user_id, workspace_id);
create index members_email on members (email);
create index members_role on members (workspace_id, role_id);

create table invites (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  member_id $key,
  code_hash $key not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  expires_at $integer not null,
  deactivated_at $integer,
  primary key (workspace_id, id),
  unique (workspace_id, code_hash),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index invites_code on invites (code_hash);
create unique index invites_active on invites (workspace_id) where deactivated_at is null and member_id is null;
create unique index invites_member on invites (workspace_id, member_id);

create table boards (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  name text not null,
  slug $key not null,
  type text not null,
  visibility text not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  archived_at $integer,
  deleted_at $integer,
  deleted_by $key,
  primary key (workspace_id, id),
  unique (workspace_id, slug)
);
create index boards_id on boards (id);
create index boards_deleted on boards (workspace_id, deleted_at) where deleted_at is not null;
create index boards_expiry on boards (deleted_at) where deleted_at is not null;

create table favourites (
  workspace_id $key not null,
  board_id $key not null,
  user_id $key not null references users (id) on delete cascade,
  primary key (workspace_id, board_id, user_id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index favourites_user on favourites (user_id);

create table lists (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  name text not null,
  position $key not null,
  created_at $integer not null,
  deleted_at $integer,
  deleted_by $key,
  primary key (workspace_id, id),
  unique (workspace_id, board_id, id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index lists_id on lists (id);
create unique index lists_position on lists (workspace_id, board_id, position) where deleted_at is null;
create index lists_deleted on lists (workspace_id, deleted_at) where deleted_at is not null;
create index lists_expiry on lists (deleted_at) where deleted_at is not null;

create table labels (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  name text not null,
  colour_code text not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, board_id, id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index labels_id on labels (id);

create table cards (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  list_id $key not null,
  number $integer not null,
  title text not null,
  description text,
  due_at $integer,
  position $key not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  archived_at $integer,
  deleted_at $integer,
  deleted_by $key,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  unique (workspace_id, board_id, id),
  foreign key (workspace_id, board_id, list_id) references lists (workspace_id, board_id, id) on delete cascade
);
create index cards_id on cards (id);
create unique index cards_position on cards (workspace_id, list_id, position)
  where archived_at is null and deleted_at is null;
create index cards_list on cards (workspace_id, board_id, list_id);
create index cards_deleted on cards (workspace_id, deleted_at) where deleted_at is not null;
create index cards_expiry on cards (deleted_at) where deleted_at is not null;

create table card_labels (
  workspace_id $key not null,
  board_id $key not null,
  card_id $key not null,
  label_id $key not null,
  primary key (workspace_id, card_id, label_id),
  foreign key (workspace_id, board_id, card_id) references cards (workspace_id, board_id, id) on delete cascade,
  foreign key (workspace_id, board_id, label_id) references labels (workspace_id, board_id, id) on delete cascade
);
create index card_labels_card on card_labels (workspace_id, board_id, card_id);
create index card_labels_label on card_labels (workspace_id, board_id, label_id);

create table card_members (
  workspace_id $key not null,
  card_id $key not null,
  member_id $key not null,
  primary key (workspace_id, card_id, member_id),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index card_members_member on card_members (workspace_id, member_id);

create table checklists (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  name text not null,
  position $key not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, card_id, position),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index checklists_id on checklists (id);

create table checklist_items (
  workspace_id $key not null,
  id $key not null,
  checklist_id $key not null,
  title text not null,
  completed $integer not null,
  position $key not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, checklist_id, position),
  foreign key (workspace_id, checklist_id) references checklists (workspace_id, id) on delete cascade
);
create index checklist_items_id on checklist_items (id);

create table comments (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  comment text not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  updated_at $integer,
  deleted_at $integer,
  primary key (workspace_id, card_id, created_at, id),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index comments_id on comments (id);

create table uploads (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  storage_key $key not null,
  content_type text not null,
  size $integer not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  expires_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, storage_key),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index uploads_id on uploads (id);
create index uploads_card on uploads (workspace_id, card_id);
create index uploads_expiry on uploads (expires_at);

create table attachments (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  filename text not null,
  original_filename text not null,
  content_type text not null,
  size $integer not null,
  storage_key $key not null,
  created_by $key not null references users (id),
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, storage_key),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index attachments_id on attachments (id);
create index attachments_card on attachments (workspace_id, card_id, created_at);

create table activities (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  type text not null,
  user_id $key not null references users (id),
  created_at $integer not null,
  group_started_at $integer not null,
  from_index $integer,
  to_index $integer,
  from_title text,
  to_title text,
  from_description text,
  to_description text,
  from_due_at $integer,
  to_due_at $integer,
  from_list text,
  to_list text,
  label text,
  member_id $key,
  comment_id $key,
  attachment text,
  primary key (workspace_id, card_id, created_at),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index activities_head on activities (workspace_id, card_id, created_at)
  where created_at = group_started_at;

create table changes (
  id $counter,
  workspace_id $key not null,
  transaction_id $integer not null default $transaction,
  type text not null,
  board_id $key,
  card_id $key,
  subject_id $key,
  user_id $key not null,
  created_at $integer not null,
  $primary (workspace_id, id)
);
create index changes_order on changes (transaction_id, id);

create table audit_entries (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  type text not null,
  user_id $key references users (id),
  subject_id $key not null,
  subject_name text,
  detail text not null,
  created_at $integer not null,
  primary key (workspace_id, id)
);
create index audit_entries_newest on audit_entries (workspace_id, created_at, id);
create index audit_entries_age on audit_entries (created_at);

create table webhooks (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  name text not null,
  url text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until $integer,
  events text not null,
  active $integer not null,
  created_at $integer not null,
  updated_at $integer,
  failing_since $integer,
  primary key (workspace_id, id)
);
create index webhooks_id on webhooks (id);

create table webhook_deliveries (
  workspace_id $key not null,
  id $key not null,
  webhook_id $key not null,
  event text not null,
  payload text not null,
  state text not null,
  attempts $integer not null,
  status_code $integer,
  error text,
  duration_ms $integer,
  created_at $integer not null,
  next_attempt_at $integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade
);
create index webhook_deliveries_id on webhook_deliveries (id);
create index webhook_deliveries_webhook on webhook_deliveries (workspace_id, webhook_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
`,
  own: {
    sqlite: [],
    // A few cards have many activities, which must not all be read because of a plan made for typical cards.
    postgres: [
      'alter table activities alter column card_id set (n_distinct = -0.001)',
      'create statistics activities_of_cards (dependencies) on workspace_id, card_id from activities',
    ],
  },
};
