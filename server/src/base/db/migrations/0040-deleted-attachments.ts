import type { Migration } from './migration.ts';

/** What a deleted attachment needs to be restored: until it expires, its file is an upload that nobody can confirm. */
export const deletedAttachments: Migration = {
  name: '0040-deleted-attachments',
  shared: `
alter table uploads add column filename text;
alter table uploads add column original_filename text;
alter table uploads add column deleted_at $integer;
alter table uploads add column deleted_by $key;
create index uploads_deleted on uploads (workspace_id, deleted_at) where deleted_at is not null;
`,
};
