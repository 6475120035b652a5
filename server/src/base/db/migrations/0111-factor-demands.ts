import type { Migration } from './migration.ts';

/** Workspaces whose members are being told that a second factor is demanded. */
export const factorDemands: Migration = {
  name: '0111-factor-demands',
  shared: `
create table factor_demands (
  workspace_id $key not null primary key references workspaces (id),
  told_to $key not null
);
`,
};
