import type { Migration } from './migration.ts';

/*
 * Claims of cards: who works on one, until when. What ends a claim, or takes its holder away, does so by triggers, so that no
 * write can forget it: the claim of a card that is no longer open work is removed with that change, and one whose member or
 * API key is gone has expired.
 */

const isNoWork = `new.completed_at is not null or new.archived_at is not null or new.deleted_at is not null or new.is_template = 1`;
const wasWork = `old.completed_at is null and old.archived_at is null and old.deleted_at is null and old.is_template = 0`;

const ofNew = 'workspace_id = new.workspace_id and card_id = new.id';
const ended = `delete from card_claims where ${ofNew};`;
const followed = `update card_claims set board_id = new.board_id where ${ofNew};`;
const withoutMember = `update card_claims set expires_at = 0 where workspace_id = new.workspace_id and member_id = new.id;`;
const withoutKey = `update card_claims set expires_at = 0 where key_id = old.id;`;
const isRemoved = `new.status = 'removed' and old.status <> 'removed'`;

const postgresTrigger = (name: string, on: string, when: string, body: string): string[] => [
  `create function ${name}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`,
  `create trigger ${name} after ${on} for each row ${when === '' ? '' : `when (${when})`} execute function ${name}()`,
];

const work = 'update of completed_at, archived_at, deleted_at, is_template on cards';

export const cardClaims: Migration = {
  name: '0090-card-claims',
  shared: `
create table card_claims (
  workspace_id $key not null,
  card_id $key not null,
  board_id $key not null,
  member_id $key not null,
  key_id $integer,
  key_name text,
  assigned $integer not null,
  claimed_at $integer not null,
  expires_at $integer not null,
  primary key (workspace_id, card_id),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index card_claims_board on card_claims (workspace_id, board_id, expires_at, card_id);
create index card_claims_expiry on card_claims (expires_at);
create index card_claims_member on card_claims (workspace_id, member_id);
create index card_claims_key on card_claims (key_id) where key_id is not null;
`,
  own: {
    sqlite: [
      `create trigger cards_end_claims after ${work} when (${isNoWork}) and ${wasWork} begin ${ended} end`,
      `create trigger cards_carry_claims after update of board_id on cards
        when new.board_id <> old.board_id begin ${followed} end`,
      `create trigger members_end_claims after update of status on members when ${isRemoved} begin ${withoutMember} end`,
      `create trigger keys_end_claims after delete on api_keys begin ${withoutKey} end`,
    ],
    postgres: [
      ...postgresTrigger('cards_end_claims', work, `(${isNoWork}) and ${wasWork}`, ended),
      ...postgresTrigger(
        'cards_carry_claims',
        'update of board_id on cards',
        'new.board_id <> old.board_id',
        followed,
      ),
      ...postgresTrigger('members_end_claims', 'update of status on members', isRemoved, withoutMember),
      ...postgresTrigger('keys_end_claims', 'delete on api_keys', '', withoutKey),
    ],
  },
};
