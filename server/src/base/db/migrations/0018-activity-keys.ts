import type { Migration } from './migration.ts';

/** An activity records the API key that was used, as it was then: keys are deleted for good. */
export const activityKeys: Migration = {
  name: '0018-activity-keys',
  shared: `
alter table activities add column api_key text;
`,
};
