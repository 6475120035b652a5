import pg from 'pg';
import { Failure, Unavailable } from '../errors.ts';
import type { Database, LockedTable, Writing } from './database.ts';
import type { Command, Parameters, Query } from './query.ts';

/** How often a change is tried when PostgreSQL reports that another one came in between. */
const attempts = 3;

const { types } = pg;

/** 64-bit integers are microseconds and counters: both fit a number. JSON stays text: it is sent as it is. */
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: Number,
  [types.builtins.JSON]: String,
  [types.builtins.JSONB]: String,
};

/** Opens a pool of connections to PostgreSQL 15 or newer. Nothing connects before the first statement. */
export function openPostgres(url: string, options: { poolSize?: number } = {}): Database & { pool: pg.Pool } {
  const counter = { ran: 0 };
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // The default of 4 is meant for disks that turn; it makes the planner avoid the indexes reads are built on.
    options: '-c random_page_cost=1.1',
    types: { getTypeParser: (oid: number) => parsers[oid] ?? types.getTypeParser(oid) },
  });
  // A connection that breaks while idle is replaced by the pool; the next statement tells if the server is gone.
  pool.on('error', () => {});
  return {
    engine: 'postgres',
    pool,
    get statements() {
      return counter.ran;
    },
    all: (query, parameters) => guarded(() => execute(pool, counter, query, parameters)),
    first: async (query, parameters) => (await guarded(() => execute(pool, counter, query, parameters)))[0],
    write: (work) => writeOn(pool, counter, work),
    close: () => pool.end(),
  };
}

type Counter = { ran: number };

async function execute<P extends Parameters, R>(
  client: pg.Pool | pg.PoolClient,
  counter: Counter,
  statement: Query<P, R> | Command<P, R>,
  parameters: P,
): Promise<R[]> {
  counter.ran++;
  const compiled = statement.for('postgres');
  const { rows } = await client.query({
    name: compiled.name,
    text: compiled.sql,
    values: compiled.bind(parameters),
  });
  return rows as R[];
}

async function writeOn<T>(pool: pg.Pool, counter: Counter, work: (tx: Writing) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await guarded(() => transaction(pool, counter, work));
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error;
    }
  }
}

async function transaction<T>(
  pool: pg.Pool,
  counter: Counter,
  work: (tx: Writing) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const tx = new PostgresTransaction(client, counter);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(tx as unknown as Writing);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    tx.end();
    client.release(broken);
  }
}

class PostgresTransaction {
  #client: pg.PoolClient | undefined;
  readonly #counter: Counter;

  constructor(client: pg.PoolClient, counter: Counter) {
    this.#client = client;
    this.#counter = counter;
  }

  end(): void {
    this.#client = undefined;
  }

  all<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]> {
    return execute(this.#open, this.#counter, query, parameters);
  }

  async first<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R | undefined> {
    return (await execute(this.#open, this.#counter, query, parameters))[0];
  }

  run<P extends Parameters, R>(command: Command<P, R>, parameters: P): Promise<R[]> {
    return execute(this.#open, this.#counter, command, parameters);
  }

  async lock(table: LockedTable, ids: readonly string[]): Promise<void> {
    const held = await this.#hold(table, ids);
    // A board that moves to another workspace goes on as new rows under the old ids, which the first look, having
    // waited for the old ones, cannot see.
    if (held < new Set(ids).size) await this.#hold(table, ids);
  }

  async #hold(table: LockedTable, ids: readonly string[]): Promise<number> {
    this.#counter.ran++;
    const { rows } = await this.#open.query({
      name: `lock.${table}`,
      text: `select id from ${table} where id = any($1) order by id for no key update`,
      values: [ids],
    });
    return rows.length;
  }

  get #open(): pg.PoolClient {
    if (!this.#client) throw new Error('the transaction has ended');
    return this.#client;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * Serialisation failures, deadlocks, references to a row that was deleted while it was being referred to, and values
 * that were free when the action asked and are taken now: the next attempt finds them so, and says so.
 */
const isTransient = (error: unknown): boolean => ['40001', '40P01', '23503', '23505'].includes(codeOf(error));

/** Connection failures, shutdown of the server, too many connections: the caller may try again. */
const isGone = (error: unknown): boolean =>
  /^(08|57P|53)/.test(codeOf(error)) ||
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(codeOf(error)) ||
  (error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message));

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure || !isGone(error)) throw error;
    throw new Unavailable(error);
  }
}
