import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../../../contract/api.ts';
import type { Database } from '../base/db/database.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { testService } from '../testing/service.ts';
import { tellingOf, withWrites } from '../testing/writes.ts';

/* Changes to very many cards at once let other requests through, and are one change all the same. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const cards = 2_000;
const large = await makeLargeBoard(service, ada, bob, cards);
const other = await makeBoard(eve);

const countOf = async (from: string) =>
  Number((await service.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

if (engine === 'sqlite') {
  // However fast the machine is, each statement appears to take longer than a turn of the event loop may.
  let time = performance.now();
  mock.method(performance, 'now', () => {
    time += 100;
    return time;
  });
}

/** The number of someone else's calls that are answered before `work` is. */
async function callsDuring(work: Promise<unknown>, call: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  let ended = false;
  const calling = (async () => {
    while (!ended) {
      await call();
      if (!ended) calls++;
    }
  })();
  try {
    await work;
  } finally {
    ended = true;
    await calling;
  }
  return calls;
}

const readsDuring = (work: Promise<unknown>) =>
  callsDuring(work, () => eve.call(api.boards.list, { params: { workspacePublicId: other.workspace } }));

const writesDuring = (work: Promise<unknown>) => callsDuring(work, () => makeCard(eve, nth(other.lists, 0)));

test('while a large board moves, others read and write, and see it in one workspace', async () => {
  const target = await makeWorkspace(ada);
  const at = { params: { boardPublicId: large.board } };
  const seen = new Set<string>();
  let ended = false;
  const looking = (async () => {
    while (!ended) {
      const [card] = await service.sql<{ count: number }>(
        `select count(*) as count from cards c
          join boards b on b.workspace_id = c.workspace_id and b.id = c.board_id and b.deleted_at is null
          where c.board_id = '${large.board}'`,
      );
      seen.add(String(card?.count));
      await pause(20);
    }
  })();
  const move = ada.call(api.boards.move, { ...at, body: { targetWorkspacePublicId: target } });
  const [reads, writes] = await Promise.all([readsDuring(move), writesDuring(move)]).finally(() => {
    ended = true;
  });
  await looking;
  assert.ok(reads > 2 && writes > 2, `${reads} reads, ${writes} writes`);
  assert.deepEqual([...seen], [String(cards)], 'never half here, half there');
  assert.equal(await countOf(`cards where workspace_id = '${target}'`), cards);
  const [numbers] = await service.sql(
    `select min(number) as first, max(number) as last, count(distinct number) as count
      from cards where workspace_id = '${target}'`,
  );
  assert.deepEqual(numbers, { first: 1, last: cards, count: cards });
  await assertConsistent(service);
  await ada.call(api.boards.move, { ...at, body: { targetWorkspacePublicId: large.workspace } });
  await service.jobs.run('trash');
});

test('while a label goes off a great many cards, others read', async () => {
  const params = { labelPublicId: nth(large.labels, 0) };
  /** For each slice, whether the event loop has turned since the previous one. */
  const turned: boolean[] = [];
  let hasTurned = true;
  const tell = (name: string) => {
    if (name !== 'card_labels.takeOff') return;
    turned.push(hasTurned);
    hasTurned = false;
    setImmediate(() => {
      hasTurned = true;
    });
  };
  const telling =
    (write: Database['write']): Database['write'] =>
    (work) =>
      write((tx) => work(tellingOf(tx, tell)));
  const reads = await readsDuring(
    withWrites(service, telling, () => ada.call(api.labels.delete, { params })),
  );
  assert.ok(turned.length > 4, `${turned.length} slices`);
  assert.ok(!turned.includes(false), turned.join());
  assert.ok(engine === 'postgres' || reads > 0, `${reads} reads`);
  assert.equal(await countOf(`card_labels where label_id = '${nth(large.labels, 0)}'`), 0);
});

test('while 200 cards are changed at once, others read', async () => {
  const list = nth(large.lists, 1);
  const made: string[] = [];
  for (let n = 0; n < 200; n++) made.push(await makeCard(ada, list));
  const operations = made.map((cardPublicId) => ({ type: 'move' as const, cardPublicId, index: 0 }));
  const reads = await readsDuring(ada.call(api.cards.bulk, { body: { operations } }));
  assert.ok(reads > 2, `${reads} reads`);
});
