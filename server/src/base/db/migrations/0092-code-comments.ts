import type { Migration } from './migration.ts';

/** Comments on pull requests, with the cards that they name: by host, so that none waits for another. */
export const codeComments: Migration = {
  name: '0092-code-comments',
  shared: `
alter table code_hosts add column token_sealed text;
alter table code_hosts add column api_url text;
alter table code_hosts add column comment_due_at $integer;
alter table code_hosts add column last_posted_at $integer;
alter table code_hosts add column post_problem text;
alter table code_links add column comment_due_at $integer;
create index code_hosts_comments on code_hosts (comment_due_at) where comment_due_at is not null;
create index code_links_comments on code_links (workspace_id, host_id, comment_due_at) where comment_due_at is not null;
`,
};
