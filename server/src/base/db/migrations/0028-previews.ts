import type { Migration } from './migration.ts';

/*
 * The dimensions of a picture, and the size of its stored preview. `preview_due` states when a node may check whether to
 * make one; null means that nothing is left to do. Existing files become due through the default, after all others, so
 * this migration writes none of their rows.
 */
export const previews: Migration = {
  name: '0028-previews',
  shared: `
alter table attachments add column width $integer;
alter table attachments add column height $integer;
alter table attachments add column preview_size $integer;
alter table attachments add column preview_attempts $integer not null default 0;
alter table attachments add column preview_due $integer default 0;
create index attachments_preview on attachments (preview_due) where preview_due is not null;
`,
};
