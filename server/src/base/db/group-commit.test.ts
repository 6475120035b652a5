import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { Unavailable } from '../errors.ts';
import { command, query } from './query.ts';
import { openSqlite } from './sqlite.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-commit-'));
const file = join(dataDir, 'taskboard.db');
const db = openSqlite(file);
await db.alone(async (run) => void (await run('create table notes (text text not null)')));
after(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const note = command('test.note', (_db, p: { text: string }) => sql`insert into notes values (${p.text})`);
const noNote = command('test.noNote', () => sql`insert into notes values (null)`);
/** Ends the whole transaction, as a full disk may. */
const ruin = command('test.ruin', () => sql`insert or rollback into notes values (null)`);
const noted = query(
  'test.noted',
  (_db, p: { text: string }) => sql<{ count: number }>`
  select count(*) as count from notes where text = ${p.text}`,
);
const write = (text: string) => db.write((tx) => tx.run(note, { text }));
const countOf = async (text: string) => (await db.first(noted, { text }))?.count;

test('a change that waits for something else is given up and named; those behind it go on', async () => {
  let resume = () => {};
  const elsewhere = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let later: Promise<unknown> = Promise.resolve();
  const stuck = db.write(async (tx) => {
    await tx.run(note, { text: 'stuck' });
    await elsewhere;
    later = tx.run(note, { text: 'stuck' });
    await later;
  });
  const behind = write('behind');
  await assert.rejects(stuck, /waits for something else than the database, after test\.note/);
  await behind;
  resume();
  await pause(0);
  await assert.rejects(later, /the transaction has ended/);
  assert.deepEqual([await countOf('stuck'), await countOf('behind')], [0, 1]);
});

test('what is asked together with a statement that fails is not carried out, and fails for its reason', async () => {
  for (const [failing, reason] of [
    [noNote, /NOT NULL constraint failed/],
    [ruin, Unavailable],
  ] as const) {
    const asked: Promise<unknown>[] = [];
    const change = db.write(async (tx) => {
      asked.push(tx.run(failing, {}), tx.run(note, { text: 'together with a failure' }));
      await Promise.all(asked);
    });
    await assert.rejects(change, reason);
    for (const each of asked) await assert.rejects(each, /NOT NULL constraint failed/);
    assert.equal(await countOf('together with a failure'), 0);
  }
});

test('where several write at once, those who come a turn later join their commit', async (t) => {
  // Freeze the time for which a commit accepts changes, however slow the machine is.
  t.mock.method(performance, 'now', () => 0);
  const writes = [write('together'), write('together')];
  const unseen: number[] = [];
  for (let turns = 0; turns < 6; turns++) {
    await new Promise(setImmediate);
    writes.push(write('together'));
    unseen.push((await countOf('together')) ?? -1);
  }
  await Promise.all(writes);
  assert.deepEqual([...new Set(unseen)], [0], 'none is committed while more arrive');
  assert.equal(await countOf('together'), 8);
});

test('while another process writes, changes wait, but nothing else does', async () => {
  const other = new Sqlite(file);
  other.exec('begin immediate');
  const waiting = write('waited');
  for (let turn = 0; turn < 3; turn++) {
    await pause(5);
    assert.equal(await countOf('waited'), 0);
  }
  other.exec('commit');
  other.close();
  await waiting;
  assert.equal(await countOf('waited'), 1);
});

test('the event loop turns between changes that take long, however many wait', async () => {
  const ended: string[] = [];
  const slow = Array.from({ length: 8 }, async (_, n) => {
    await db.write(async (tx) => {
      await tx.run(note, { text: `slow ${n}` });
      const end = performance.now() + 15;
      while (performance.now() < end);
    });
    ended.push('slow');
  });
  const other = (async () => {
    await pause(20);
    ended.push('other');
  })();
  await Promise.all([...slow, other]);
  assert.ok(ended.indexOf('other') < 7, ended.join());
});

test('while one change takes long, others can read, and it stays one transaction', async () => {
  let seen = 0;
  let ended = false;
  const long = db.write(async (tx) => {
    for (let n = 0; n < 8; n++) {
      await tx.run(note, { text: 'long' });
      const end = performance.now() + 15;
      while (performance.now() < end);
    }
  });
  const reading = (async () => {
    while (!ended) {
      assert.ok([0, 8].includes((await countOf('long')) ?? -1));
      seen++;
      await pause(0);
    }
  })();
  await long;
  ended = true;
  await reading;
  assert.ok(seen > 5, `${seen} reads`);
  assert.equal(await countOf('long'), 8);
});

test('a database that another process keeps is unavailable, not waited for without end', async (t) => {
  t.mock.method(
    performance,
    'now',
    (() => {
      let now = 0;
      return () => (now += 1_000);
    })(),
  );
  const other = new Sqlite(file);
  other.exec('begin immediate');
  await assert.rejects(write('never'), Unavailable);
  other.exec('rollback');
  other.close();
  assert.equal(await countOf('never'), 0);
});

test('a read sees nothing of an open transaction, and all of it after the commit', async () => {
  let during: number | undefined;
  await db.write(async (tx) => {
    await tx.run(note, { text: 'open' });
    during = await countOf('open');
  });
  assert.deepEqual([during, await countOf('open')], [0, 1]);
});

test('a read after a commit finds its pages in memory', {
  skip: process.platform !== 'linux' && 'there is no /proc',
}, async () => {
  const bytesRead = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  await write('warm');
  await countOf('warm');
  await write('next');
  const before = bytesRead();
  const counted = countOf('next');
  // Less than a page: only the figures themselves.
  assert.ok(bytesRead() - before < 4096);
  assert.equal(await counted, 1);
});

test('a statement that writes is refused outside a transaction, even if it is declared as a read', async () => {
  const disguised = query('test.disguised', () => sql<never>`insert into notes values ('disguised')`);
  await assert.rejects(db.all(disguised, {}), /test\.disguised writes, so it needs a transaction/);
  assert.equal(await countOf('disguised'), 0);
});
