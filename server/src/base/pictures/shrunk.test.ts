import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessCrash } from '../processes/answers.ts';
import { shrunkIn } from './shrunk.ts';

test('an answer is a picture that measures something, or says that there is none', () => {
  assert.equal(shrunkIn({ unreadable: 'why' }), undefined);
  assert.deepEqual(shrunkIn({ width: 2, height: 1, preview: 'YQ==' }), {
    width: 2,
    height: 1,
    preview: Buffer.from('a'),
  });
  for (const answer of [
    {},
    { width: 2, height: 1 },
    { width: -1, height: 1, preview: 'YQ==' },
    { width: 2, height: 1e300, preview: 'YQ==' },
    { width: '2', height: 1, preview: 'YQ==' },
    { width: 2, height: 1, preview: '' },
  ]) {
    assert.throws(() => shrunkIn(answer), ProcessCrash, JSON.stringify(answer));
  }
});
