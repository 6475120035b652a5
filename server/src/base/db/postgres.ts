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

/** Max attempts after a conflict with another transaction or a lost connection. */
const attempts = 3;

type Counter = { ran: number };

export interface PostgresEngine extends Engine {
  /** Runs `work` on a consistent snapshot of the database while others continue to change it. */
  frozen<T>(work: (source: Source) => Promise<T>): Promise<T>;
}

/** PostgreSQL 15 or newer. Connects lazily, at the first statement. */
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
 * Compares tables by size, which is known at once; PostgreSQL's change counters lag, and are lost in a crash. Small
 * tables do not matter. Tables that another node or autovacuum is analyzing are skipped.
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

/** Milliseconds within which a working database answers. */
const checkTimeout = 3_000;

/** An arbitrary number that all nodes agree on: the advisory lock for exclusive work. */
const lock = 7_340_217;

/** Runs `work` in a transaction without timeouts, which is rolled back if `work` throws. */
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

/** Max delay of a Node timer; milliseconds. */
const forever = 2 ** 31 - 1;

async function execute<P extends Parameters, R>(
  connection: Pick<Connection, 'query'>,
  counter: Counter,
  statement: Query<P, R> | Command<P, R>,
  parameters: P,
): Promise<R[]> {
  counter.ran++;
  const compiled = statement.for('postgres');
  const { isPassing, sql: text } = compiled;
  const name = isPassing ? undefined : compiled.name;
  return (await connection.query({ name, text, values: compiled.bind(parameters) })) as R[];
}

/** Retries work that conflicted with another transaction, or that a broken connection cannot have committed. */
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
      // Statements that the work did not await are sent before this, or not at all.
      tx.end();
      committing = true;
      await connection.commit();
      return value;
    } catch (error) {
      tx.end();
      // It may have been committed: a retry could apply it twice, and reporting success could be untrue.
      if (committing && error instanceof Disconnected) throw new Unavailable(error);
      await rollback(connection);
      throw error;
    }
  });
}

/** If the rollback fails, the connection has broken, and the transaction with it. */
async function rollback(connection: Connection): Promise<void> {
  await connection.query({ text: 'rollback' }).catch(() => {});
}

/** Sends statements at once, even while others are in progress; the server runs them in this order. */
class PostgresTransaction implements Writing {
  readonly #connection: Connection;
  readonly #counter: Counter;
  readonly #order = new LockOrder();
  /** Resolves once the transaction has begun. */
  readonly begun: Promise<unknown>;
  #hasBegun = false;
  #hasEnded = false;
  /** The error of the failed statement, after which nothing more is sent. */
  #failure: unknown;

  constructor(connection: Connection, counter: Counter) {
    this.#connection = connection;
    this.#counter = counter;
    this.begun = this.query({ text: 'begin' }).then(() => {
      this.#hasBegun = true;
    });
    // Those who await it see the error; there may be nobody, so it must not count as unhandled.
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
    // Without an open transaction, a write would be committed on its own.
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
    // A board that moves to another workspace continues as new rows with the old ids. The first statement waited for the
    // old rows and cannot see the new ones. While a board moves in slices, both exist and both are locked.
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

  /** PostgreSQL refuses every statement after a failed one; report the original error instead. */
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

/** Locks rows one after the other in id order. Without a workspace, both copies of a moving board's row, in workspace order. */
export function lockStatement(table: LockedTable, workspaceId: string | null, ids: readonly string[]) {
  if (workspaceId === null) {
    const order = table === 'users' || table === 'workspaces' ? 'id' : 'id, workspace_id';
    const text = `select id from ${table} where id = any($1) order by ${order} for no key update`;
    return { name: `lock.${table}`, text, values: [ids] };
  }
  // One look-up per id: for many at once PostgreSQL may scan the whole workspace.
  const text = `select x.id from unnest($2::text[]) k (id) cross join lateral (
    select t.id from ${table} t where t.${table === 'workspaces' ? 'id' : 'workspace_id'} = $1 and t.id = k.id
    for no key update) x`;
  return { name: `lockIn.${table}`, text, values: [workspaceId, ids.toSorted()] };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Serialisation failures and deadlocks, which roll the transaction back. */
const isContention = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/**
 * Contention, foreign keys to a row deleted meanwhile, and unique values that were free when the action checked and have
 * been taken since. The next attempt sees the new state and reports it.
 */
const isTransient = (error: unknown): boolean =>
  isContention(error) || ['23503', '23505'].includes(codeOf(error));

/** Insufficient resources or overload: full disks, statements that took too long. */
const isOverload = (error: unknown): boolean => /^(53|57014|55P03)/.test(codeOf(error));
