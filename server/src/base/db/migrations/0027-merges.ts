import type { Migration } from './migration.ts';

/*
 * A placeholder that is merged with a member remains as a removed member that references the member, so that a later
 * import of the same person finds the member. `due_at` states when a node may continue reassigning the rest.
 *
 * Labels that an import adds to an existing board stay hidden until it is complete, like lists that have been in the
 * trash for too long.
 */
export const merges: Migration = {
  name: '0027-merges',
  shared: `
alter table placeholders add column merged_into $key;
alter table placeholders add column merged_by $key;
alter table placeholders add column due_at $integer;
create index placeholders_due on placeholders (due_at) where due_at is not null;
create index placeholders_open on placeholders (workspace_id, member_id)
  where email is not null and merged_into is null;

alter table labels add column deleted_at $integer;
alter table labels add column deleted_by $key;
create index labels_expiry on labels (deleted_at) where deleted_at is not null;
`,
};
