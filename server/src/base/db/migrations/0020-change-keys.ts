import type { Migration } from './migration.ts';

/** The change log records the API key that was used, as activities do. */
export const changeKeys: Migration = {
  name: '0020-change-keys',
  shared: `
alter table changes add column api_key text;
`,
};
