import { parseArgs } from 'node:util';
import { burst, prepare } from './burst.ts';
import { fill, fillLater } from './data/fill.ts';
import { smallSize } from './data/generate.ts';
import { inboxTable } from './inbox.ts';
import { mailReceiver, pushReceiver } from './receivers.ts';
import { publish } from './report.ts';
import { keepAside, startServer } from './server.ts';
import { postgresStore, type Store, sqliteStore } from './store.ts';
import { thisVersion } from './version.ts';

/*
 * `node bench/notifications.ts [--engine sqlite|postgres|both] [--part inbox|burst|both] [--sizes 100,1000,10000,100000]
 * [--seconds 30] [--save name]`
 *
 * Measures the inbox of somebody as it fills, and ten thousand notifications at once: how long others wait meanwhile, the service's
 * memory, and how fast mails and pushes leave. What a change costs that others are notified of is in `run.ts`.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    part: { type: 'string', default: 'both' },
    sizes: { type: 'string', default: '100,1000,10000,100000' },
    seconds: { type: 'string', default: '30' },
    save: { type: 'string' },
  },
});

let held = true;

async function report(store: Store): Promise<string[]> {
  const [pushes, mails] = [await pushReceiver(), await mailReceiver()];
  const db = await (await thisVersion()).openDatabase(store);
  const made = await fill(db, smallSize, Date.now() * 1000);
  await fillLater(db, 'watches', made.watched.watches);
  await store.settle();
  const server = await startServer({
    DATA_DIR: store.dataDir,
    ...(store.databaseUrl ? { DATABASE_URL: store.databaseUrl } : {}),
    // The push service runs on this machine.
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Taskboard <noreply@example.com>',
  });
  const tables: string[] = [];
  try {
    const bench = { server, store, db, made, pushes, mails, engine: store.engine };
    if (options.part !== 'inbox') {
      await prepare(bench);
      const { table, isFine } = await burst(bench, Number(options.seconds));
      tables.push(table);
      held &&= isFine;
    }
    if (options.part !== 'burst') tables.push(await inboxTable(bench, options.sizes.split(',').map(Number)));
  } finally {
    await server.stop();
    await db.close();
    for (const receiver of [pushes, mails]) receiver.close();
    await store.remove();
  }
  return tables;
}

keepAside();
const tables: string[] = [];
if (options.engine !== 'postgres') tables.push(...(await report(sqliteStore())));
if (options.engine !== 'sqlite') tables.push(...(await report(await postgresStore())));
publish(tables, options.save);
process.exitCode = held ? 0 : 1;
