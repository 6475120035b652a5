import { fill, fillLater } from './data/fill.ts';
import type { Made, Size } from './data/generation.ts';
import { limitOf, twinsOf } from './limit.ts';
import { type Load, load } from './load.ts';
import { byTurns, failedIn, median, type Ratio, ratioOf, total } from './rounds.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type Server, startServers } from './server.ts';
import type { Store } from './store.ts';
import { thisVersion, type Version } from './version.ts';

/* Compares this version with older ones on the same data, in alternating runs. */

export interface Comparison {
  engine: string;
  /** The older versions, in the order of the ratios. */
  older: readonly string[];
  rows: Compared[];
}

interface Compared {
  scenario: string;
  older: Turn[];
  newer: Turn;
  /** Processor time of this version divided by that of each older one. */
  ratios: Ratio[];
  /** The lower bound for any service; undefined if the limits were not measured. */
  limit: number | undefined;
  failed: number;
}

interface Turn {
  perSecond: number;
  /** Microseconds of processor time per request, of the service and the database together. */
  cpu: number;
}

interface Options {
  /** The oldest first: it creates the data. */
  older: readonly Version[];
  size: Size;
  /** Seconds for which the oldest version is measured per scenario; the others get the same number of requests. */
  seconds: number;
  rounds: number;
  /** Requests of a round, instead of the seconds: on a machine that is busy with other things, those are few. */
  amount: number | undefined;
  only: string;
  limits: boolean;
}

interface Side {
  server: Server;
  store: Store;
}

/** The oldest version creates the data, because every later one can migrate it. */
export async function compare(
  store: Store,
  { older, size, limits, ...options }: Options,
): Promise<Comparison> {
  const [oldest, ...others] = [...older, await thisVersion()];
  if (!oldest) throw new Error('no version to compare with');
  const db = await oldest.openDatabase(store);
  const made = await fill(db, size, Date.now() * 1000);
  await oldest.indexAll(db);
  await db.close();
  const stores = [store];
  for (const version of others) stores.push(await migratedCopy(store, version, made));
  const newest = stores.at(-1) ?? store;
  const twins = limits ? await twinsOf(newest) : undefined;
  const sides: Side[] = [];
  for (const [index, version] of [oldest, ...others].entries()) {
    sides.push(await serve(version, stores[index] ?? store));
  }
  const rows: Compared[] = [];
  for (const scenario of scenarios(new Map())) {
    if (!new RegExp(options.only).test(scenario.name)) continue;
    console.error(`${store.engine}: ${scenario.name} …`);
    const costs = await compared(scenario, made, sides, options);
    const limit = twins ? await limitOf(scenario, made, twins) : undefined;
    rows.push({ ...costs, limit });
  }
  await Promise.all(sides.map(({ server }) => server.stop()));
  return { engine: store.engine, older: older.map(({ name }) => name), rows };
}

async function migratedCopy(
  store: Store,
  { openDatabase, indexAll, canWatch }: Version,
  made: Made,
): Promise<Store> {
  const copy = await store.copy();
  const db = await openDatabase(copy);
  await indexAll(db);
  if (canWatch) await fillLater(db, 'watches', made.watched.watches);
  await db.close();
  return copy;
}

async function serve({ dir }: Version, store: Store): Promise<Side> {
  await store.settle();
  return { server: await startServers(store, { count: 1, dir }), store };
}

async function compared(
  scenario: Scenario,
  made: Made,
  sides: readonly Side[],
  { seconds, rounds, ...options }: Pick<Options, 'seconds' | 'rounds' | 'amount'>,
): Promise<Omit<Compared, 'limit'>> {
  const warm: Load[] = [];
  for (const side of sides) warm.push(await load(scenario, made, side, { duration: 1 }));
  // The same number of requests for all: a version that had written more would have more to read.
  const perSecond = warm[0]?.perSecond ?? 0;
  const amount = options.amount ?? Math.max(scenario.clients, Math.round((perSecond * seconds) / rounds));
  const turns = await byTurns(
    sides.map((side) => () => load(scenario, made, side, { amount })),
    rounds,
  );
  const [newest = [], ...before] = turns.toReversed();
  const older = before.toReversed();
  return {
    scenario: scenario.name,
    older: older.map(turnOf),
    newer: turnOf(newest),
    ratios: older.map((loads) => ratioOf(newest, loads)),
    failed: failedIn(turns),
  };
}

const turnOf = (loads: Load[]): Turn => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  cpu: median(loads.map(total)),
});
