import type { Migration } from './migration.ts';

/*
 * A placeholder that is merged with a member stays as a removed member that says with whom, so that a later import of the same
 * person finds the member. `due_at` says from when on a node may go on with what is still to be passed on.
 *
 * Labels that an import brings to a board that is there are hidden until it is whole, as lists are that have been in the trash for
 * too long.
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
