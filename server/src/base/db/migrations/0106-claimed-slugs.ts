import type { Migration } from './migration.ts';

/*
 * What one server can check by itself, and several cannot, if the tables are distributed over them by workspace: that a slug is
 * taken by one workspace only, and that the versions of workspaces rise with an account. A slug is claimed in a table that
 * stays in one place, and the service raises the versions itself.
 */
export const claimedSlugs: Migration = {
  name: '0106-claimed-slugs',
  shared: `
create table workspace_slugs (
  slug text not null,
  held_by $key not null,
  primary key (slug),
  unique (held_by)
);
insert into workspace_slugs (slug, held_by) select slug, id from workspaces;
`,
  own: {
    sqlite: ['drop trigger users_versioned'],
    postgres: ['drop trigger users_versioned on users', 'drop function users_versioned()'],
  },
  recounts: ['workspace_slugs'],
};
