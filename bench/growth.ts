import { parseArgs } from 'node:util';
import { fill } from './data/fill.ts';
import type { Made, Size } from './data/generation.ts';
import { type Load, load } from './load.ts';
import { type Costs, growthOf, publish } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { keepAside, type Server, startServers } from './server.ts';
import { postgresStore, type Store, sqliteStore } from './store.ts';
import { followers, openStreams } from './streams.ts';
import { thisVersion } from './version.ts';

/*
 * `node bench/growth.ts [--engine sqlite|postgres|both] [--cards 1000,10000,100000] [--readers 0,1,100] [--amount 1000]
 * [--only text] [--save name]`
 *
 * Measures the cost of requests as a workspace grows: the same ten boards with ever more cards, comments and activities, and
 * ever more subscribers. Microseconds of processor time per request, of the service and the database together.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    cards: { type: 'string', default: '1000,10000,100000' },
    readers: { type: 'string', default: '0,1,100' },
    amount: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    save: { type: 'string' },
  },
});
const numbers = (text: string): number[] => text.split(',').map(Number);
const sizes = numbers(options.cards);
const readers = numbers(options.readers);

/** Requests whose cost must stay constant; whole boards cost more as they grow. */
const names = [
  'E2: read a card',
  'E3: read the feed of a card',
  'my cards',
  'E11: boards of a workspace',
  'read a page of 100 cards',
  'search for a word that few cards hold',
  'search for a word that most cards hold',
];
/** Changes that subscribers are sent. */
const changes = [
  'create a card, 1 client',
  'toggle a member, 1 client',
  'E7: comment, 1 client',
  'move in a list of 100, 1 client',
];

const lists = { workspaces: 1, boards: 10, lists: 5 };
const sizeOf = (cards: number): Size => ({
  ...lists,
  cards: Math.ceil(cards / (lists.boards * lists.lists)),
  activities: 3,
  longList: 1,
  middleList: 1,
  longFeed: 10,
});

const scenariosNamed = (wanted: readonly string[]): Scenario[] =>
  scenarios(new Map()).filter(({ name }) => wanted.includes(name) && new RegExp(options.only).test(name));

async function costsWith(store: Store, cards: number): Promise<Costs> {
  const { openDatabase, indexAll, dir } = await thisVersion();
  const db = await openDatabase(store);
  const made = await fill(db, sizeOf(cards), Date.now() * 1000);
  await indexAll(db);
  await db.close();
  await store.settle();
  const server = await startServers(store, { count: 1, dir });
  const costs: Costs = new Map();
  for (const scenario of scenariosNamed(names))
    costs.set(scenario.name, await cost(scenario, made, server, store));
  for (const count of readers) {
    const streams = await openStreams(server, count > 0 ? await followers(server, made) : [], count);
    for (const scenario of scenariosNamed(changes)) {
      const row = `${scenario.name}, ${count} ${count === 1 ? 'reader' : 'readers'}`;
      costs.set(row, await cost(scenario, made, server, store));
    }
    streams.close();
  }
  await server.stop();
  return costs;
}

async function cost(scenario: Scenario, made: Made, server: Server, store: Store): Promise<number> {
  console.error(`${store.engine}: ${scenario.name} …`);
  const amount = Number(options.amount);
  await load(scenario, made, { server, store }, { amount: Math.ceil(amount / 5) });
  const { cpu, failed }: Load = await load(scenario, made, { server, store }, { amount });
  if (failed > 0) throw new Error(`${scenario.name}: ${failed} requests failed`);
  return cpu.service + cpu.database;
}

async function tableOn(makeStore: () => Store | Promise<Store>): Promise<string> {
  const columns: Costs[] = [];
  let engine = '';
  for (const cards of sizes) {
    const store = await makeStore();
    engine = store.engine;
    try {
      columns.push(await costsWith(store, cards));
    } finally {
      await store.remove();
    }
  }
  return growthOf(
    engine,
    sizes.map((cards) => `${cards} cards`),
    columns,
  );
}

keepAside();
const tables: string[] = [];
if (options.engine !== 'postgres') tables.push(await tableOn(sqliteStore));
if (options.engine !== 'sqlite') tables.push(await tableOn(postgresStore));
publish(tables, options.save);
