import type { Migration } from './migration.ts';

/*
 * What a picture measures, and how large the small version is that is stored beside it. `preview_due` says from when a
 * node may look whether there is one to make; null says that nothing is left to do. Files that were attached before are due
 * by the default, after all others, so that no row of them is written here.
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
