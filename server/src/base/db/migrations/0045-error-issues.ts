import type { Migration } from './migration.ts';

/** Why an import or export failed, as issues with codes and values; `error` has their sentences. */
export const errorIssues: Migration = {
  name: '0045-error-issues',
  shared: `
alter table imports add column error_issues text;
alter table exports add column error_issues text;
`,
};
