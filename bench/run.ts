import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import type { Database } from '../server/src/db/database.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { query } from '../server/src/db/query.ts';
import { indexAll } from '../server/src/search/actions.ts';
import { startPostgres } from '../tools/postgres.ts';
import { fill } from './data/fill.ts';
import { smallSize, wholeSize } from './data/generate.ts';
import type { Made } from './data/generation.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { keepAside, type Server, startServers } from './server.ts';

/*
 * `npm run bench [-- --engine sqlite|postgres|both] [--nodes 2] [--seconds 5] [--only text] [--small] [--save name]`
 *
 * Runs the service as a process of its own and asks it over loopback. Machines differ and are shared: what counts
 * are the ratios, of the service to the bare query in one process, and of the engines to each other in one run.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    nodes: { type: 'string', default: '1' },
    small: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    save: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
/** On PostgreSQL everything is measured with one node, with two, and so on, on the same data. */
const nodes = Number(options.nodes);
const size = options.small ? smallSize : wholeSize;

interface Measured {
  scenario: string;
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of the service's processor time for one request. */
  cpu: number;
  /** Runs of the bare query per second; null where there is none. */
  bare: number | null;
  failed: number;
}

interface Report {
  engine: string;
  startedIn: number;
  restMemory: number;
  measured: Measured[];
}

const workspaces = query('bench.workspaceOfCards', (db, _p: Record<never, never>) =>
  db.selectFrom('cards').select(['id', 'workspace_id as workspaceId']),
);

async function withSqlite(): Promise<Report[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-bench-'));
  try {
    const db = await openDatabase({ databaseUrl: undefined, dataDir });
    return await measureAll('SQLite', db, { DATA_DIR: dataDir }, 1);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function withPostgres(): Promise<Report[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-bench-'));
  // Durable, as an operator runs it.
  const postgres = await startPostgres({ settings: { fsync: 'on', shared_buffers: '256MB' } });
  try {
    const db = await openDatabase({ databaseUrl: postgres.url, dataDir });
    const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.url };
    return await measureAll('PostgreSQL', db, environment, nodes, () => vacuum(postgres.url));
  } finally {
    await postgres.remove();
    rmSync(dataDir, { recursive: true });
  }
}

/** What PostgreSQL does by itself in the course of an hour. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

async function measureAll(
  engine: string,
  db: Database,
  environment: Record<string, string>,
  upTo: number,
  settled = async () => {},
): Promise<Report[]> {
  console.error(`${engine}: making the data …`);
  const made = await fill(db, size, Date.now() * 1000);
  await indexAll(db);
  await settled();
  const workspaceOf = new Map((await db.all(workspaces, {})).map(({ id, workspaceId }) => [id, workspaceId]));
  const reports: Report[] = [];
  for (let count = 1; count <= upTo; count++) {
    const name = upTo === 1 ? engine : `${engine}, ${count} ${count === 1 ? 'node' : 'nodes'}`;
    reports.push(await measureOn(name, count, { db, made, environment, workspaceOf }));
  }
  await db.close();
  return reports;
}

interface Prepared {
  db: Database;
  made: Made;
  environment: Record<string, string>;
  workspaceOf: Map<string, string>;
}

async function measureOn(engine: string, count: number, prepared: Prepared): Promise<Report> {
  const server = await startServers(prepared.environment, count);
  const restMemory = server.memory();
  const measured: Measured[] = [];
  for (const scenario of scenarios(prepared.workspaceOf)) {
    if (!scenario.name.includes(options.only)) continue;
    console.error(`${engine}: ${scenario.name} …`);
    measured.push(await measure(scenario, server, prepared.db, prepared.made));
  }
  await server.stop();
  return { engine, startedIn: server.startedIn, restMemory, measured };
}

async function measure(scenario: Scenario, server: Server, db: Database, made: Made): Promise<Measured> {
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' };
  const requests = scenario.requests(made).map(({ method, path, body }) => ({
    method,
    path: `/api/v1${path}`,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  }));
  // Its types know one address only; of several, each connection takes the next.
  const url = server.addresses as unknown as string;
  const load = (duration: number) => {
    // Each client begins elsewhere: all at one card at once is not what people do.
    let next = 0;
    const setupClient = (client: autocannon.Client) => {
      const from = Math.floor((next++ / scenario.clients) * requests.length);
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    };
    return autocannon({ url, connections: scenario.clients, duration, requests, setupClient });
  };
  await load(1);
  const before = server.cpu();
  const result = await load(seconds);
  const answered = result['2xx'];
  return {
    scenario: scenario.name,
    perSecond: Math.round(answered / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: Math.round(((server.cpu() - before) / answered) * 1e6),
    bare: scenario.bare ? await bareRate(scenario.bare(db, made)) : null,
    failed: result.non2xx + result.errors,
  };
}

/** How often the query alone runs per second in this process; as many at once as the pool has connections. */
async function bareRate(run: (turn: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + 2_000;
  let turns = 0;
  const runner = async () => {
    while (performance.now() < until) await run(turns++);
  };
  await Promise.all(Array.from({ length: 10 }, runner));
  return Math.round(turns / 2);
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${memory} GB, Node ${process.version}`;
}

function table({ engine, startedIn, restMemory, measured }: Report): string {
  const lines = measured.map(({ scenario, perSecond, p50, p99, cpu, bare, failed }) => {
    const ratio = bare === null ? '–' : `${Math.round((perSecond / bare) * 100)} % of ${bare}`;
    return `| ${scenario} | ${perSecond} | ${p50} | ${p99} | ${cpu} | ${ratio} | ${failed} |`;
  });
  return [
    `## ${engine}`,
    `Starts in ${Math.round(startedIn)} ms, ${restMemory} MB at rest.`,
    '',
    '| scenario | requests/s | p50 ms | p99 ms | CPU µs/request | of the bare query/s | failed |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

keepAside();
const reports: Report[] = [];
if (options.engine !== 'postgres') reports.push(...(await withSqlite()));
if (options.engine !== 'sqlite') reports.push(...(await withPostgres()));
const text = [machine(), ...reports.map(table)].join('\n\n');
console.log(text);
if (options.save) {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${options.save}.md`), `${text}\n`);
}
