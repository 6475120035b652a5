import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Changes on two nodes, if the engine allows it, that would together close a circle. */

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');
const { lists } = await makeBoard(ada);

/** Relates a card to another on one of the nodes; returns the status. */
async function statusOf(
  turn: number,
  type: 'blocks' | 'parent',
  card: string,
  other: string,
): Promise<number> {
  const node = nth(nodes, turn % nodes.length).caller(ada.token);
  try {
    const params = { cardPublicId: card };
    await node.call(api.relations.create, { params, body: { type, cardPublicId: other } });
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

const cards = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => makeCard(ada, nth(lists, 0))));

for (const type of ['blocks', 'parent'] as const) {
  test(`of two that say at once “${type}” of each other, one is refused`, async () => {
    for (let round = 0; round < 20; round++) {
      const [a = '', b = ''] = await cards(2);
      const statuses = await Promise.all([statusOf(0, type, a, b), statusOf(1, type, b, a)]);
      assert.deepEqual(
        statuses.sort((a, b) => a - b),
        [200, 409],
      );
    }
  });

  test(`no circle of “${type}” is closed by changes that have no card in common`, async () => {
    for (let round = 0; round < 10; round++) {
      const ring = await cards(8);
      const link = (at: number) =>
        statusOf(Math.floor(at / 2), type, nth(ring, at), nth(ring, (at + 1) % ring.length));
      for (const at of [1, 3, 5, 7]) assert.equal(await link(at), 200);
      const statuses = await Promise.all([0, 2, 4, 6].map(link));
      assert.deepEqual(
        statuses.sort((a, b) => a - b),
        [200, 200, 200, 409],
      );
    }
  });
}

test('of many who give a card a parent at once, one does', async () => {
  const [card = '', ...parents] = await cards(9);
  const statuses = await Promise.all(parents.map((parent, turn) => statusOf(turn, 'parent', card, parent)));
  assert.deepEqual(
    statuses.sort((a, b) => a - b),
    [200, ...Array.from({ length: 7 }, () => 409)],
  );
});

test('the database stays consistent', () => assertConsistent(service));
