import type { Migration } from './migration.ts';

/*
 * The fields of boards. A card has its values as one JSON object, which all that shows cards reads with the card. Filters find
 * them in `field_values`: a row for each value, and for each of several; triggers maintain it, so that no write can forget it.
 */

/** The rows of card `new`, from its JSON. */
const sqliteRows = `
  insert into field_values (workspace_id, card_id, field_id, place, text_value, number_value)
  select new.workspace_id, new.id, f.key, 0,
    case when f.type = 'text' then f.value end,
    case f.type when 'true' then 1 when 'text' then null else f.value end
  from json_each(new.field_values) f where f.type <> 'array'
  union all
  select new.workspace_id, new.id, f.key, e.key, e.value, null
  from json_each(new.field_values) f, json_each(f.value) e where f.type = 'array';`;

/** The same on the other engine. */
const postgresRows = `
  insert into field_values (workspace_id, card_id, field_id, place, text_value, number_value)
  select new.workspace_id, new.id, f.key, 0,
    case when json_typeof(f.value) = 'string' then f.value #>> '{}' end,
    case json_typeof(f.value) when 'boolean' then 1 when 'number' then (f.value #>> '{}')::double precision end
  from json_each(new.field_values::json) f where json_typeof(f.value) <> 'array'
  union all
  select new.workspace_id, new.id, f.key, e.place - 1, e.value, null
  from json_each(new.field_values::json) f
  cross join lateral json_array_elements_text(case when json_typeof(f.value) = 'array' then f.value else '[]' end)
    with ordinality as e (value, place);`;

const without = 'delete from field_values where workspace_id = new.workspace_id and card_id = new.id;';

const postgresFunction = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`;

const table = (text: string, integer: string, real: string, ending: string) => `create table field_values (
  workspace_id ${text} not null,
  card_id ${text} not null,
  field_id ${text} not null,
  place ${integer} not null,
  text_value ${text},
  number_value ${real},
  primary key (workspace_id, card_id, field_id, place),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
) ${ending}`;

const indexes = [
  `create index field_values_text on field_values (workspace_id, field_id, text_value)`,
  `create index field_values_number on field_values (workspace_id, field_id, number_value) where number_value is not null`,
];

export const fields: Migration = {
  name: '0067-fields',
  shared: `
alter table cards add column field_values text;
create table fields (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  position $key not null,
  name text not null,
  type $key not null,
  options text,
  settings text,
  shown_on_tile $integer not null,
  created_at $integer not null,
  deleted_at $integer,
  deleted_by $key,
  primary key (workspace_id, id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index fields_board on fields (workspace_id, board_id, position);
create index fields_id on fields (id);
create index fields_people on fields (workspace_id, board_id) where type = 'person';
create index fields_expiry on fields (deleted_at) where deleted_at is not null;
`,
  own: {
    sqlite: [
      table('text', 'integer', 'real', 'without rowid, strict'),
      ...indexes,
      `create trigger cards_valued after insert on cards when new.field_values is not null begin ${sqliteRows} end`,
      `create trigger cards_revalued after update of field_values on cards
        when new.field_values is not old.field_values begin ${without} ${sqliteRows} end`,
    ],
    postgres: [
      table('text collate "C"', 'bigint', 'double precision', ''),
      ...indexes,
      postgresFunction('cards_valued', postgresRows),
      `create trigger cards_valued after insert on cards for each row
        when (new.field_values is not null) execute function cards_valued()`,
      postgresFunction('cards_revalued', `${without} ${postgresRows}`),
      `create trigger cards_revalued after update of field_values on cards for each row
        when (new.field_values is distinct from old.field_values) execute function cards_revalued()`,
    ],
  },
};
