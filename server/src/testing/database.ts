import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { EngineName } from '../base/db/query.ts';

/** The engine of this test run. */
export const engine: EngineName = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export interface TestDatabase {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Queries the database directly. */
  readonly sql: <R extends Record<string, unknown>>(text: string) => Promise<R[]>;
  remove(): Promise<void>;
}

/** The database that `npm test` has migrated once for all tests: a database name on PostgreSQL, a file on SQLite. */
const migratedOnce = process.env.TEST_MIGRATED;

interface Wanted {
  /** If false, the service uses a PostgreSQL role that may not create extensions. */
  extensions?: boolean;
  /** Whether it may be migrated already, which saves a service the time. */
  migrated?: boolean;
}

/** Creates a separate database, empty by default, and a folder for files. */
export async function testDatabase({
  extensions = true,
  migrated = false,
}: Wanted = {}): Promise<TestDatabase> {
  const template = migrated ? migratedOnce : undefined;
  const dataDir = mkdtempSync(join(process.env.TEST_DATABASES ?? tmpdir(), 'taskboard-test-'));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    const file = join(dataDir, 'taskboard.db');
    if (template) copyFileSync(template, file);
    const opened = openedForATurn(file);
    return {
      dataDir,
      databaseUrl: undefined,
      async sql(text) {
        const statement = opened().prepare<[], never>(text);
        if (statement.reader) return statement.all();
        statement.run();
        return [];
      },
      remove: async () => removeDir(),
    };
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`');
  const name = `taskboard_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await once(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const own = new URL(url);
  if (!extensions) {
    await once(url.href, `create role ${name} login password 'test'`);
    await once(url.href, `grant usage, create on schema public to ${name}`);
    Object.assign(own, { username: name, password: 'test' });
  }
  // A connection for each query would take PostgreSQL longer than the query.
  const pool = new pg.Pool({
    connectionString: url.href,
    max: 4,
    idleTimeoutMillis: 1000,
    allowExitOnIdle: true,
  });
  // A test may have ended the connections of the database.
  pool.on('error', () => undefined);
  return {
    dataDir,
    databaseUrl: own.href,
    sql: (text) => rowsOf(pool.query(text)),
    async remove() {
      await pool.end();
      await once(server, `drop database ${name} with (force)`);
      if (!extensions) await once(server, `drop role ${name}`);
      removeDir();
    },
  };
}

/**
 * A connection for queries that are sent together, since reading the schema takes longer than most of them; no longer, so that
 * it is not in the way of tests that move the file or close the service.
 */
function openedForATurn(file: string): () => Sqlite.Database {
  let open: Sqlite.Database | undefined;
  return () => {
    if (open) return open;
    const db = new Sqlite(file);
    open = db;
    setImmediate(() => {
      db.close();
      open = undefined;
    });
    return db;
  };
}

async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function rowsOf<R extends Record<string, unknown>>(result: Promise<pg.QueryResult>): Promise<R[]> {
  const { rows } = await result;
  return rows.map((row) =>
    Object.fromEntries(
      // 64-bit integers arrive as text; ours all fit a number, and tests read no text columns of digits.
      Object.entries(row as R).map(([key, value]) => [
        key,
        /^-?\d{1,16}$/.test(String(value)) ? Number(value) : value,
      ]),
    ),
  ) as R[];
}
