import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../testing/database.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import { authenticate } from '../access/actor.ts';
import { releaseBoard } from '../changes/hold.ts';
import type { LockedTable } from './lock-order.ts';
import { lockOrder } from './lock-order.ts';

/* Changes that take locks out of order: each is refused, on both engines, whether or not anybody waits. */

const database = await testDatabase();
const service = await testService({}, {}, database);
after(() => database.remove());

type Lock = [table: LockedTable, ...ids: string[]];

/** Takes locks in one transaction, in the given order. */
const lock = (...locks: Lock[]) =>
  service.maintain(async (tx) => {
    for (const [table, ...ids] of locks) await tx.lock(table, null, ids);
  });

test('locks in the order of the tables, and of the ids in each, are taken', async () => {
  await lock(...lockOrder.map((table): Lock => [table, 'a', 'b']));
  await lock(['cards', 'a'], ['cards', 'b'], ['lists', 'a'], ['members', 'a']);
});

test('a table after one that it comes before is refused', async () => {
  for (const [rank, later] of lockOrder.entries()) {
    for (const earlier of lockOrder.slice(0, rank)) {
      await assert.rejects(lock([later, 'a'], [earlier, 'b']), {
        message: `lock order: ${earlier} b after ${later} a`,
      });
    }
  }
});

test('ids of one call may come in any order, those of two calls may not', async () => {
  await lock(['cards', 'c', 'a', 'b'], ['cards', 'd']);
  await assert.rejects(lock(['cards', 'c', 'a'], ['cards', 'd', 'b']), /lock order: cards b after cards c/);
});

test('what is held may be locked again at any time; it does not turn the order back', async () => {
  await lock(['cards', 'a', 'b'], ['lists', 'a'], ['cards', 'b', 'a'], ['lists', 'b'], ['lists', 'a']);
  await assert.rejects(
    lock(['cards', 'a'], ['lists', 'a'], ['cards', 'a', 'b']),
    /lock order: cards b after lists a/,
  );
});

test('who writes that a board is held locks nothing after that', async () => {
  const board = { workspaceId: 'w', id: 'b' };
  for (const table of lockOrder) {
    const out = service.maintain(async (tx) => {
      await releaseBoard(tx, board, 1);
      await tx.lock(table, null, ['a']);
    });
    await assert.rejects(out, { message: `lock order: ${table} a after versions w b` });
  }
});

test('each of the changes that are made together has an order of its own', async () => {
  const all = await Promise.allSettled([
    lock(['members', 'a']),
    lock(['users', 'a'], ['cards', 'a']),
    lock(['lists', 'a'], ['cards', 'a']),
    lock(['boards', 'a']),
  ]);
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a grant and the counter of cards have their places in it', async () => {
  const ada = await service.signUp('ada');
  const { workspace, board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const actor = await authenticate(service.db, ada.token, service.clock.now());
  assert.ok(actor);
  const change = service.changeAs(actor);
  await assert.rejects(
    change(async ({ grant }) => {
      await grant('card', card, 'card:edit');
      await grant('board', board, 'board:edit');
    }),
    { message: `lock order: boards ${board} after cards ${card}` },
  );
  await assert.rejects(
    change(async ({ tx }) => {
      await takeNumbers(tx, workspace, 1);
      await tx.lock('cards', null, [card]);
    }),
    { message: `lock order: cards ${card} after workspaces ${workspace}` },
  );
});
