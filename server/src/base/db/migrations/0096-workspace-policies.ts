import type { Migration } from './migration.ts';

/** What workspaces demand of whoever opens them, as JSON; null for those that demand nothing. */
export const workspacePolicies: Migration = {
  name: '0096-workspace-policies',
  shared: `
alter table workspaces add column policies text;
`,
};
