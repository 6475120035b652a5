import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Store } from '../sync/store.ts';
import { add, clear, extendTo, inOrder, selected, toggle, withSelected } from './select.ts';

beforeEach(clear);

const chosen = () => [...selected.peek()];
const list = ['a', 'b', 'c', 'd', 'e'];

test('a card is taken in, and out again', () => {
  toggle('a');
  toggle('b');
  toggle('a');
  assert.deepEqual(chosen(), ['b']);
});

test('a range goes from the card that was chosen last, either way, and into no other list', () => {
  toggle('b');
  extendTo(list, 'd');
  assert.deepEqual(chosen(), ['b', 'c', 'd']);
  extendTo(list, 'a');
  assert.deepEqual(chosen().toSorted(), ['a', 'b', 'c', 'd']);
  extendTo(['x', 'y', 'z'], 'z');
  assert.deepEqual(chosen().toSorted(), ['a', 'b', 'c', 'd', 'z']);
});

test('subscribers are notified only of what changes', () => {
  let told = 0;
  const stop = selected.subscribe(() => told++);
  add(['a', 'b']);
  add(['b', 'a']);
  clear();
  clear();
  stop();
  assert.equal(told, 3, 'at first, with two, and with none');
});

test('selected cards come in the order of the board, without those that are gone', () => {
  const store = new Store();
  const thing = { orderKey: 'a0', labelPublicIds: [], memberPublicIds: [], archivedAt: null };
  store.fill({
    board: { publicId: 'board' } as never,
    lists: [
      { publicId: 'one', name: '', orderKey: 'a0' },
      { publicId: 'two', name: '', orderKey: 'a1' },
    ],
    labels: [],
    members: [],
    cards: [
      { ...thing, publicId: 'c', listPublicId: 'two' },
      { ...thing, publicId: 'b', listPublicId: 'one', orderKey: 'a1' },
      { ...thing, publicId: 'a', listPublicId: 'one' },
    ] as never,
  });
  add(['c', 'gone', 'b', 'a']);
  assert.deepEqual(inOrder(store), ['a', 'b', 'c']);
  assert.deepEqual(withSelected(store, 'b'), ['a', 'b', 'c']);
  assert.deepEqual(withSelected(store, 'other'), ['other']);
});
