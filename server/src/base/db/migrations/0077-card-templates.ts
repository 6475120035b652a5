import type { Migration } from './migration.ts';

/** Which cards are templates. Each list has few, so counts leave them out by the index. */
export const cardTemplates: Migration = {
  name: '0077-card-templates',
  shared: `
alter table cards add column is_template $integer not null default 0;
create index cards_templates on cards (workspace_id, list_id)
  where is_template = 1 and archived_at is null and deleted_at is null;
`,
};
