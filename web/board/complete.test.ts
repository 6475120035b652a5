import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store } from '../sync/store.ts';
import { completionsOf, linesOf, tokenAt, without } from './complete.ts';

const store = new Store();
const member = (id: string, name: string, status = 'active') => ({
  publicId: id,
  status,
  rolePublicId: 'r',
  user: { id, name, image: null },
});
store.fill({
  board: { publicId: 'board' } as never,
  lists: [
    { publicId: 'one', name: 'To do', orderKey: 'a0' },
    { publicId: 'two', name: 'Done today', orderKey: 'a1' },
  ],
  labels: [{ publicId: 'red', name: 'Urgent', colourCode: '#f00' }] as never,
  members: [member('m1', 'Ada Lovelace'), member('m2', 'Bob Adams'), member('m3', 'Ada Gone', 'paused')],
  cards: [],
});
const ends = { top: 'Top', bottom: 'Bottom' };
const offered = (sign: '@' | '#' | '^', word: string) =>
  completionsOf(store, { sign, word }, ends).map(({ name }) => name);

test('a sign at the beginning of a word asks for a completion, and inside one it does not', () => {
  assert.deepEqual(tokenAt('Call @ad', 8), { sign: '@', word: 'ad', from: 5, to: 8 });
  assert.deepEqual(tokenAt('#', 1), { sign: '#', word: '', from: 0, to: 1 });
  assert.equal(tokenAt('ada@example.com', 9), undefined);
  assert.equal(tokenAt('Call @ad now', 12), undefined);
  assert.deepEqual(tokenAt('Call @ad now', 8)?.word, 'ad');
});

test('what was chosen is taken out of the text', () => {
  assert.deepEqual(without('Call @ad now', { sign: '@', word: 'ad', from: 5, to: 8 }), {
    text: 'Call now',
    caret: 5,
  });
  assert.deepEqual(without('@ad', { sign: '@', word: 'ad', from: 0, to: 3 }), { text: '', caret: 0 });
});

test('names that begin with what was typed come first, then those with such a word', () => {
  assert.deepEqual(offered('@', 'ad'), ['Ada Lovelace', 'Bob Adams']);
  assert.deepEqual(offered('#', 'URG'), ['Urgent']);
  assert.deepEqual(offered('^', 'to'), ['Top', 'To do', 'Done today', 'Bottom']);
  assert.deepEqual(offered('@', 'zzz'), []);
});

test('lines are titles, without the marks of lists', () => {
  assert.deepEqual(linesOf('- one\n* [ ] two  words\n\n3. three\nfour - five\n-6 degrees'), [
    'one',
    'two words',
    'three',
    'four - five',
    '-6 degrees',
  ]);
});
