import { callbackify } from 'node:util';
import pg from 'pg';
import { serversOf } from '../config/database-address.ts';
import type { Metric } from '../metrics/metrics.ts';

/*
 * Connections to the one of several PostgreSQL servers that takes writes. Where a connection breaks or cannot be
 * made the next one is made to the next server, so a failover is followed without anybody being told of it.
 */

export interface PoolOptions {
  /** Connections at the most. */
  size: number;
  /**
   * Whether statements stay prepared: `auto` for yes on connections of PostgreSQL itself, and no on those of a pooler,
   * which may give every transaction another one.
   */
  preparedStatements: 'auto' | 'on' | 'off';
  /** Whether its connections tell others that a node is at work (not through a pooler, whose sessions are anyone's). */
  isNode?: boolean;
}

export interface Pool {
  /** Lends a connection to `work`; one that broke is thrown away. Throws `Disconnected`. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** How many connections there are, and how many wait for one. */
  metric(): Metric;
  close(): Promise<void>;
}

export interface Connection {
  /** Runs a statement; `name` keeps it prepared. */
  query(statement: Statement): Promise<Rows>;
  /** Commits; where it throws `Disconnected` nobody knows whether the transaction was committed. */
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

/** There is no connection, or it broke: nobody knows what became of the last statement. */
export class Disconnected extends Error {
  /** Whether there was a connection before. */
  readonly broke: boolean;

  constructor(broke: boolean, cause: unknown) {
    super(`the database does not answer: ${reasonOf(cause)}`, { cause });
    this.broke = broke;
  }
}

/** Milliseconds. Whoever waits longer for a connection, or for one of the pool's to be free, is told to come again. */
const connectTimeout = 5_000;

/** Milliseconds that PostgreSQL may work on a statement, and that a transaction may do nothing (a node that hangs). */
const statementTimeout = 30_000;
const idleTransactionTimeout = 10_000;

/** A server that says nothing for this long is gone, though no one has told us: its machine lost power. */
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
    // A statement goes out when it is asked for, not when the one before it has been answered.
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
  // What is idle and breaks is replaced by the pool; whoever asks next is told where there is no server any more.
  pool.on('error', () => {});

  const connect = async (): Promise<pg.PoolClient> => {
    for (let tried = 1; ; tried++) {
      const server = current;
      try {
        return await pool.connect();
      } catch (error) {
        // Without another server to try, it was the pool that had no connection to spare.
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

/** 64-bit integers are microseconds and counters: both fit a number. JSON stays text: it is sent as it is. */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.JSON]: String,
  [pg.types.builtins.JSONB]: String,
};

/** Any number that all versions agree on: connections of nodes share this lock until they end. */
export const nodeLock = 7_340_218;

/** How a session plans statements: tests look at the plans that are made so. */
export const planning = {
  // The default of 4 is meant for disks that turn; it makes the planner avoid the indexes reads are built on.
  random_page_cost: '1.1',
  // A statement that stays prepared keeps its plan. To plan it anew for what is bound, as PostgreSQL does where it guesses
  // that this pays, costs more than to run it: a test runs each by the plan that is kept.
  plan_cache_mode: 'force_generic_plan',
  // Joins are made in the order in which they are written, from what was asked for to what hangs on it. The planner would
  // look for a better one each time it plans, and without statistics begins with all cards of a workspace.
  join_collapse_limit: '1',
};

/** A connection that is ready once its server has said that it takes writes. */
class Client extends pg.Client {
  /** Told when the connection cannot be made, or is made to a server that takes no writes. */
  failed = () => {};
  prepares: boolean;
  /** The process that serves it, as the server has said; its types leave that out. */
  declare readonly processID: number;
  readonly #options: PoolOptions;

  constructor(config: pg.ClientConfig, options: PoolOptions) {
    super(config);
    this.#options = options;
    this.prepares = options.preparedStatements === 'on';
    // Whoever uses the connection learns of its end by the statement; without a listener it would end the process.
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
   * One statement asks the server what it is and sets the session up. A pooler gives out other servers' sessions and
   * makes up the number of the process that serves one: what is set there would hold for whoever gets it next.
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
  let warning: unknown;
  const warn = (notice: unknown) => {
    warning ??= notice;
  };
  client.on('notice', warn);
  try {
    const { command } = await run(client, { text: 'commit' });
    // A statement has failed and nobody minded: PostgreSQL rolls back and calls that a success.
    if (command !== 'COMMIT') throw new Error('a transaction went on after a statement of it had failed');
    // It has waited in vain for a replica to have the transaction as well, and calls that a success, too.
    if (warning !== undefined) throw new Disconnected(true, warning);
  } finally {
    client.off('notice', warn);
  }
}

/**
 * Whether an error ends the connection. PostgreSQL reports its own errors; all others come from the connection: it is
 * closed, or silent. Of PostgreSQL's own: connection exceptions, shutdown, and what says that this session is of no
 * use any more, a server that was made a replica or plans that do not fit a table that a newer node has changed.
 */
const isBreak = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  /^(08|57P|25P03|25006)/.test(error.code ?? '') ||
  (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');

/** The sentence in an error; one about several addresses of a host has none of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
