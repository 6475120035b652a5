import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unread } from './unread.ts';

test('if too much is unread, only addresses that hold more than their share are over the limit', () => {
  const unread = new Unread(100);
  unread.count('a', 90);
  unread.count('b', 10);
  assert.equal(unread.isTooMuchOf('a'), false);
  unread.count('b', 1);
  assert.deepEqual(
    ['a', 'b', 'c'].map((each) => unread.isTooMuchOf(each)),
    [true, false, false],
  );
  unread.count('a', -1);
  assert.equal(unread.isTooMuchOf('a'), false);
  unread.count('a', -89);
  unread.count('b', 90);
  assert.equal(unread.isTooMuchOf('b'), true, 'who is alone has all of it, and no more');
});
