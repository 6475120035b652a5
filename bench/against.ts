import { fill } from './data/fill.ts';
import type { Made, Size } from './data/generation.ts';
import { type Load, load } from './load.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type Server, startServers } from './server.ts';
import type { Store } from './store.ts';
import { thisVersion, type Version } from './version.ts';

/* This version and an older one, on the same data, by turns. */

export interface Comparison {
  engine: string;
  rows: Compared[];
}

interface Compared {
  scenario: string;
  older: Turn;
  newer: Turn;
  /** Processor time of this version by that of the older one: in the median, at the least and at the most. */
  ratio: { median: number; least: number; most: number };
  failed: number;
}

interface Turn {
  perSecond: number;
  /** Microseconds of the service and the database together for one request. */
  cpu: number;
}

interface Options {
  older: Version;
  size: Size;
  /** Seconds in which the older version is measured per scenario; the newer one gets as many requests. */
  seconds: number;
  rounds: number;
  only: string;
}

interface Side {
  server: Server;
  store: Store;
}

/** The older version makes the data, for this one migrates it as it starts. */
export async function compare(store: Store, options: Options): Promise<Comparison> {
  const { older, size } = options;
  const db = await older.openDatabase(store);
  const made = await fill(db, size, Date.now() * 1000);
  await older.indexAll(db);
  await db.close();
  const copy = await store.copy();
  const newer = await thisVersion();
  const copied = await newer.openDatabase(copy);
  await newer.indexAll(copied);
  await copied.close();
  const sides = { older: await serve(older, store), newer: await serve(newer, copy) };
  const rows: Compared[] = [];
  for (const scenario of scenarios(new Map())) {
    if (!scenario.name.includes(options.only)) continue;
    console.error(`${store.engine}: ${scenario.name} …`);
    rows.push(await byTurns(scenario, made, sides, options));
  }
  await Promise.all([sides.older.server.stop(), sides.newer.server.stop()]);
  return { engine: store.engine, rows };
}

async function serve({ dir }: Version, store: Store): Promise<Side> {
  await store.settle();
  return { server: await startServers(store, { count: 1, dir }), store };
}

async function byTurns(
  scenario: Scenario,
  made: Made,
  { older, newer }: { older: Side; newer: Side },
  { seconds, rounds }: Options,
): Promise<Compared> {
  const { perSecond } = await load(scenario, made, older, { duration: 1 });
  await load(scenario, made, newer, { duration: 1 });
  // The same number for both: what one has written more would be more to read.
  const amount = Math.max(scenario.clients, Math.round((perSecond * seconds) / rounds));
  const turns: { older: Load; newer: Load }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await load(scenario, made, older, { amount });
      turns.push({ older: first, newer: await load(scenario, made, newer, { amount }) });
    } else {
      const first = await load(scenario, made, newer, { amount });
      turns.push({ older: await load(scenario, made, older, { amount }), newer: first });
    }
  }
  const ratios = turns.map((turn) => whole(turn.newer) / whole(turn.older));
  return {
    scenario: scenario.name,
    older: turnOf(turns.map((turn) => turn.older)),
    newer: turnOf(turns.map((turn) => turn.newer)),
    ratio: { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) },
    failed: turns.reduce((sum, turn) => sum + turn.older.failed + turn.newer.failed, 0),
  };
}

const whole = ({ cpu }: Load): number => cpu.service + cpu.database;

const turnOf = (loads: Load[]): Turn => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  cpu: median(loads.map(whole)),
});

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}
