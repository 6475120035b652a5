import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { engine, testDatabase } from '../../testing/database.ts';
import { tcpProxy } from '../../testing/tcp-proxy.ts';
import { Unavailable } from '../errors.ts';
import { openPostgres } from './postgres.ts';
import { command, query } from './query.ts';

/* Reads and changes while connections break. Only this file uses the table `notes`. */

const skip = engine === 'sqlite' && 'it is about PostgreSQL';
const options = { size: 4, preparedStatements: 'auto' } as const;

const numbers = query('test.numbers', () => sql<{ n: number }>`select n from notes order by n`);
const add = command('test.add', (_db, p: { n: number }) => sql`insert into notes (n) values (${p.n})`);
const die = command('test.die', () => sql`select pg_terminate_backend(pg_backend_pid())`);
const fail = command('test.fail', () => sql`select 1 / (select 0)`);
const sleep = query('test.sleep', () => sql`select pg_sleep(20)`);
const whoAmI = query(
  'test.whoAmI',
  () => sql<{ pid: number; cost: string; order: string; timeout: string }>`select pg_backend_pid() as pid,
    current_setting('random_page_cost') as cost, current_setting('join_collapse_limit') as "order", current_setting('statement_timeout') as timeout`,
);

const above = query(
  'test.above',
  (_db, p: { n: number }) => sql<{ n: number }>`select n from notes where n > ${p.n}`,
);
const plans = query(
  'test.plans',
  () => sql<{ kept: number; anew: number }>`select generic_plans as kept, custom_plans as anew
    from pg_prepared_statements where name = 'test.above'`,
);

/** A database with an empty table `notes`, behind a proxy that can fail. */
async function throughProxy() {
  const database = await testDatabase();
  await database.sql('create table notes (n integer primary key)');
  const url = new URL(database.databaseUrl ?? '');
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  const address = (hosts: string) =>
    `postgres://${url.username}${url.password && `:${url.password}`}@${hosts}${url.pathname}`;
  const db = openPostgres(address(`127.0.0.1:${proxy.port}`), options);
  after(async () => {
    await db.close();
    await proxy.shut().catch(() => {});
    await database.remove();
  });
  const stored = async () => (await database.sql<{ n: number }>('select n from notes')).map(({ n }) => n);
  return { db, proxy, database, address, stored };
}

/** Ends the connection served by process `pid`, as an operator or a restart does. */
const terminate = (database: { sql(text: string): Promise<unknown> }, pid: number) =>
  database.sql(`select pg_terminate_backend(${pid}, 5000)`);

test('a session plans for disks that do not turn and in the order of joins, and ends what takes too long', {
  skip,
}, async () => {
  const { db } = await throughProxy();
  const session = await db.first(whoAmI, {});
  assert.deepEqual({ ...session, pid: 0 }, { pid: 0, cost: '1.1', order: '1', timeout: '30s' });
});

test('a statement that stays prepared keeps one plan, whatever is bound', { skip }, async () => {
  const { db } = await throughProxy();
  for (let n = 0; n < 7; n++) await db.first(above, { n });
  assert.deepEqual(await db.all(plans, {}), [{ kept: 7, anew: 0 }]);
});

test('a connection that broke while nobody used it is replaced', { skip }, async () => {
  const { db, database } = await throughProxy();
  for (let turn = 0; turn < 3; turn++) {
    const { pid } = (await db.first(whoAmI, {})) ?? {};
    await terminate(database, pid ?? 0);
    assert.notEqual((await db.first(whoAmI, {}))?.pid, pid);
  }
});

test('a change whose connection breaks before the commit is done again, once', { skip }, async () => {
  const { db, database, stored } = await throughProxy();
  let runs = 0;
  await db.write(async (tx) => {
    runs++;
    await tx.run(add, { n: 1 });
    if (runs === 1) await terminate(database, (await tx.first(whoAmI, {}))?.pid ?? 0);
    // The connection is idle while it breaks.
    await pause(10);
    await tx.run(add, { n: 2 });
  });
  assert.equal(runs, 2);
  assert.deepEqual(await stored(), [1, 2]);
});

test('a change whose connection breaks during the commit is neither acknowledged nor done again', {
  skip,
}, async () => {
  const { db, proxy, stored } = await throughProxy();
  let runs = 0;
  proxy.watch((sent) => (sent.includes('commit') ? 'cut' : 'pass'));
  const change = db.write(async (tx) => {
    runs++;
    await tx.run(add, { n: 1 });
  });
  await assert.rejects(change, Unavailable);
  assert.equal(runs, 1);
  while ((await stored()).length === 0) await pause(5);
  proxy.watch(() => 'pass');
  await db.write((tx) => tx.run(add, { n: 2 }));
  assert.deepEqual(await stored(), [1, 2]);
});

/** Has each commit of a row in `notes` say something. */
async function sayAtCommit(database: { sql(text: string): Promise<unknown> }, level: 'notice' | 'warning') {
  await database.sql(`create function say() returns trigger language plpgsql as $$ begin
    raise ${level} 'said at commit'; return null; end $$`);
  await database.sql(`create constraint trigger say after insert on notes deferrable initially deferred
    for each row execute function say()`);
}

test('a notice at the commit is no failure', { skip }, async () => {
  const { db, database, stored } = await throughProxy();
  await sayAtCommit(database, 'notice');
  await db.write((tx) => tx.run(add, { n: 1 }));
  assert.deepEqual(await stored(), [1]);
});

test('a warning at the commit leaves it open whether it will last, and is quoted', { skip }, async () => {
  const { db, database, stored } = await throughProxy();
  await sayAtCommit(database, 'warning');
  const change = db.write((tx) => tx.run(add, { n: 1 }));
  await assert.rejects(
    change,
    (error) => error instanceof Unavailable && /said at commit/.test(inspect(error)),
  );
  assert.deepEqual(await stored(), [1]);
});

test('a change that went on after a statement of it failed is not acknowledged', { skip }, async () => {
  const { db, stored } = await throughProxy();
  const change = db.write(async (tx) => {
    await tx.run(add, { n: 1 });
    await tx.run(fail, {}).catch(() => {});
  });
  await assert.rejects(change, /after a statement of it had failed/);
  assert.deepEqual(await stored(), []);
  await db.write((tx) => tx.run(add, { n: 2 }));
  assert.deepEqual(await stored(), [2]);
});

test('statements that are sent together fail for the reason of the first, and leave nothing behind', {
  skip,
}, async () => {
  const { db, stored } = await throughProxy();
  const change = db.write(async (tx) => {
    await tx.run(add, { n: 1 });
    await Promise.all([tx.all(numbers, {}), tx.run(fail, {}), tx.run(add, { n: 2 }), tx.all(numbers, {})]);
  });
  await assert.rejects(change, /division by zero/);
  assert.deepEqual(await stored(), []);
});

test('a change whose connection breaks between statements that were sent together is done again, once', {
  skip,
}, async () => {
  const { db, stored } = await throughProxy();
  let runs = 0;
  await db.write(async (tx) => {
    const breaks = runs++ === 0;
    await tx.all(numbers, {});
    await Promise.all([tx.run(add, { n: 1 }), breaks && tx.run(die, {}), tx.run(add, { n: 2 })]);
  });
  assert.equal(runs, 2);
  assert.deepEqual(await stored(), [1, 2]);
});

test('a value that is taken meanwhile has a change done again, also where more was sent with it', {
  skip,
}, async () => {
  const { db, database, stored } = await throughProxy();
  await database.sql('create table labels (workspace_id text, id text primary key)');
  await db.write((tx) => tx.run(add, { n: 1 }));
  let runs = 0;
  await db.write(async (tx) => {
    const n = ++runs;
    await tx.all(numbers, {});
    await Promise.all([tx.run(add, { n }), tx.lock('labels', null, ['one']), tx.run(add, { n: n + 1 })]);
  });
  assert.equal(runs, 2);
  assert.deepEqual(await stored(), [1, 2, 3]);
});

test('what is asked after the work has failed is not carried out', { skip }, async () => {
  const { db, stored } = await throughProxy();
  let late: Promise<unknown> = Promise.resolve();
  const change = db.write(async (tx) => {
    late = tx.all(numbers, {}).then(() => tx.run(add, { n: 1 }));
    late.catch(() => {});
    throw new Error('not found');
  });
  await assert.rejects(change, /not found/);
  await assert.rejects(late, /the transaction has ended/);
  assert.deepEqual(await stored(), []);
});

test('what is read together with a lock is as it is once the lock is held', { skip }, async () => {
  const { db, database } = await throughProxy();
  await database.sql('create table labels (workspace_id text, id text primary key)');
  await database.sql(`insert into labels (id) values ('one')`);
  const read = () => db.write((tx) => tx.lockAndRead('labels', null, ['one'], () => tx.all(numbers, {})));
  let reading: Promise<{ n: number }[]> = Promise.resolve([]);
  await db.write(async (tx) => {
    await tx.lock('labels', null, ['one']);
    reading = read();
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await database.sql(waiting)).length === 0) await pause(5);
    await tx.run(add, { n: 1 });
  });
  assert.deepEqual(await reading, [{ n: 1 }]);
});

test('without a server everything is unavailable at once, and works again when it is back', {
  skip,
}, async () => {
  const { db, proxy, stored } = await throughProxy();
  const sleeping = assert.rejects(db.all(sleep, {}), Unavailable);
  await db.write((tx) => tx.run(add, { n: 1 }));
  await proxy.shut();
  await sleeping;
  for (let turn = 0; turn < 3; turn++) {
    await assert.rejects(db.all(numbers, {}), Unavailable);
    await assert.rejects(
      db.write((tx) => tx.run(add, { n: 2 })),
      Unavailable,
    );
  }
  await proxy.open();
  assert.deepEqual(await db.all(numbers, {}), [{ n: 1 }]);
  await db.write((tx) => tx.run(add, { n: 3 }));
  assert.deepEqual(await stored(), [1, 3]);
});

test('a statement that times out is an unavailability, and its connection can be used again', {
  skip,
}, async () => {
  const { db, database } = await throughProxy();
  const change = assert.rejects(
    db.write((tx) => tx.all(sleep, {})),
    Unavailable,
  );
  const cancel = `select pg_cancel_backend(pid) as done from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;
  while ((await database.sql(cancel)).length === 0) await pause(5);
  await change;
  await db.write((tx) => tx.run(add, { n: 1 }));
});

test('the server that takes writes is found among several, and found again when it changes', {
  skip,
}, async () => {
  const { proxy, database, address } = await throughProxy();
  const url = new URL(database.databaseUrl ?? '');
  const second = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  await second.shut();
  const db = openPostgres(address(`127.0.0.1:${second.port},127.0.0.1:${proxy.port}`), options);
  after(() => db.close());
  await db.write((tx) => tx.run(add, { n: 1 }));
  await second.open();
  await proxy.shut();
  await db.write((tx) => tx.run(add, { n: 2 }));
  await second.shut();
  await proxy.open();
  assert.deepEqual(await db.all(numbers, {}), [{ n: 1 }, { n: 2 }]);
});

test('a server that accepts no writes is not used until it does', { skip }, async () => {
  const { db, database } = await throughProxy();
  const name = new URL(database.databaseUrl ?? '').pathname.slice(1);
  await db.write((tx) => tx.run(add, { n: 1 }));
  await database.sql(`alter database ${name} set default_transaction_read_only = on`);
  await terminate(database, (await db.first(whoAmI, {}))?.pid ?? 0);
  await assert.rejects(db.all(numbers, {}), Unavailable);
  const operator = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await operator.connect();
  await operator.query(`alter database ${name} reset default_transaction_read_only`);
  await operator.end();
  assert.deepEqual(await db.all(numbers, {}), [{ n: 1 }]);
});
