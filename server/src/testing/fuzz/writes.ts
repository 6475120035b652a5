import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { engine, type TestDatabase } from '../database.ts';

/** Observes all writes to the database from the outside. */
export interface Writes {
  /** The rows written since the last call, as `insert cards`. */
  since(): Promise<string[]>;
  close(): Promise<void>;
}

/** Columns of last use, which every request may write at any time. */
const ownTime = ['last_used_at'];

/** Tables written in the background, even after a refused request: deliveries are sent, texts are indexed. */
const inBackground = ['webhook_deliveries', 'search_texts'];

/** Adds triggers to all tables that record every row written. */
export async function watchWrites(database: TestDatabase): Promise<Writes> {
  const tables = await columnsByTable(database);
  for (const statement of engine === 'sqlite' ? onSqlite(tables) : onPostgres(tables)) {
    await database.sql(statement);
  }
  const look = engine === 'sqlite' ? lookIntoSqlite(database) : await lookIntoPostgres(database);
  let last = 0;
  return {
    async since() {
      const rows = await look.rows(last);
      last = Number(rows.at(-1)?.id ?? last);
      return rows.map(({ what }) => what);
    },
    close: () => look.close(),
  };
}

interface Look {
  rows(after: number): Promise<{ id: number | string; what: string }[]>;
  close(): Promise<void>;
}

function lookIntoSqlite({ dataDir }: TestDatabase): Look {
  const db = new Sqlite(join(dataDir, 'taskboard.db'), { readonly: true });
  const statement = db.prepare<[number], { id: number; what: string }>(
    'select id, what from writes where id > ? order by id',
  );
  return {
    rows: async (after) => statement.all(after),
    close: async () => void db.close(),
  };
}

async function lookIntoPostgres({ databaseUrl }: TestDatabase): Promise<Look> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const query = { name: 'writes', text: 'select id, what from writes where id > $1 order by id' };
  return {
    rows: async (after) =>
      (await client.query<{ id: string; what: string }>({ ...query, values: [after] })).rows,
    close: () => client.end(),
  };
}

type Tables = Map<string, string[]>;

async function columnsByTable({ sql }: TestDatabase): Promise<Tables> {
  const rows = await sql<{ table: string; column: string }>(
    engine === 'sqlite'
      ? `select t.name as "table", c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
         where t.type = 'table' and t.schema = 'main' and t.name not like 'sqlite_%'`
      : `select table_name as "table", column_name as "column" from information_schema.columns
         where table_schema = 'public'`,
  );
  const tables: Tables = new Map();
  for (const { table, column } of rows) {
    if (inBackground.includes(table)) continue;
    tables.set(table, [...(tables.get(table) ?? []), ...(ownTime.includes(column) ? [] : [column])]);
  }
  return tables;
}

const updates = (columns: readonly string[]): string =>
  `update of ${columns.map((each) => `"${each}"`).join()}`;

const onSqlite = (tables: Tables): string[] => [
  'create table writes (id integer primary key, what text not null)',
  ...[...tables].flatMap(([table, columns]) =>
    (['insert', 'delete', 'update'] as const).map(
      (
        verb,
      ) => `create trigger "written_${verb}_${table}" after ${verb === 'update' ? updates(columns) : verb}
        on "${table}" begin insert into writes (what) values ('${verb} ${table}'); end`,
    ),
  ),
];

const onPostgres = (tables: Tables): string[] => [
  'create table writes (id bigserial primary key, what text not null)',
  `create function written() returns trigger language plpgsql as $$
   begin insert into writes (what) values (lower(tg_op) || ' ' || tg_table_name); return null; end $$`,
  ...[...tables].map(
    ([table, columns]) => `create trigger written after insert or delete or ${updates(columns)}
      on "${table}" for each row execute function written()`,
  ),
];
