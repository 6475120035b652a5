import type { Migration } from './migration.ts';

/*
 * Every move needs the number of live cards before a card. Counting them one by one makes a move in a list of 10 000
 * cards five times as expensive as in a list of 100, so the cards of a list are counted in blocks: a block begins at an
 * order key and stores the number of live cards up to the next block. Triggers maintain the counts, so that no write can
 * forget them; `cards/position.ts` reads them, and splits blocks that have grown too large.
 */

const liveOld = 'old.archived_at is null and old.deleted_at is null';
const liveNew = 'new.archived_at is null and new.deleted_at is null';

/** SQL that adds the card `row` (old or new) to the count of its block, or subtracts it. */
const count = (row: 'old' | 'new', by: '+ 1' | '- 1', live: string) => `
  update card_blocks set cards = cards ${by}
  where workspace_id = ${row}.workspace_id and list_id = ${row}.list_id and ${live} and starts = (
    select max(starts) from card_blocks
    where workspace_id = ${row}.workspace_id and list_id = ${row}.list_id and starts <= ${row}.position
  );`;

/** A new list has one block, which begins before every order key. */
const firstBlock = `
  insert into card_blocks (workspace_id, list_id, starts, cards) values (new.workspace_id, new.id, '', 0);`;

const moved = 'update of list_id, position, archived_at, deleted_at on cards';

/**
 * The same for all rows of a statement at once: PostgreSQL keeps each version of a row that a transaction updates, so an
 * import that counted card by card would read all of them every time.
 */
const countAll = (rows: 'inserted' | 'deleted', by: '+' | '-') => `
  update card_blocks b set cards = b.cards ${by} n.cards
  from (
    select c.workspace_id, c.list_id, count(*) as cards, (
      select max(k.starts) from card_blocks k
      where k.workspace_id = c.workspace_id and k.list_id = c.list_id and k.starts <= c.position
    ) as starts
    from ${rows} c where c.archived_at is null and c.deleted_at is null
    group by c.workspace_id, c.list_id, starts
  ) n
  where b.workspace_id = n.workspace_id and b.list_id = n.list_id and b.starts = n.starts;`;

const postgresTrigger = (name: string, event: string, each: 'row' | 'statement', body: string) => [
  `create function ${name}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`,
  `create trigger ${name} after ${event} for each ${each} execute function ${name}()`,
];

export const cardBlocks: Migration = {
  name: '0002-card-blocks',
  shared: `
create table card_blocks (
  workspace_id $key not null,
  list_id $key not null,
  starts $key not null,
  cards $integer not null,
  primary key (workspace_id, list_id, starts),
  foreign key (workspace_id, list_id) references lists (workspace_id, id) on delete cascade
);
insert into card_blocks (workspace_id, list_id, starts, cards)
select l.workspace_id, l.id, '', (
  select count(*) from cards c where c.workspace_id = l.workspace_id and c.list_id = l.id
    and c.archived_at is null and c.deleted_at is null
) from lists l;
`,
  own: {
    sqlite: [
      `create trigger lists_blocked after insert on lists begin ${firstBlock} end`,
      `create trigger cards_blocked after insert on cards begin ${count('new', '+ 1', liveNew)} end`,
      `create trigger cards_unblocked after delete on cards begin ${count('old', '- 1', liveOld)} end`,
      `create trigger cards_reblocked after ${moved} begin
        ${count('old', '- 1', liveOld)} ${count('new', '+ 1', liveNew)} end`,
    ],
    postgres: [
      ...postgresTrigger('lists_blocked', 'insert on lists', 'row', firstBlock),
      ...postgresTrigger(
        'cards_blocked',
        'insert on cards referencing new table as inserted',
        'statement',
        countAll('inserted', '+'),
      ),
      ...postgresTrigger(
        'cards_unblocked',
        'delete on cards referencing old table as deleted',
        'statement',
        countAll('deleted', '-'),
      ),
      ...postgresTrigger(
        'cards_reblocked',
        moved,
        'row',
        count('old', '- 1', liveOld) + count('new', '+ 1', liveNew),
      ),
    ],
  },
};
