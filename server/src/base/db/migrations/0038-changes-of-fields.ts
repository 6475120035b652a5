import type { Migration } from './migration.ts';

/** The values before and after a change, as JSON `{from, to}`, for types of activities without columns of their own. */
export const changesOfFields: Migration = {
  name: '0038-changes-of-fields',
  shared: `
alter table activities add column change text;
`,
};
