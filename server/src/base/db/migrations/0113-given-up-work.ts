import type { Migration } from './migration.ts';

/** Finds merges and small versions of pictures that were given up after two deaths, so that operators can have them tried again. */
export const givenUpWork: Migration = {
  name: '0113-given-up-work',
  shared: `
create index placeholders_given_up on placeholders (merge_deaths) where due_at is null and merge_deaths > 0;
create index attachments_given_up on attachments (preview_deaths) where preview_due is null and preview_deaths > 2;
`,
};
