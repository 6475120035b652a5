import { Unavailable } from '../errors.ts';
import { single } from '../metrics/metrics.ts';
import type { Engine, Run, Source, Writing } from './database.ts';
import type { HeldTable, LockedTable } from './lock-order.ts';
import { LockOrder } from './lock-order.ts';
import {
  type Connection,
  Disconnected,
  openPool,
  type Pool,
  type PoolOptions,
  type Rows,
  type Statement,
} from './pool.ts';
import type { Command, Parameters, Query } from './query.ts';

/** How often something is tried when another transaction, or the end of a connection, came in between. */
const attempts = 3;

type Counter = { ran: number };

export interface PostgresEngine extends Engine {
  /** Runs `work` on the database as it is at one moment, while others go on to change it. */
  frozen<T>(work: (source: Source) => Promise<T>): Promise<T>;
}

/** PostgreSQL 15 or newer. Nothing connects before the first statement. */
export function openPostgres(address: string, options: PoolOptions): PostgresEngine {
  const counter = { ran: 0 };
  const pool = openPool(address, options);
  const read = <P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]> =>
    persistently(() => pool.use((connection) => execute(connection, counter, query, parameters)));
  return {
    engine: 'postgres',
    get statements() {
      return counter.ran;
    },
    all: read,
    first: async (query, parameters) => (await read(query, parameters))[0],
    write: (work) => persistently(() => transaction(pool, counter, work)),
    async check() {
      const statement = { text: 'select 1', query_timeout: checkTimeout };
      await persistently(() => pool.use((connection) => connection.query(statement)));
    },
    analyzeGrown: () => pool.use((connection) => analyzeGrown(connection)),
    metrics: () => [
      single('counter', 'database_statements_total', 'Statements run', counter.ran),
      pool.metric(),
    ],
    alone: (work) =>
      pool.use((connection) =>
        unhurried(connection, 'read committed', async (run) => {
          await run(`select pg_advisory_xact_lock(${lock})`);
          await work(run);
          await connection.commit();
        }),
      ),
    frozen: (work) =>
      pool.use((connection) =>
        unhurried(connection, 'repeatable read', async (run) => {
          const all: Source['all'] = (query, parameters) => execute(connection, counter, query, parameters);
          const value = await work({
            engine: 'postgres',
            all,
            first: async (query, parameters) => (await all(query, parameters))[0],
            alone: (part) => part(run),
          });
          await rollback(connection);
          return value;
        }),
      ),
    close: () => pool.close(),
  };
}

/**
 * Tables are compared by their size, which is known at once; what PostgreSQL counts of changes comes late, and is lost when it
 * crashes. Small ones do not matter. What another node or autovacuum looks at is skipped.
 */
const grownTables = `select quote_ident(relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and pg_relation_size(oid) > (2 * relpages + 8) * current_setting('block_size')::bigint`;

async function analyzeGrown(connection: Connection): Promise<string[]> {
  const grown = await connection.query({ text: grownTables });
  const names = grown.map(({ name }) => String(name));
  for (const name of names) {
    await unhurried(connection, 'read committed', async (run) => {
      await run(`analyze (skip_locked) ${name}`);
      await connection.commit();
    });
  }
  return names;
}

/** Milliseconds in which a database that works has answered. */
const checkTimeout = 3_000;

/** Any number that all nodes agree on: whoever holds it is alone. */
const lock = 7_340_217;

/** Runs `work` in a transaction that may take as long as it likes, and is rolled back where `work` throws. */
async function unhurried<T>(
  connection: Connection,
  isolation: 'read committed' | 'repeatable read',
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const run: Run = (text) => connection.query({ text, query_timeout: forever });
  try {
    await run(`begin isolation level ${isolation}`);
    await run('set local statement_timeout = 0');
    await run('set local idle_in_transaction_session_timeout = 0');
    return await work(run);
  } catch (error) {
    await rollback(connection);
    throw error;
  }
}

/** The longest time that a timer of Node can wait; milliseconds. */
const forever = 2 ** 31 - 1;

async function execute<P extends Parameters, R>(
  connection: Pick<Connection, 'query'>,
  counter: Counter,
  statement: Query<P, R> | Command<P, R>,
  parameters: P,
): Promise<R[]> {
  counter.ran++;
  const compiled = statement.for('postgres');
  const { name, sql: text } = compiled;
  return (await connection.query({ name, text, values: compiled.bind(parameters) })) as R[];
}

/** Tries again what another transaction has thwarted, and what a broken connection has surely not done. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const again = error instanceof Disconnected ? error.broke : isTransient(error);
      if (again && attempt < attempts) continue;
      const later = error instanceof Disconnected || isOverload(error) || isContention(error);
      throw later ? new Unavailable(error) : error;
    }
  }
}

async function transaction<T>(pool: Pool, counter: Counter, work: (tx: Writing) => Promise<T>): Promise<T> {
  return pool.use(async (connection) => {
    const tx = new PostgresTransaction(connection, counter);
    let committing = false;
    try {
      const value = await work(tx);
      await tx.begun;
      // What the work has not waited for goes out before this, or not at all.
      tx.end();
      committing = true;
      await connection.commit();
      return value;
    } catch (error) {
      tx.end();
      // It may have been committed: trying again could do it twice, and to say that it was done could be untrue.
      if (committing && error instanceof Disconnected) throw new Unavailable(error);
      await rollback(connection);
      throw error;
    }
  });
}

/** A connection that cannot roll back has broken, and with it the transaction. */
async function rollback(connection: Connection): Promise<void> {
  await connection.query({ text: 'rollback' }).catch(() => {});
}

/** Statements go out at once, also while others are being answered; the server runs them in this order. */
class PostgresTransaction implements Writing {
  readonly #connection: Connection;
  readonly #counter: Counter;
  readonly #order = new LockOrder();
  /** Resolves once there is a transaction. */
  readonly begun: Promise<unknown>;
  #hasBegun = false;
  #hasEnded = false;
  /** Why the statement failed after which nothing is sent any more. */
  #failure: unknown;

  constructor(connection: Connection, counter: Counter) {
    this.#connection = connection;
    this.#counter = counter;
    this.begun = this.query({ text: 'begin' }).then(() => {
      this.#hasBegun = true;
    });
    // Whoever waits for it is told; there may be no one.
    this.begun.catch(() => {});
  }

  end(): void {
    this.#hasEnded = true;
  }

  all<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]> {
    return execute(this, this.#counter, query, parameters);
  }

  async first<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(query, parameters))[0];
  }

  async run<P extends Parameters, R>(command: Command<P, R>, parameters: P): Promise<R[]> {
    // Where no transaction has begun, a write would stay whatever comes after it.
    if (!this.#hasBegun) await this.begun;
    return execute(this, this.#counter, command, parameters);
  }

  async lock(table: LockedTable, workspaceId: string | null, ids: readonly string[]): Promise<void> {
    await this.lockAndRead(table, workspaceId, ids, async () => {});
  }

  async lockAndRead<T>(
    table: LockedTable,
    workspaceId: string | null,
    ids: readonly string[],
    read: () => Promise<T>,
  ): Promise<T> {
    this.#order.take(table, ids);
    const [held, found] = await Promise.all([this.#hold(table, workspaceId, ids), read()]);
    if (held === new Set(ids).size) return found;
    // A board that moves to another workspace goes on as new rows under the old ids, which the first look, having
    // waited for the old ones, cannot see. While it is carried in slices both are there, and both are held.
    await this.#hold(table, workspaceId, ids);
    return read();
  }

  locksNext(table: HeldTable, id: string): void {
    this.#order.take(table, [id]);
  }

  async #hold(table: LockedTable, workspaceId: string | null, ids: readonly string[]): Promise<number> {
    this.#counter.ran++;
    const rows = await this.query(lockStatement(table, workspaceId, ids));
    return new Set(rows.map(({ id }) => id)).size;
  }

  /** PostgreSQL refuses what comes after a statement that failed; what is told is why that one did. */
  async query(statement: Statement): Promise<Rows> {
    if (this.#hasEnded) throw this.#failure ?? new Error('the transaction has ended');
    try {
      return await this.#connection.query(statement);
    } catch (error) {
      this.#failure ??= error;
      this.end();
      throw this.#failure;
    }
  }
}

/** Holds rows, one after the other in the order of their ids; what a board that moves has twice, in one order as well. */
export function lockStatement(table: LockedTable, workspaceId: string | null, ids: readonly string[]) {
  if (workspaceId === null) {
    const order = table === 'users' || table === 'workspaces' ? 'id' : 'id, workspace_id';
    const text = `select id from ${table} where id = any($1) order by ${order} for no key update`;
    return { name: `lock.${table}`, text, values: [ids] };
  }
  // A look-up for each: for many at once PostgreSQL may walk what the workspace has.
  const text = `select x.id from unnest($2::text[]) k (id) cross join lateral (
    select t.id from ${table} t where t.${table === 'workspaces' ? 'id' : 'workspace_id'} = $1 and t.id = k.id
    for no key update) x`;
  return { name: `lockIn.${table}`, text, values: [workspaceId, ids.toSorted()] };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Serialisation failures and deadlocks: others were at work on the same rows. Nothing of the transaction is done. */
const isContention = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/**
 * Contention, references to a row that was deleted while it was being referred to, and values that were free when the
 * action asked and are taken now: the next attempt finds them so, and says so.
 */
const isTransient = (error: unknown): boolean =>
  isContention(error) || ['23503', '23505'].includes(codeOf(error));

/** Too little of something, or too much to do: statements that took too long, full disks. */
const isOverload = (error: unknown): boolean => /^(53|57014|55P03)/.test(codeOf(error));
