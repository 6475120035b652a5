import { callbackify } from 'node:util';
import pg from 'pg';
import { serversOf } from '../config/database-address.ts';
import { messageOf } from '../message-of.ts';
import type { Metric } from '../metrics/metrics.ts';

/*
 * Connections to the one of several PostgreSQL servers that accepts writes. If a connection breaks or cannot be made, the
 * next attempt goes to the next server, so the pool follows a failover without being notified.
 *
 * Nodes share this database and the stored files, and nothing else. `postgres.ts` retries a transaction only if it certainly
 * was not committed; if that is unknown, the caller gets 503.
 */

export interface PoolOptions {
  /** Max connections. */
  size: number;
  /**
   * Whether statements stay prepared. `auto` means yes on direct connections to PostgreSQL, and no behind a pooler, which
   * may use a different server connection for every transaction.
   */
  preparedStatements: 'auto' | 'on' | 'off';
  /** Whether its connections announce a running node through `nodeLock` (not through a pooler, where sessions are shared). */
  isNode?: boolean;
}

export interface Pool {
  /** Lends a connection to `work`, and discards it if it broke. Throws `Disconnected`. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** The number of connections, and of callers waiting for one. */
  metric(): Metric;
  close(): Promise<void>;
}

export interface Connection {
  /** Runs a statement; with a `name` it stays prepared. */
  query(statement: Statement): Promise<Rows>;
  /** Commits. After `Disconnected` it is unknown whether the transaction was committed. */
  commit(): Promise<void>;
}

export type Rows = Record<string, unknown>[];

export interface Statement {
  text: string;
  name?: string;
  values?: unknown[];
  /** Milliseconds to wait for the answer. */
  query_timeout?: number;
}

/** There is no connection, or it broke: the outcome of the last statement is unknown. */
export class Disconnected extends Error {
  /** Whether there was a connection before. */
  readonly broke: boolean;

  constructor(broke: boolean, cause: unknown) {
    super(`the database does not answer: ${reasonOf(cause)}`, { cause });
    this.broke = broke;
  }
}

/** Milliseconds to wait for a new connection, or for a free one in the pool, before failing. */
const connectTimeout = 5_000;

/** Max milliseconds for a statement, and for a transaction to be idle (a node that hangs). */
const statementTimeout = 30_000;
const idleTransactionTimeout = 10_000;

/** Milliseconds of silence after which a server counts as gone even without notice: its machine may have lost power. */
const silence = statementTimeout + 5_000;

export function openPool(address: string, options: PoolOptions): Pool {
  const servers = serversOf(address);
  let current = 0;
  const pool = new pg.Pool({
    max: options.size,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    query_timeout: silence,
    keepAlive: true,
    // Send statements at once, without waiting for the reply to the previous one.
    pipeline: true,
    fallback_application_name: 'taskboard',
    types: { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) },
    Client: class extends Client {
      constructor(config?: pg.ClientConfig) {
        const server = current;
        super({ ...config, connectionString: servers[server] }, options);
        this.failed = () => {
          if (current === server) current = (server + 1) % servers.length;
        };
      }
    },
  });
  // The pool replaces idle connections that break; if there is no server any more, the next caller gets the error.
  pool.on('error', () => {});

  const connect = async (): Promise<pg.PoolClient> => {
    for (let tried = 1; ; tried++) {
      const server = current;
      try {
        return await pool.connect();
      } catch (error) {
        // Without another server to try, the failure means that the pool had no free connection.
        if (tried === servers.length || server === current) throw new Disconnected(false, error);
      }
    }
  };
  return {
    use: async (work) => lend(await connect(), work),
    metric: () => ({
      name: 'database_connections',
      help: 'Connections of the pool by state, and requests waiting for one',
      type: 'gauge',
      samples: Object.entries({
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        awaited: pool.waitingCount,
      }).map(([state, value]) => ({ labels: { state }, value })),
    }),
    close: () => pool.end(),
  };
}

async function lend<T>(client: pg.PoolClient, work: (connection: Connection) => Promise<T>): Promise<T> {
  let broken: Disconnected | undefined;
  const whole = async <R>(ask: () => Promise<R>): Promise<R> => {
    if (broken) throw broken;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Disconnected) broken = error;
      throw error;
    }
  };
  try {
    return await work({
      query: (statement) => whole(async () => (await run(client, statement)).rows),
      commit: () => whole(() => commit(client)),
    });
  } finally {
    client.release(broken);
  }
}

/** 64-bit integers are microseconds and counters, which fit a number. JSON stays text, because it is sent unparsed. */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.JSON]: String,
  [pg.types.builtins.JSONB]: String,
};

/** An arbitrary number that all versions agree on: connections of nodes share this lock until they end. */
export const nodeLock = 7_340_218;

/** Planner settings of a session; tests check plans made with them. */
export const planning = {
  // The default of 4 is meant for spinning disks; it makes the planner avoid the indexes that reads rely on.
  random_page_cost: '1.1',
  // Prepared statements keep their generic plan. PostgreSQL would replan for the bound values if its estimates favour
  // that, which costs more than running the statement. A test runs every statement with its generic plan.
  plan_cache_mode: 'force_generic_plan',
  // Joins run in the order in which they are written. The planner would search for a better order at every planning, and
  // without statistics begins with all cards of a workspace.
  join_collapse_limit: '1',
};

/** A connection that is ready once its server has confirmed that it accepts writes. */
class Client extends pg.Client {
  /** Called when the connection cannot be made, or reaches a server that accepts no writes. */
  failed = () => {};
  prepares: boolean;
  /** The id of the server process, as reported by the server; missing from the types of `pg`. */
  declare readonly processID: number;
  readonly #options: PoolOptions;

  constructor(config: pg.ClientConfig, options: PoolOptions) {
    super(config);
    this.#options = options;
    this.prepares = options.preparedStatements === 'on';
    // Users of the connection see the failure in their statement; without a listener the event would end the process.
    this.on('error', () => {});
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    if (!callback) return this.#connect();
    callbackify(() => this.#connect())(callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    try {
      await super.connect();
      await this.#begin();
      return this;
    } catch (error) {
      this.failed();
      this.connection.stream.destroy();
      throw error;
    }
  }

  /**
   * One statement queries the server's role and configures the session. A pooler hands out sessions of other servers and
   * invents the process id, and settings made there would leak to the next user of the session.
   */
  async #begin(): Promise<void> {
    const settings = {
      ...planning,
      statement_timeout: String(statementTimeout),
      idle_in_transaction_session_timeout: String(idleTransactionTimeout),
    };
    const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
    if (this.#options.isNode) set.push(`pg_try_advisory_lock_shared(${nodeLock})`);
    const { rows } = await this.query<{ readOnly: boolean; direct: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as "readOnly", pg_backend_pid() = $1::int as direct,
        case when pg_backend_pid() = $1::int then concat(${set.join(', ')}) end as settings`,
      [this.processID],
    );
    if (rows[0]?.readOnly !== false) throw new Error('the server takes no writes');
    if (this.#options.preparedStatements === 'auto') this.prepares = rows[0].direct;
  }
}

async function run(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<Rows[number]>> {
  const name = client instanceof Client && client.prepares ? statement.name : undefined;
  try {
    return await client.query<Rows[number]>({ ...statement, name });
  } catch (error) {
    throw isBreak(error) ? new Disconnected(true, error) : error;
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  let warning: Error | undefined;
  const warn = ({ code, message }: { code: string | undefined; message: string | undefined }) => {
    // Anything may leave a notice, such as a trigger; it says nothing about the outcome.
    if (!code?.startsWith('00')) warning ??= new Error(message);
  };
  client.on('notice', warn);
  try {
    const { command } = await run(client, { text: 'commit' });
    // A statement failed and its error was ignored: PostgreSQL rolls back and reports success.
    if (command !== 'COMMIT') throw new Error('a transaction went on after a statement of it had failed');
    // The wait for a synchronous replica was cancelled: PostgreSQL reports that as a success with a warning.
    if (warning !== undefined) throw new Disconnected(true, warning);
  } finally {
    client.off('notice', warn);
  }
}

/**
 * Whether an error ends the connection. PostgreSQL reports its own errors; all others mean that the connection is closed
 * or silent. Of PostgreSQL's own these are connection exceptions, shutdown, and errors that make the session useless: a
 * server demoted to a replica, or plans that do not fit a table that a newer node has changed.
 */
const isBreak = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  /^(08|57P|25P03|25006)/.test(error.code ?? '') ||
  (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');

/** The message of an error; one about several addresses of a host has none of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return messageOf(error);
}
