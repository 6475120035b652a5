import type { Migration } from './migration.ts';

/** Which comment another answers, and how people reacted to it, as JSON: the users by emoji. */
export const answersAndReactions: Migration = {
  name: '0057-answers-and-reactions',
  shared: `
alter table comments add column reply_to $key;
alter table comments add column reactions text;
create index comments_reacted on comments (workspace_id, id) where reactions is not null;
`,
};
