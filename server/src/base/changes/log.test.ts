import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '../../../../contract/events.ts';
import { engine, testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/files.ts';
import { tcpProxy } from '../../testing/tcp-proxy.ts';
import { day } from '../clock.ts';
import type { Database, Writing } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { Unavailable } from '../errors.ts';
import { appendToLog } from './append.ts';
import { type ChangeLog, ChangeLogReader, forgetChanges, type LoggedChange } from './log.ts';
import { Touched } from './versions.ts';

/* The log alone: changes are put into it as `changes/change.ts` does. */

const write = (tx: Writing, type: string, workspaceId = 'one', at = 0) =>
  writeMany(tx, [type], workspaceId, at);

const writeMany = (tx: Writing, types: readonly string[], workspaceId = 'one', at = 0) =>
  append(
    tx,
    types.map((type) => ({ workspaceId, type })),
    at,
  );

/** One change, with what it logs. */
async function append(
  tx: Writing,
  logged: readonly { workspaceId: string; type: string }[],
  now = 0,
): Promise<void> {
  const touched = new Touched();
  const changes = logged.map(({ workspaceId, type }) => {
    touched.addPosition(workspaceId);
    return { workspaceId, type: type as EventType, boardId: null, cardId: null, subjectId: null };
  });
  await Promise.all([touched.raise(tx, now), appendToLog(tx, changes, { userId: 'ada', apiKey: null, now })]);
}

/** Two workspaces, and as many nodes as are asked for. */
async function nodesOn(count: number) {
  const database = await testDatabase();
  const dbs: Database[] = [];
  for (let made = 0; made < count; made++) dbs.push(await openDatabase(database));
  const failures: unknown[] = [];
  const logs = dbs.map((db) => new ChangeLogReader(db, (error) => failures.push(error)));
  after(async () => {
    for (const log of logs) await log.stop();
    for (const db of dbs) await db.close();
    await database.remove();
  });
  await database.sql(`insert into users (id, email, created_at) values ('ada', 'ada@example.com', 0)`);
  for (const id of ['one', 'two']) {
    await database.sql(`insert into workspaces (id, name, slug, plan, card_prefix, show_emails_to_members,
      week_start_day, card_counter, created_by, created_at)
      values ('${id}', '${id}', '${id}', 'free', 'T', 1, 1, 0, 'ada', 0)`);
  }
  return { database, dbs, logs, failures };
}

/** Follows a workspace; returns the entries that it receives, in an array that grows. */
async function listen(log: ChangeLog | undefined, workspaceId = 'one', position?: number) {
  const told: LoggedChange[] = [];
  const following = await log?.follow(workspaceId, (changes) => told.push(...changes), position);
  return { following, told, types: () => told.map(({ type }) => type) };
}

/** Resolves when the log has been read from now on. */
async function lookedAt(log: ChangeLog | undefined): Promise<void> {
  // Who joins is admitted before the log is read: the first one's look is over when the second is admitted.
  for (let turn = 0; turn < 2; turn++) (await listen(log)).following?.end();
}

const upkeepOf = (db: Database) => ({ db, maintain: db.write.bind(db) });

test('a change is sent once to every follower of its workspace, on every node', async () => {
  const { dbs, logs } = await nodesOn(2);
  const [db] = dbs;
  const [here, twice, there] = [await listen(logs[0]), await listen(logs[0]), await listen(logs[1])];
  const other = await listen(logs[1], 'two');
  for (const type of ['a', 'b', 'c']) {
    await db?.write((tx) => write(tx, type));
    await db?.write((tx) => write(tx, `${type} elsewhere`, 'two'));
  }
  logs[0]?.wake();
  for (const { types } of [here, twice, there]) {
    await until(() => types().length === 3);
    assert.deepEqual(types(), ['a', 'b', 'c']);
  }
  await until(() => other.types().length === 3);
  assert.deepEqual(other.types(), ['a elsewhere', 'b elsewhere', 'c elsewhere']);
  assert.deepEqual(here.told, there.told, 'with the same positions');
});

test('a listener that has ended hears nothing more', async () => {
  const { dbs, logs } = await nodesOn(1);
  const [ended, going] = [await listen(logs[0]), await listen(logs[0])];
  ended.following?.end();
  await dbs[0]?.write((tx) => write(tx, 'a'));
  await until(() => going.types().length === 1);
  assert.deepEqual(ended.types(), []);
});

test('a follower that fails keeps nothing from the others', async () => {
  const { dbs, logs, failures } = await nodesOn(1);
  await logs[0]?.follow('one', () => {
    throw new Error('broken');
  });
  const other = await listen(logs[0]);
  await dbs[0]?.write((tx) => write(tx, 'a'));
  await until(() => other.types().length === 1);
  assert.match(String(failures[0]), /broken/);
});

test('nobody gets a position before the one before it is committed, in its own workspace', {
  skip: engine === 'sqlite' && 'SQLite has one writer',
}, async () => {
  const { dbs, logs } = await nodesOn(1);
  const [db] = dbs;
  const { told, types } = await listen(logs[0]);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const first = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = db?.write(async (tx) => {
    await write(tx, 'slow');
    begun();
    await held;
  });
  await first;
  await db?.write((tx) => write(tx, 'elsewhere', 'two'));
  const quick = db?.write((tx) => write(tx, 'quick'));
  await lookedAt(logs[0]);
  assert.deepEqual(types(), []);
  release();
  await Promise.all([slow, quick]);
  await until(() => types().length === 2);
  assert.deepEqual(
    told.map(({ type, position }) => [type, position]),
    [
      ['slow', 1],
      ['quick', 2],
    ],
  );
});

test('of many concurrent changes, none is missed and none sent twice', async () => {
  const { dbs, logs } = await nodesOn(engine === 'sqlite' ? 1 : 3);
  const [db] = dbs;
  const followers = await Promise.all(logs.map((log) => listen(log)));
  const types = Array.from({ length: 120 }, (_, turn) => `change ${turn}`);
  const changes = types.map(async (type, turn) => {
    // Only on PostgreSQL: SQLite lets the others wait.
    if (engine === 'postgres') await pause((turn * 7) % 20);
    await db?.write((tx) => writeMany(tx, [type, `${type} again`]));
  });
  await Promise.all(changes);
  const expected = types.flatMap((type) => [type, `${type} again`]).sort();
  for (const follower of followers) {
    await until(() => follower.told.length >= expected.length);
    assert.deepEqual(follower.types().sort(), expected);
    assert.deepEqual(follower.told, followers[0]?.told);
    const positions = follower.told.map(({ position }) => position);
    assert.deepEqual(
      positions,
      expected.map((_, index) => index + 1),
      'without gaps',
    );
  }
});

test('a listener that comes back continues where it was', async () => {
  const { dbs, logs } = await nodesOn(1);
  const [db] = dbs;
  const [log] = logs;
  const first = await listen(log);
  await db?.write((tx) => write(tx, 'a'));
  await until(() => first.types().length === 1);
  first.following?.end();
  await db?.write((tx) => write(tx, 'b'));
  await db?.write((tx) => write(tx, 'other', 'two'));
  const back = await listen(log, 'one', first.told[0]?.position);
  assert.deepEqual(back.following?.position, first.told[0]?.position);
  await db?.write((tx) => write(tx, 'c'));
  await until(() => back.types().length === 2);
  assert.deepEqual(back.types(), ['b', 'c']);
});

test('a listener that was away for too long, or for too many changes, is notified of that', async () => {
  const { dbs, logs } = await nodesOn(1);
  const [db] = dbs;
  const [log] = logs;
  const canFollow = async (after: number) => (await listen(log, 'one', after)).following !== undefined;
  await db?.write((tx) => writeMany(tx, ['a', 'b'], 'one', 1));
  await db?.write((tx) => write(tx, 'c', 'one', 2));
  assert.ok(await canFollow(0));
  if (db) await forgetChanges(upkeepOf(db), 7 * day + 2);
  assert.equal(await canFollow(1), false, 'the second is not there any more');
  assert.ok(await canFollow(2));
  assert.ok(await canFollow(3));
  assert.equal(await canFollow(4), false, 'there was none yet');
  await db?.write((tx) => writeMany(tx, Array(999).fill('many'), 'one', 2));
  assert.ok(await canFollow(3));
  await db?.write((tx) => write(tx, 'one more', 'one', 2));
  assert.equal(await canFollow(3), false, 'they are too many');
  assert.ok(await canFollow(4));
});

test('a change of several workspaces continues each one’s own positions', async () => {
  const { dbs, logs } = await nodesOn(1);
  const [one, two] = [await listen(logs[0]), await listen(logs[0], 'two')];
  await dbs[0]?.write((tx) => write(tx, 'a', 'two'));
  const parts = ['two', 'one', 'two'].map((workspaceId, index) => ({ workspaceId, type: `part ${index}` }));
  await dbs[0]?.write((tx) => append(tx, parts));
  await until(() => one.told.length === 1 && two.told.length === 3);
  assert.deepEqual(one.types(), ['part 1']);
  assert.deepEqual(two.types(), ['a', 'part 0', 'part 2']);
  assert.deepEqual(
    two.told.map(({ position }) => position),
    [1, 2, 3],
  );
});

test('what is old is forgotten in each of many workspaces, and nothing else', async () => {
  const { dbs, database } = await nodesOn(1);
  const [db] = dbs;
  await db?.write((tx) => writeMany(tx, Array(250).fill('old'), 'one', 2499));
  await db?.write((tx) => write(tx, 'new', 'one', 2500));
  await db?.write((tx) => write(tx, 'last', 'two', 3000));
  const [rows, columns] = [250, 'workspace_id, position, type, user_id, created_at'];
  await database.sql(`insert into changes (${columns})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select 'purged ' || n, 7, 'old', 'ada', n from numbers`);
  if (db) await forgetChanges(upkeepOf(db), 7 * day + 2500);
  assert.deepEqual(await database.sql('select type, position from changes order by created_at'), [
    { type: 'new', position: 251 },
    { type: 'last', position: 1 },
  ]);
  await db?.write((tx) => write(tx, 'next', 'two', 3001));
  assert.deepEqual(await database.sql(`select position from changes where type = 'next'`), [{ position: 2 }]);
});

test('a database that was away is read on from where it was', {
  skip: engine === 'sqlite' && 'SQLite is never away',
}, async () => {
  const { dbs, database } = await nodesOn(1);
  const url = new URL(database.databaseUrl ?? '');
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  const db = await openDatabase({ ...database, databaseUrl: url.href });
  const failures: unknown[] = [];
  const log = new ChangeLogReader(db, (error) => failures.push(error));
  after(async () => {
    await log.stop();
    await db.close();
    await proxy.shut();
  });
  const { types } = await listen(log);
  await proxy.shut();
  await until(() => failures.length > 0);
  await dbs[0]?.write((tx) => write(tx, 'meanwhile'));
  await assert.rejects(listen(log, 'one', 1), Unavailable);
  await proxy.open();
  await until(() => types().length === 1);
  assert.deepEqual(types(), ['meanwhile']);
  assert.equal(failures.length, 1, 'said once');
});
