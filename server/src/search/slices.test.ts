import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Query } from '../base/db/query.ts';
import { engine } from '../testing/database.ts';
import { type MadeBoard, makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { indexAll } from './jobs.ts';

/*
 * SQLite and folding in JavaScript block the whole process: so no slice of a search compares or folds more than a limited
 * number of texts and bytes, and all searches together run one slice per turn of the event loop.
 */

const skip = engine === 'postgres' && 'PostgreSQL looks through texts in a process of its own';
const service = await testService();
const ada = await service.signUp('ada');
const most = { texts: 256, bytes: 2 ** 20, waitingBytes: 128_000 };
const [short, long] = [3000, 400];

/** Inserts `count` cards with this description directly into the database. */
async function write(made: MadeBoard, kind: string, count: number, description: string): Promise<void> {
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, description, position,
      created_by, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    select '${made.workspace}', '${kind}' || (100000000000 + i), '${made.board}', '${nth(made.lists, 0)}',
      i + ${kind === 'short' ? long : 0}, '${kind} ' || i, '${description}', '${kind}' || (10000 + i), '${ada.id}', i
    from n`);
}

interface Step {
  name: string;
  take: number;
  rows: Record<string, unknown>[];
  turn: number;
}

/** The parameters and results of each statement of a search, and the turn of the event loop in which it runs. */
async function stepsOf(work: () => Promise<unknown>): Promise<Step[]> {
  const all = service.db.all.bind(service.db);
  const steps: Step[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  count();
  const noted = async (statement: Query<object, unknown>, p: object) => {
    const began = turn;
    const rows = await all(statement, p);
    const { take, limit = 0 } = p as { take?: number; limit?: number };
    steps.push({
      name: statement.name,
      take: take ?? limit,
      rows: [...rows] as Step['rows'],
      turn: began,
    });
    return rows;
  };
  service.db.all = noted as typeof all;
  try {
    await work();
  } finally {
    service.db.all = all;
    isOver = true;
  }
  return steps.filter(({ name }) => name.startsWith('search.'));
}

/** The number of texts that a slice has compared with the words. */
const compared = ({ name, rows }: Step): number =>
  name.startsWith('search.lookedThrough')
    ? Number(rows.at(-1)?.rank)
    : rows.filter(({ looked }) => looked === 1).length;

const find = (workspacePublicId: string, query: string) =>
  ada.call(api.search.workspace, { params: { workspacePublicId }, query: { query } });

test('no slice of a search reads more than a bounded number of texts', { skip }, async () => {
  const made = await makeBoard(ada);
  // Ids are ordered by time.
  await write(made, 'long', long, 'near miss '.repeat(1000));
  await write(made, 'short', short, 'miss');
  await indexAll(service);
  for (const query of ['zq', 'miss', 'miss zq', 'near miss absent']) {
    const steps = await stepsOf(() => find(made.workspace, query));
    assert.ok(steps.length > 0);
    for (const { name, take, rows } of steps) {
      assert.ok(
        take > 0 && take <= most.texts && rows.length <= take + 1,
        `${query}: ${name} takes ${take}, returns ${rows.length}`,
      );
    }
    if (query !== 'zq') continue;
    const all = steps.filter(({ name }) => name === 'search.lookedThrough');
    const looked = all.reduce((sum, step) => sum + compared(step), 0);
    assert.equal(looked, short + long + 1, 'all texts were looked through, of the cards and of the board');
  }
});

test('no slice compares more than a bounded number of bytes with the words of a search', {
  skip,
}, async () => {
  const made = await makeBoard(ada);
  const text = `near miss ${Array.from('abcdefghijklmnopqrstuvwxyz0123456789').join(' ')} `.repeat(125);
  await write(made, 'wordy', 200, text.slice(0, 10_000));
  await indexAll(service);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789').join(' ');
  for (const query of ['ne', 'near', 'near miss', letters, `near ${letters}`]) {
    const steps = await stepsOf(() => find(made.workspace, query));
    const slices = steps.filter(({ name }) => /lookedThrough|textsWith/.test(name));
    assert.ok(slices.length > 0);
    // The last text of a slice may exceed the remaining bytes.
    const texts = most.bytes / 10_000 / query.split(' ').length + 1;
    for (const step of slices) {
      assert.ok(compared(step) <= texts, `${query}: ${step.name} compares ${compared(step)} texts`);
    }
    assert.ok((await find(made.workspace, query)).length === 20, query);
  }
});

test('in a turn of the event loop no more than one slice of all searches is done', { skip }, async () => {
  const made = await makeBoard(ada);
  await write(made, 'several', 2000, 'nothing');
  await indexAll(service);
  const steps = await stepsOf(() => Promise.all(Array.from({ length: 6 }, () => find(made.workspace, 'zq'))));
  const slices = steps.filter(({ name }) => name !== 'search.results');
  assert.ok(slices.length > 6 * 8);
  assert.equal(new Set(slices.map(({ turn }) => turn)).size, slices.length);
});

test('texts that wait to be indexed are folded to a bounded size, the newest first', async () => {
  const made = await makeBoard(ada);
  const letter = '\ufdfa'.repeat(10_000);
  for (let n = 1; n <= 30; n++)
    await makeCard(ada, nth(made.lists, 0), { title: `tall ${n}`, description: letter });
  const found: string[] = [];
  const steps = await stepsOf(async () => {
    found.push(...(await find(made.workspace, 'tall')).map(({ title }) => title));
  });
  const waiting = steps.filter(({ name }) => /search\.(waiting|textsAndWaiting)/.test(name));
  const bytes = waiting
    .flatMap(({ rows }) => rows)
    .reduce((sum, { title, body }) => sum + Buffer.byteLength(String(title) + String(body)), 0);
  assert.ok(bytes > 0 && bytes <= most.waitingBytes + 3 * 10_000 + 2000, `${bytes} bytes`);
  assert.deepEqual(found.slice(0, 4), ['tall 30', 'tall 29', 'tall 28', 'tall 27']);
  await indexAll(service);
  assert.equal((await find(made.workspace, 'tall')).length, 20);
});
