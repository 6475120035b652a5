import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entitiesOf, type Mutation } from '../sync/mutation.ts';

const of = (input: Mutation['input']): string[] => [
  ...entitiesOf({ id: 'key', title: '', effects: [], operation: ['cards', 'update'], input }),
];

test('a change involves what its request names by id, wherever that stands', () => {
  const operations = [{ type: 'move', cardPublicId: 'mi8f3k2a7q0x4v9z', afterPublicId: 'mi8f3k2c1d5e8g2h' }];
  const labelPublicIds = ['mi8f3k2b9w4n6r1t'];
  assert.deepEqual(
    of({ params: { listPublicId: 'mi8f3k2d3j7m0p5s' }, body: { operations, labelPublicIds } }),
    ['mi8f3k2d3j7m0p5s', 'mi8f3k2a7q0x4v9z', 'mi8f3k2c1d5e8g2h', 'mi8f3k2b9w4n6r1t'],
  );
});

test('a word of sixteen letters in a text is no id', () => {
  const body = { title: 'responsibilities', description: 'See mi8f3k2a7q0x4v9z' };
  assert.deepEqual(of({ params: { cardPublicId: 'mi8f3k2c1d5e8g2h' }, body }), ['mi8f3k2c1d5e8g2h']);
});
