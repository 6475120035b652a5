import type { Migration } from './migration.ts';

/** The change log says by which API key something was done, as activities do. */
export const changeKeys: Migration = {
  name: '0020-change-keys',
  shared: `
alter table changes add column api_key text;
`,
};
