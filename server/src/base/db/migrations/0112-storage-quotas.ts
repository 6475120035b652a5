import type { Migration } from './migration.ts';

/** The most bytes that the files of a workspace may take up, as an operator has set it; null for those that nobody has set. */
export const storageQuotas: Migration = {
  name: '0112-storage-quotas',
  shared: `
alter table workspaces add column storage_quota $integer;
`,
};
