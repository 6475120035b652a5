import { parseArgs } from 'node:util';
import { compare } from './against.ts';
import { measure } from './alone.ts';
import { smallSize, wholeSize } from './data/generate.ts';
import { comparisonOf, publish, tableOf } from './report.ts';
import { keepAside } from './server.ts';
import { postgresStore, type Store, sqliteStore } from './store.ts';
import { versionIn } from './version.ts';

/*
 * `npm run bench [-- --engine sqlite|postgres|both] [--nodes 2] [--seconds 5] [--only text] [--small] [--save name]
 * [--against folder [--against folder …] [--rounds 5] [--amount 500] [--limits]]`
 *
 * Runs the service as a separate process and sends it requests over loopback. Machines differ and are shared, so only the
 * ratios count: of the service to the bare query in one process, of the engines to each other in one run, and of one version
 * to another in alternating runs.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    nodes: { type: 'string', default: '1' },
    small: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    against: { type: 'string', multiple: true, default: [] },
    limits: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    amount: { type: 'string' },
    save: { type: 'string' },
  },
});
if (!['sqlite', 'postgres', 'both'].includes(options.engine)) {
  console.error(`--engine must be sqlite, postgres or both, not ${options.engine}`);
  process.exit(2);
}
const { only } = options;
const seconds = Number(options.seconds);
const size = options.small ? smallSize : wholeSize;

/** The tables of one engine. */
async function report(store: Store): Promise<string[]> {
  try {
    if (options.against.length > 0) {
      const older = await Promise.all(options.against.map(versionIn));
      const { limits } = options;
      const rounds = Number(options.rounds);
      const amount = options.amount === undefined ? undefined : Number(options.amount);
      return [comparisonOf(await compare(store, { older, size, seconds, rounds, amount, only, limits }))];
    }
    const nodes = store.databaseUrl ? Number(options.nodes) : 1;
    return (await measure(store, { size, seconds, only, nodes, small: options.small })).map(tableOf);
  } finally {
    await store.remove();
  }
}

keepAside();
const tables: string[] = [];
if (options.engine !== 'postgres') tables.push(...(await report(sqliteStore())));
if (options.engine !== 'sqlite') tables.push(...(await report(await postgresStore())));
publish(tables, options.save);
