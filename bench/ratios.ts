import { parseArgs } from 'node:util';
import { fill, fillFielded, fillLater } from './data/fill.ts';
import { smallSize } from './data/generate.ts';
import type { FieldedBoard, Made } from './data/generation.ts';
import { load } from './load.ts';
import { publish, rowOf } from './report.ts';
import { byTurns, failedIn, median, ratioOf, total } from './rounds.ts';
import { moves, type Scenario, scenarios } from './scenarios.ts';
import { keepAside, type Server, startServers } from './server.ts';
import { postgresStore, type Store, sqliteStore } from './store.ts';
import { thisVersion } from './version.ts';

/*
 * `node bench/ratios.ts [--engine sqlite|postgres|both] [--cards 500] [--rounds 5] [--amount 200] [--only text]
 * [--save name]`
 *
 * What fields and watchers cost: the same requests by turns for boards without and with 20 fields, and for boards that
 * nobody, ten and 500 people watch. Microseconds of processor time per request, of the service and the database together.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    cards: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '5' },
    amount: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    save: { type: 'string' },
  },
});

/** A request with one scenario for each side that is compared, the first being what others are divided by. */
interface Row {
  name: string;
  scenarios: readonly Scenario[];
}

interface Comparison {
  sides: readonly string[];
  rows: readonly Row[];
}

const onBoard = (name: string, requests: (board: FieldedBoard) => ReturnType<Scenario['requests']>): Row => ({
  name,
  scenarios: [0, 1].map((index) => ({
    name: `${name}, ${index}`,
    clients: 1,
    requests: ({ fielded }: Made) => {
      const board = fielded[index];
      return board ? requests(board) : [];
    },
  })),
});

const get = (path: string) => ({ method: 'GET', path }) as const;

/** The values of a card, for a new one. */
const valuesOf = ({ values }: FieldedBoard, turn: number): object => {
  const stored = values[turn % values.length]?.field_values;
  return stored ? { fields: JSON.parse(String(stored)) as object } : {};
};

const byFields: Comparison = {
  sides: ['0 fields', '20 fields'],
  rows: [
    onBoard('read the board', ({ id }) => [get(`/boards/${id}`)]),
    onBoard('snapshot', ({ id }) => [get(`/boards/${id}/snapshot`)]),
    onBoard('read a page of 100 cards', ({ id }) => [get(`/boards/${id}/cards?limit=100`)]),
    onBoard('read a card', ({ cards }) => cards.slice(0, 100).map((card) => get(`/cards/${card}`))),
    onBoard('create a card', (board) =>
      Array.from({ length: 100 }, (_, turn) => {
        const listPublicId = board.lists[turn % board.lists.length];
        return {
          method: 'POST',
          path: '/cards',
          body: { title: 'Paint the harbour', listPublicId, ...valuesOf(board, turn) },
        };
      }),
    ),
    onBoard('move in its list', ({ cards, lists }) => moves(cards.slice(0, cards.length / lists.length))),
    onBoard('change a title', ({ cards }) =>
      cards.slice(0, 100).map((card, turn) => ({
        method: 'PUT',
        path: `/cards/${card}`,
        body: { title: `Paint the harbour ${turn} ${card}` },
      })),
    ),
  ],
};

const watchers = ['nobody watches', '10 watch', '500 watch'];

const byWatchers: Comparison = {
  sides: watchers,
  rows: ['comment', 'move to another list', 'change a title'].map((name) => ({
    name,
    scenarios: scenarios(new Map()).filter((each) => watchers.some((who) => each.name === `${name}, ${who}`)),
  })),
};

async function tableOf({ sides, rows }: Comparison, made: Made, server: Server, store: Store) {
  const [first = '', ...others] = sides;
  const amount = Number(options.amount);
  const head = [
    'request',
    ...sides,
    ...others.map((side) => `${side} / ${first}`),
    ...others.map(() => 'of all rounds'),
    ...sides.map((side) => `KB/reply, ${side}`),
    'failed',
  ];
  const lines: string[] = [];
  for (const { name, scenarios: all } of rows) {
    if (!new RegExp(options.only).test(name)) continue;
    console.error(`${store.engine}: ${name} …`);
    for (const each of all) await load(each, made, { server, store }, { amount: Math.ceil(amount / 4) });
    const loads = await byTurns(
      all.map((each) => () => load(each, made, { server, store }, { amount })),
      Number(options.rounds),
    );
    const [base = []] = loads;
    const ratios = loads.slice(1).map((each) => ratioOf(each, base));
    lines.push(
      rowOf([
        name,
        ...loads.map((each) => Math.round(median(each.map(total)))),
        ...ratios.map((ratio) => `**${ratio.median.toFixed(2)}**`),
        ...ratios.map(({ min, max }) => `${min.toFixed(2)} to ${max.toFixed(2)}`),
        ...loads.map((each) => (median(each.map(({ bytes }) => bytes)) / 1024).toFixed(1)),
        failedIn(loads),
      ]),
    );
    console.error(lines.at(-1));
  }
  return [rowOf(head), rowOf(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...lines].join('\n');
}

async function report(store: Store): Promise<string[]> {
  try {
    const { openDatabase, indexAll, dir } = await thisVersion();
    const db = await openDatabase(store);
    const made = await fill(db, { ...smallSize, fielded: Number(options.cards) }, Date.now() * 1000);
    await fillLater(db, 'watches', made.watched.watches);
    await fillFielded(db, made);
    await indexAll(db);
    await db.close();
    await store.settle();
    const server = await startServers(store, { count: 1, dir });
    const tables = [`## ${store.engine}: CPU µs per request`];
    for (const comparison of [byFields, byWatchers])
      tables.push(await tableOf(comparison, made, server, store));
    await server.stop();
    return tables;
  } finally {
    await store.remove();
  }
}

keepAside();
const tables: string[] = [];
if (options.engine !== 'postgres') tables.push(...(await report(sqliteStore())));
if (options.engine !== 'sqlite') tables.push(...(await report(await postgresStore())));
publish(tables, options.save);
