import type { Migration } from './migration.ts';

/** Comments that ask: in which state, what can be chosen, whom, and which comment answers. */
export const questions: Migration = {
  name: '0091-questions',
  shared: `
alter table comments add column asks text;
alter table comments add column options text;
alter table comments add column asked_to $key;
alter table comments add column answer_id $key;
create index comments_asking on comments (workspace_id, card_id, created_at, id) where asks is not null;
create index comments_asking_in_state on comments (workspace_id, card_id, asks, created_at, id) where asks is not null;
`,
};
