import type { Migration } from './migration.ts';

/** The log of one rule is read newest first. */
export const runsOfRules: Migration = {
  name: '0084-runs-of-rules',
  shared: `
create index rule_runs_rule on rule_runs (workspace_id, rule_id, id);
`,
};
