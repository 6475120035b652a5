import type { Database } from '../server/src/base/db/database.ts';
import { query } from '../server/src/base/db/query.ts';
import { fill, fillLater } from './data/fill.ts';
import type { Made, Size } from './data/generation.ts';
import { type Load, load } from './load.ts';
import { scenarios } from './scenarios.ts';
import { startServers } from './server.ts';
import type { Store } from './store.ts';
import { idleStreamMemory, streamScenarios } from './streams.ts';
import { thisVersion } from './version.ts';
import { webhookScenarios } from './webhooks.ts';

/* Measures this version alone, next to the bare queries in one process. */

export interface Report {
  engine: string;
  startedIn: number;
  restMemory: number;
  /** Kilobytes of memory per idle stream, with many of them open. */
  idleStream: { count: number; kilobytes: number } | undefined;
  measured: Measured[];
}

interface Measured {
  scenario: string;
  load: Load;
  /** Runs of the bare query per second; null if the scenario has none. */
  bare: number | null;
}

interface Options {
  size: Size;
  seconds: number;
  only: string;
  /** Uses a small data set, to test the benchmark itself. */
  small: boolean;
  /** Maximum number of nodes: everything is measured with one node, with two, and so on, on the same data. */
  nodes: number;
}

const workspaces = query('bench.workspaceOfCards', (db, _p: Record<never, never>) =>
  db.selectFrom('cards').select(['id', 'workspace_id as workspaceId']),
);

export async function measure(store: Store, options: Options): Promise<Report[]> {
  console.error(`${store.engine}: making the data …`);
  const { openDatabase, indexAll, dir } = await thisVersion();
  const db = await openDatabase(store);
  const made = await fill(db, options.size, Date.now() * 1000);
  await indexAll(db);
  await fillLater(db, 'watches', made.watched.watches);
  await store.settle();
  const reports: Report[] = [];
  for (let count = 1; count <= options.nodes; count++) {
    reports.push(await measureOn(store, { db, made, dir, count }, options));
  }
  await db.close();
  return reports;
}

async function measureOn(
  store: Store,
  { db, made, dir, count }: { db: Database; made: Made; dir: string; count: number },
  { seconds, only, nodes, small }: Options,
): Promise<Report> {
  const engine = nodes === 1 ? store.engine : `${store.engine}, ${count} ${count === 1 ? 'node' : 'nodes'}`;
  const workspaceOf = new Map((await db.all(workspaces, {})).map(({ id, workspaceId }) => [id, workspaceId]));
  const server = await startServers(store, { count, dir });
  const restMemory = server.memory();
  const measured: Measured[] = [];
  for (const scenario of scenarios(workspaceOf)) {
    if (!new RegExp(only).test(scenario.name)) continue;
    console.error(`${engine}: ${scenario.name} …`);
    await load(scenario, made, { server, store }, { duration: 1 });
    const loaded = await load(scenario, made, { server, store }, { duration: seconds });
    const bare = scenario.bare ? await bareRate(scenario.bare(db, made)) : null;
    measured.push({ scenario: scenario.name, load: loaded, bare });
  }
  for (const { name, measure: measureIt } of [...webhookScenarios, ...streamScenarios]) {
    if (!new RegExp(only).test(name)) continue;
    console.error(`${engine}: ${name} …`);
    const loaded = await measureIt({ server, store, db, made }, seconds);
    measured.push({ scenario: name, load: loaded, bare: null });
  }
  await server.stop();
  const idleStream = new RegExp(only).test('idle streams') ? await idleStreams(store, dir, small) : undefined;
  return { engine, startedIn: server.startedIn, restMemory, idleStream, measured };
}

/** Starts a new service for this: an older one would reuse memory that it has freed. */
async function idleStreams(store: Store, dir: string, small: boolean): Promise<Report['idleStream']> {
  console.error(`${store.engine}: idle streams …`);
  const server = await startServers(store, { count: 1, dir });
  const count = small ? 1000 : 2000;
  const kilobytes = await idleStreamMemory(server, count);
  await server.stop();
  return { count, kilobytes };
}

/** Runs per second of the query alone in this process, with as many at once as the pool has connections. */
async function bareRate(run: (turn: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + 2_000;
  let turns = 0;
  const runner = async () => {
    while (performance.now() < until) await run(turns++);
  };
  await Promise.all(Array.from({ length: 10 }, runner));
  return Math.round(turns / 2);
}
