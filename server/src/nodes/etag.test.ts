import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type TestService, testService } from '../testing/service.ts';

/*
 * Eight clients write to one board at once, on two nodes if the engine allows it, and four follow it by its tag. A tag
 * from before an acknowledged write must never get 304.
 */

const writers = 8;
const turns = 10;

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');
const { board, lists } = await makeBoard(ada);
const cards = await Promise.all(Array.from({ length: writers }, () => makeCard(ada, nth(lists, 0))));

/** A client's copy of the board: the tag, and the turn in each card's title. */
interface Held {
  etag: string;
  turns: Map<string, number>;
}

const turnIn = (title: string): number => Number(/^Turn (\d+)$/.exec(title)?.[1] ?? -1);

/** Reads the board again, unless the copy is current. */
async function follow(node: TestService, held?: Held): Promise<Held> {
  const headers = { authorization: `Bearer ${ada.token}`, ...(held ? { 'if-none-match': held.etag } : {}) };
  const response = await node.raw(`/boards/${board}`, { headers });
  if (response.status === 304 && held) return held;
  assert.equal(response.status, 200);
  const { lists: found } = (await response.json()) as {
    lists: { cards: { publicId: string; title: string }[] }[];
  };
  const titles = found.flatMap((list) => list.cards);
  return {
    etag: response.headers.get('etag') ?? '',
    turns: new Map(titles.map(({ publicId, title }) => [publicId, turnIn(title)])),
  };
}

/** The last acknowledged turn of each card. */
const acknowledged = new Map<string, number>();

function assertHolds(held: Held, expected: ReadonlyMap<string, number>): void {
  for (const [card, turn] of expected) {
    const shown = held.turns.get(card) ?? -1;
    assert.ok(shown >= turn, `turn ${turn} of a card was acknowledged, and ${shown} is held`);
  }
}

async function write(card: string, node: TestService): Promise<void> {
  const caller = node.caller(ada.token);
  for (let turn = 0; turn < turns; turn++) {
    const known = await follow(node);
    await caller.call(api.cards.update, {
      params: { cardPublicId: card },
      body: { title: `Turn ${turn}` },
    });
    acknowledged.set(card, turn);
    const expected = new Map(acknowledged);
    const now = await follow(nth(nodes, turn % nodes.length), known);
    assert.notEqual(now.etag, known.etag);
    assertHolds(now, expected);
  }
}

test('while many write on a board, no reader gets an older state as the newest', async () => {
  let writing = true;
  const read = async (node: TestService) => {
    let held = await follow(node);
    while (writing) {
      const expected = new Map(acknowledged);
      held = await follow(node, held);
      assertHolds(held, expected);
    }
  };
  const reading = Array.from({ length: 4 }, (_, n) => read(nth(nodes, n % nodes.length)));
  const written = Promise.all(cards.map((card, n) => write(card, nth(nodes, n % nodes.length))));
  const end = () => {
    writing = false;
  };
  await Promise.all([...reading, written.finally(end)]);
  const [first, last] = [await follow(service), await follow(nth(nodes, nodes.length - 1))];
  assert.equal(first.etag, last.etag);
  assertHolds(first, new Map(cards.map((card) => [card, turns - 1])));
  assert.equal(await follow(service, first), first);
});
