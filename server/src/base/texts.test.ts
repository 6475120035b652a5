import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine } from './texts.ts';

test('a name of elsewhere becomes one that could have been sent to us', () => {
  for (const [given, made] of [
    ['a\r\n\tb', 'a b'],
    ['pay\u202eexe.txt', 'payexe.txt'],
    ['ad\u200bmin\ufeff', 'admin'],
    ['\u0085x\u009f', 'x'],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['\u200b\u200d', ''],
    ['\ud83d x \0', '\ufffd x'],
  ] as const) {
    assert.equal(oneLine(given), made);
  }
});
