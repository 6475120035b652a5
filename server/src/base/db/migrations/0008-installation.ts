import type { Migration } from './migration.ts';

/** What an installation remembers about itself, whatever it holds; `db/installation.ts` has the names. */
export const installation: Migration = {
  name: '0008-installation',
  shared: `
create table installation (
  name $key primary key,
  value text not null
);
`,
};
