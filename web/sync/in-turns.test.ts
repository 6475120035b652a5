import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, read, written } from './in-turns.ts';

/** A text that looks like what is between two cards, and like their beginning. */
const hostile = '},{"publicId":"x"}]} "cards":[';

const boardOf = (count: number, more: object = {}) => ({
  workspace: { publicId: 'w', name: hostile },
  lists: [{ publicId: 'l', name: 'To do' }],
  cards: Array.from({ length: count }, (_, n) => ({
    publicId: `card${n}`,
    title: `${hostile} ${'é'.repeat(50)}`,
    fields: { one: ['a', 'b'], two: n, three: hostile },
    ...more,
  })),
});

const turns = () => {
  let count = 0;
  return {
    count: () => count,
    turn: () => {
      count++;
      return Promise.resolve();
    },
  };
};

test('a snapshot is read in turns, whatever its texts are', async () => {
  for (const count of [0, 1, 5000, 12_345]) {
    const [board, { turn, count: taken }] = [boardOf(count), turns()];
    assert.deepEqual(await parsed(JSON.stringify(board), turn), board);
    assert.equal(taken() > 1, count >= 5000);
  }
});

test('what has other things with ids in it is read all the same', async () => {
  const board = boardOf(8000, { children: [{ publicId: 'a' }, { publicId: 'b' }] });
  assert.deepEqual(await parsed(JSON.stringify(board), turns().turn), board);
  await assert.rejects(parsed(`${JSON.stringify(board)}]`, turns().turn), SyntaxError);
});

test('a board is written in turns and read back', async () => {
  const [{ cards }, { turn, count }] = [boardOf(2500), turns()];
  const pieces = await written(cards, turn);
  assert.equal(pieces.length, 3);
  assert.deepEqual(await read(pieces, turn), cards);
  assert.equal(count(), 4);
  assert.deepEqual(await read(await written([], turn), turn), []);
});
