import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { engine, type TestDatabase } from '../database.ts';

/** Looks into the database beside the service, again and again over one connection. */
export interface Look {
  /** Runs a statement that reads; `$1` is the first of the values. Numbers of PostgreSQL's come as texts. */
  rows<R>(text: string, ...values: (string | number)[]): Promise<R[]>;
  close(): Promise<void>;
}

export const lookInto = (database: TestDatabase): Promise<Look> =>
  engine === 'sqlite' ? intoSqlite(database) : intoPostgres(database);

async function intoSqlite({ dataDir }: TestDatabase): Promise<Look> {
  const db = new Sqlite(join(dataDir, 'taskboard.db'), { readonly: true });
  const prepared = new Map<string, Sqlite.Statement<unknown[]>>();
  return {
    async rows<R>(text: string, ...values: (string | number)[]) {
      const statement = prepared.get(text) ?? db.prepare<unknown[]>(text.replaceAll('$', '?'));
      prepared.set(text, statement);
      return statement.all(...values) as R[];
    },
    close: async () => void db.close(),
  };
}

async function intoPostgres({ databaseUrl }: TestDatabase): Promise<Look> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const names = new Map<string, string>();
  return {
    async rows<R>(text: string, ...values: (string | number)[]) {
      const name = names.get(text) ?? `look${names.size}`;
      names.set(text, name);
      const { rows } = await client.query({ name, text, values });
      return rows as R[];
    },
    close: () => client.end(),
  };
}
