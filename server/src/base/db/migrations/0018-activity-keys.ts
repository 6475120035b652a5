import type { Migration } from './migration.ts';

/** An activity says by which API key it was done, as the key was then: keys are deleted for good. */
export const activityKeys: Migration = {
  name: '0018-activity-keys',
  shared: `
alter table activities add column api_key text;
`,
};
