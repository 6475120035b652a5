import type { Migration } from './migration.ts';

/*
 * Limits order keys to 40 characters (`changes/position.ts`) and shortens older, longer ones. Trashed and archived cards
 * keep their place when their neighbours are respaced, which needs an index, too. A card that stays in its block no
 * longer updates the block: respacing a hundred cards updates only the counts of those that change blocks.
 *
 * Limits folded texts to 10 000 characters (`search/fold.ts`) and folds longer ones again. A search looks through the
 * names of all boards, which an index now finds. SQLite now prefers the index of pending texts; it used the one of all
 * texts of the workspace instead.
 */

const live = (row: 'old' | 'new') => `${row}.archived_at is null and ${row}.deleted_at is null`;

const blockOf = (row: 'old' | 'new') => `(select max(starts) from card_blocks
  where workspace_id = ${row}.workspace_id and list_id = ${row}.list_id and starts <= ${row}.position)`;

const stays = `${live('old')} and ${live('new')} and old.list_id = new.list_id and ${blockOf('old')} = ${blockOf('new')}`;

const count = (row: 'old' | 'new', by: '+ 1' | '- 1') => `
  update card_blocks set cards = cards ${by}
  where workspace_id = ${row}.workspace_id and list_id = ${row}.list_id and ${live(row)}
    and starts = ${blockOf(row)};`;

/** New keys for all rows whose parent has a row with a long key; rows with equal keys get equal keys again. */
const shorten = (table: string, parent: string, rank: string) => `
update ${table} set position = r.position
from (
  select workspace_id, id, ${rank} as position from (
    select workspace_id, id, dense_rank() over (partition by workspace_id, ${parent} order by position) as rank
    from ${table} where (workspace_id, ${parent}) in (
      select workspace_id, ${parent} from ${table} where length(position) > 40)
  ) ranked
) r
where ${table}.workspace_id = r.workspace_id and ${table}.id = r.id`;

const shortenAll = (rank: string) => [
  shorten('cards', 'list_id', rank),
  shorten('lists', 'board_id', rank),
  shorten('checklists', 'card_id', rank),
  shorten('checklist_items', 'checklist_id', rank),
];

export const order: Migration = {
  name: '0006-order',
  shared: `
create index cards_away on cards (workspace_id, list_id, position)
  where (archived_at is not null or deleted_at is not null);
create index search_texts_boards on search_texts (kind, workspace_id, id) where kind = 'board';
drop index search_texts_waiting;
create index search_texts_waiting on search_texts (title, workspace_id, id) where title is null;
update search_texts set title = null, body = null where length(title) > 10000 or length(body) > 10000;
`,
  own: {
    sqlite: [
      'drop trigger cards_reblocked',
      `create trigger cards_reblocked after update of list_id, position, archived_at, deleted_at on cards
        when not (${stays}) begin ${count('old', '- 1')} ${count('new', '+ 1')} end`,
      ...shortenAll("printf('h%08d', rank)"),
    ],
    postgres: [
      `create or replace function cards_reblocked() returns trigger language plpgsql as $body$ begin
        if not (${stays}) then ${count('old', '- 1')} ${count('new', '+ 1')} end if; return null; end $body$`,
      ...shortenAll("'h' || lpad(rank::text, 8, '0')"),
    ],
  },
};
