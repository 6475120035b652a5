import type { Migration } from './migration.ts';

/** When an item of a checklist is due, and whose work it is: a member, or one who has been removed since, who is not shown. */
export const itemWork: Migration = {
  name: '0049-item-work',
  shared: `
alter table checklist_items add column due_at $integer;
alter table checklist_items add column member_id $key;
create index checklist_items_member on checklist_items (workspace_id, member_id, checklist_id)
  where member_id is not null;
`,
};
