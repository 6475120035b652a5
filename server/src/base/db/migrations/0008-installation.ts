import type { Migration } from './migration.ts';

/** The installation's own settings, independent of its data; `db/installation.ts` lists the names. */
export const installation: Migration = {
  name: '0008-installation',
  shared: `
create table installation (
  name $key primary key,
  value text not null
);
`,
};
