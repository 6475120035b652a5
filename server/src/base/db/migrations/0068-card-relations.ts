import type { Migration } from './migration.ts';

/**
 * Relations of cards: `card_id` blocks, duplicates or relates to `other_id`, or has it as its parent. `related` is 1 for cards
 * that have ever had one, so that nothing is looked up for any other.
 */
export const cardRelations: Migration = {
  name: '0068-card-relations',
  shared: `
create table card_relations (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  type text not null,
  other_id $key not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, card_id, type, other_id),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, other_id) references cards (workspace_id, id) on delete cascade
);
create index card_relations_other on card_relations (workspace_id, other_id, type, card_id);
create unique index card_relations_parent on card_relations (workspace_id, card_id) where type = 'parent';
alter table cards add column related $integer not null default 0;
create index cards_related on cards (workspace_id, board_id, list_id, id) where related = 1;
`,
};
